// For the keyboard. When a page changes in place and what had the focus is gone, the focus goes to what may be done now,
// not back to the top of the page. Nothing here is needed to play: without it every link and form works the same.
"use strict";

let hadFocus = false;

addEventListener("htmx:beforeRequest", event => {
  // A button may stand outside the form that it sends.
  hadFocus = event.detail.elt.contains(document.activeElement) || document.activeElement.form === event.detail.elt;
});

addEventListener("htmx:afterSettle", () => {
  // Why something was refused stands at the top: a page that was scrolled down would hide it.
  document.querySelector("#page > .refusal")?.scrollIntoView({ block: "nearest" });
  if (!hadFocus || document.activeElement !== document.body) return;
  hadFocus = false;
  (document.querySelector("#page .actions") ?? document.getElementById("page"))?.focus({ preventScroll: true });
});
