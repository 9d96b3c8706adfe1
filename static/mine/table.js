// What makes the table of Out of Mine! pleasant; without this file everything works by forms alone.
"use strict";

// A stepper has buttons: the field alone takes a keyboard, and some phones' have no minus.
const addSteps = () => {
  for (const stepper of document.querySelectorAll("[data-stepper]:not([data-ready])")) {
    stepper.dataset.ready = "";
    const field = stepper.querySelector("input");
    for (const [sign, step] of [["−", -1], ["+", 1]]) {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: sign });
      button.addEventListener("click", () => step < 0 ? field.stepDown() : field.stepUp());
      button.setAttribute("aria-controls", field.id);
      stepper[step < 0 ? "prepend" : "append"](button);
    }
  }
};
addEventListener("DOMContentLoaded", addSteps);
addEventListener("htmx:afterSettle", addSteps);

// News of the table must not sweep away the tiles that lie on this screen: they stand in its address.
const laying = () => new URLSearchParams(location.search).has("lay") ? location.search : "";
addEventListener("htmx:configRequest", event => {
  const news = event.target.closest?.("#news");
  if (news && event.detail.verb === "get" && laying() && !event.detail.path.includes("/events")) event.detail.path += laying();
});

// What a person has opened stays open when the page changes around it: a list of forty cards is not found again at once.
const lists = () => [...document.querySelectorAll("#page details.tell")];
const called = list => [list.closest("[aria-labelledby]")?.getAttribute("aria-labelledby"), list.querySelector("summary")?.textContent].join();
let opened = [];
addEventListener("htmx:beforeSwap", () => { opened = lists().filter(list => list.open).map(called); });
addEventListener("htmx:afterSwap", () => {
  for (const list of lists()) list.open ||= opened.includes(called(list));
});
