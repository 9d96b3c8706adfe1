// A card that is hired neither pays nor is sent away: what was picked for it before is let go. Without this file the rules say so.
// What is asked next comes into sight above the bar of actions.
"use strict";

addEventListener("change", event => {
  const form = event.target.closest?.("#hire-form");
  if (!form || event.target.type !== "radio") return;
  const picked = name => form.querySelector(`[name="f.${name}"]:checked`);
  const [card, lift, pay] = ["card", "lift", "pay"].map(picked);
  const none = form.querySelector('[name="f.lift"][value="null"][type="radio"]');
  const barred = card && (card.value === "" || card.closest(".is-barred"));
  if (none && lift && (!barred || (lift.value && lift.value === card?.value))) none.checked = true;
  const gone = [card?.value, picked("lift")?.value].filter(Boolean);
  if (pay && gone.includes(pay.value)) pay.checked = false;
  if (event.target.name !== "f.card") return;
  // The last step, but never at the cost of the first that is open now.
  for (const step of [".hire-pay", ".hire-tower", ".hire-lift"]) form.querySelector(step)?.scrollIntoView({ block: "nearest" });
});
