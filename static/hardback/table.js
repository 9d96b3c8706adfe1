// A word is laid by tapping cards or by typing it; what it would bring is asked as it grows. Without this file the tiles
// are typed by their codes, and a button asks the same.
"use strict";

(() => {
  let laid = [];  // {code, letter, wild}, from the left; kept while the page changes in place
  let asked = 0;

  const cards = () => [...document.querySelectorAll("#hand [data-code]")];
  const find = code => cards().find(card => card.dataset.code === code);
  const canBeWild = code => find(code)?.dataset.source === "hand";
  const tile = one => one.wild ? `${one.letter}=${one.code}` : one.code;

  function start() {
    const form = document.getElementById("word-form");
    const tray = document.getElementById("tray");
    if (!form || !tray || !tray.hidden) return;
    tray.hidden = false;
    const field = document.getElementById("word-tiles");
    field.removeAttribute("required");
    field.removeAttribute("pattern");
    laid = laid.filter(one => find(one.code) && (!one.wild || canBeWild(one.code)));
    for (const card of cards()) {
      card.tabIndex = 0;
      card.setAttribute("role", "button");
      card.addEventListener("click", () => toggle(card.dataset.code));
      card.addEventListener("keydown", event => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        toggle(card.dataset.code);
      });
    }
    const typed = document.getElementById("tray-typed");
    typed.addEventListener("input", () => { spell(typed.value); draw(false); });
    typed.addEventListener("keydown", event => { if (event.key === "Enter") { event.preventDefault(); form.requestSubmit(); } });
    draw(true);
  }

  function toggle(code) {
    const at = laid.findIndex(one => one.code === code);
    if (at >= 0) laid.splice(at, 1);
    else laid.push({ code, letter: find(code).dataset.letter, wild: false });
    draw(true);
  }

  // Cards for a typed word: face up where the letter is there, inked cards first, then what is worth most; else the plainest
  // card of the hand face down.
  function spell(text) {
    const letters = [...text.toUpperCase()].filter(letter => /[A-ZÑ]/.test(letter));
    const free = cards();
    const rank = { ink: 0, own: 1, hand: 2, other: 3 };
    const take = card => free.splice(free.indexOf(card), 1)[0];
    const faceUp = letters.map(letter => {
      const fit = free.filter(card => card.dataset.letter === letter)
        .sort((a, b) => rank[a.dataset.source] - rank[b.dataset.source] || b.dataset.weight - a.dataset.weight);
      return fit.length ? take(fit[0]) : null;
    });
    laid = [];
    letters.forEach((letter, at) => {
      if (faceUp[at]) { laid.push({ code: faceUp[at].dataset.code, letter, wild: false }); return; }
      const plain = free.filter(card => card.dataset.source === "hand").sort((a, b) => a.dataset.weight - b.dataset.weight);
      if (plain.length) laid.push({ code: take(plain[0]).dataset.code, letter, wild: true });
    });
  }

  function draw(withText) {
    const list = document.getElementById("tray-tiles");
    const shape = document.getElementById("tray-tile");
    list.replaceChildren(...laid.map((one, at) => {
      const item = shape.content.firstElementChild.cloneNode(true);
      const [face, turn] = item.querySelectorAll("button");
      const pick = item.querySelector("select");
      face.querySelector("b").textContent = one.letter;
      face.querySelector(".hb-code").textContent = one.code;
      face.addEventListener("click", () => { laid.splice(at, 1); draw(true); });
      turn.hidden = !canBeWild(one.code);
      turn.setAttribute("aria-pressed", one.wild);
      turn.addEventListener("click", () => {
        one.wild = !one.wild;
        if (!one.wild) one.letter = find(one.code).dataset.letter;
        draw(true);
      });
      item.classList.toggle("is-wild", one.wild);
      pick.hidden = !one.wild;
      pick.value = one.letter;
      pick.addEventListener("change", () => { one.letter = pick.value; draw(true); });
      return item;
    }));
    for (const card of cards()) {
      const used = laid.some(one => one.code === card.dataset.code);
      card.classList.toggle("is-laid", used);
      card.setAttribute("aria-pressed", used);
    }
    if (withText) document.getElementById("tray-typed").value = laid.map(one => one.letter).join("");
    document.getElementById("word-tiles").value = laid.map(tile).join(" ");
    preview();
  }

  async function preview() {
    const form = document.getElementById("word-form");
    const place = document.getElementById("preview");
    const mine = ++asked;
    if (laid.length < Number(form.dataset.least)) { place.replaceChildren(); return; }
    await new Promise(done => setTimeout(done, 180));
    if (mine !== asked) return;
    const answer = await fetch(form.dataset.trial, { method: "POST", body: new FormData(form) }).catch(() => null);
    if (mine !== asked || !answer?.ok) return;
    const said = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("trial");
    if (mine !== asked || !said) return;
    said.removeAttribute("id");
    place.replaceChildren(document.importNode(said, true));
  }

  addEventListener("htmx:afterSettle", start);
  start();
})();
