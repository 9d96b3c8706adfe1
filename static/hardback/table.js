// A word is laid by tapping cards or by typing it; what it would bring is asked as it grows. Cards that were looked at are put
// back with one tap each. Without this file the tiles are typed by their codes, a button asks the same, and ticks are free.
"use strict";

(() => {
  let laid = [];  // {code, letter, wild}, from the left; kept while the page changes in place
  let asked = 0;
  const UNNAMED = "?";

  const hand = () => document.getElementById("hand");
  const cards = () => [...document.querySelectorAll("#hand [data-code]")];
  const named = () => cards().filter(card => card.dataset.code !== UNNAMED);
  const find = code => cards().find(card => card.dataset.code === code);
  const canBeWild = code => ["hand", "maybe"].includes(find(code)?.dataset.source);
  const tile = one => one.wild ? `${one.letter}=${one.code}` : one.code;
  // Cards that nobody has named: what may be in hand, and backs, share the hidden places.
  const isHidden = code => code === UNNAMED || find(code)?.dataset.source === "maybe";
  const hiddenLeft = () => Number(hand().dataset.hidden) - laid.filter(one => isHidden(one.code)).length;

  function start() {
    sorting();
    const form = document.getElementById("word-form");
    const tray = document.getElementById("tray");
    if (!form || !tray || !tray.hidden) return;
    tray.hidden = false;
    const field = document.getElementById("word-tiles");
    field.removeAttribute("required");
    field.removeAttribute("pattern");
    laid = laid.filter(one => find(one.code) && (!one.wild || canBeWild(one.code)));
    for (const card of cards()) {
      const face = card.querySelector(".hand-face");
      face.tabIndex = 0;
      face.setAttribute("role", "button");
      const tap = () => card.dataset.code === UNNAMED ? tapBack(card) : toggle(card.dataset.code);
      face.addEventListener("click", tap);
      face.addEventListener("keydown", event => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        tap();
      });
    }
    const typed = document.getElementById("tray-typed");
    typed.addEventListener("input", () => { missing(spell(typed.value)); draw(false); });
    typed.addEventListener("keydown", event => { if (event.key === "Enter") { event.preventDefault(); form.requestSubmit(); } });
    draw(true);
  }

  function toggle(code) {
    const at = laid.findIndex(one => one.code === code);
    if (at >= 0) laid.splice(at, 1);
    else if (!isHidden(code) || hiddenLeft() > 0) laid.push({ code, letter: find(code).dataset.letter, wild: false });
    draw(true);
  }

  // A card that stays hidden can only be wild; its letter is picked on the tile.
  function tapBack(card) {
    const backs = cards().filter(one => one.dataset.code === UNNAMED);
    const used = laid.filter(one => isHidden(one.code)).length;
    if (backs.indexOf(card) < used) laid.splice(laid.findLastIndex(one => isHidden(one.code)), 1);
    else if (hiddenLeft() > 0) laid.push({ code: UNNAMED, letter: "E", wild: true });
    draw(true);
  }

  // As the lists have it: accents off, but not that of Ñ; ligatures are two letters.
  const folded = text => text.toUpperCase().replaceAll("Œ", "OE").replaceAll("Æ", "AE")
    .normalize("NFD").replaceAll("N\u0303", "Ñ").replace(/\p{M}/gu, "");

  // Cards for a typed word: face up where the letter is there, inked cards first, then what is worth most; else the plainest
  // card of the hand face down, or one that stays hidden. The letters for which no card is left.
  function spell(text) {
    const letters = [...folded(text)].filter(letter => /\p{L}/u.test(letter));
    const free = named();
    let hidden = Number(hand().dataset.hidden);
    const rank = { ink: 0, own: 1, hand: 2, maybe: 3, other: 4 };
    const take = card => {
      if (card.dataset.source === "maybe") hidden -= 1;
      return free.splice(free.indexOf(card), 1)[0];
    };
    // A starting card is likelier in hand than the card of the offers that somebody bought.
    const better = card => card.dataset.source === "maybe" ? -card.dataset.weight : card.dataset.weight;
    const faceUp = letters.map(letter => {
      const fit = free.filter(card => card.dataset.letter === letter && (card.dataset.source !== "maybe" || hidden > 0))
        .sort((a, b) => rank[a.dataset.source] - rank[b.dataset.source] || better(b) - better(a));
      return fit.length ? take(fit[0]) : null;
    });
    laid = [];
    const over = [];
    letters.forEach((letter, at) => {
      if (!/[A-ZÑ]/.test(letter)) { over.push(letter); return; }
      if (faceUp[at]) { laid.push({ code: faceUp[at].dataset.code, letter, wild: false }); return; }
      const plain = free.filter(card => card.dataset.source === "hand").sort((a, b) => a.dataset.weight - b.dataset.weight);
      if (plain.length) laid.push({ code: take(plain[0]).dataset.code, letter, wild: true });
      else if (hidden > 0) { hidden -= 1; laid.push({ code: UNNAMED, letter, wild: true }); }
      else over.push(letter);
    });
    return over;
  }

  function missing(letters) {
    const said = document.getElementById("tray-missing");
    said.hidden = !letters.length;
    said.querySelector("b").textContent = letters.join(" ");
  }

  function move(from, to) {
    const [one] = laid.splice(from, 1);
    laid.splice(Math.max(0, Math.min(to, laid.length)), 0, one);
  }

  function draw(withText) {
    const list = document.getElementById("tray-tiles");
    const shape = document.getElementById("tray-tile");
    const held = focusIn(list);
    list.replaceChildren(...laid.map((one, at) => {
      const item = shape.content.firstElementChild.cloneNode(true);
      const [face, turn] = item.querySelectorAll("button");
      const pick = item.querySelector("select");
      face.querySelector("b").textContent = one.letter;
      face.querySelector(".hb-code").textContent = one.code;
      face.addEventListener("click", () => { if (!dropped) { laid.splice(at, 1); draw(true); } });
      face.addEventListener("keydown", event => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!step || !laid[at + step]) return;
        event.preventDefault();
        move(at, at + step);
        draw(true);
        list.children[at + step].querySelector("button").focus();
      });
      face.addEventListener("pointerdown", event => drag(event, list, item, at));
      turn.hidden = one.code === UNNAMED || !canBeWild(one.code);
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
    if (held) [...(list.children[held.at]?.children ?? [])].find(part => part.className === held.part && !part.hidden)?.focus();
    document.getElementById("tray-hint").hidden = !laid.length;
    let backs = laid.filter(one => isHidden(one.code)).length;
    for (const card of cards()) {
      const used = card.dataset.code === UNNAMED ? backs-- > 0 : laid.some(one => one.code === card.dataset.code);
      card.classList.toggle("is-laid", used);
      card.querySelector(".hand-face").setAttribute("aria-pressed", used);
    }
    if (withText) {
      document.getElementById("tray-typed").value = laid.map(one => one.letter).join("");
      missing([]);
    }
    document.getElementById("word-tiles").value = laid.map(tile).join(" ");
    preview();
  }

  // Which tile has the focus and which of its parts: drawing makes them anew.
  function focusIn(list) {
    const at = [...list.children].findIndex(item => item.contains(document.activeElement));
    return at < 0 ? null : { at, part: document.activeElement.className };
  }

  let dropped = false;

  // A tile is dragged along the tray; it goes where it is let go. A tap stays a tap.
  function drag(event, list, item, at) {
    const from = event.clientX;
    let moving = false;
    dropped = false;
    const moved = now => {
      moving ||= Math.abs(now.clientX - from) > 12;
      item.classList.toggle("is-dragged", moving);
    };
    const ended = now => {
      removeEventListener("pointermove", moved);
      removeEventListener("pointerup", ended);
      removeEventListener("pointercancel", ended);
      item.classList.remove("is-dragged");
      if (!moving || now.type === "pointercancel") return;
      dropped = true;
      setTimeout(() => { dropped = false; });
      const over = [...list.children].findIndex(other => {
        const box = other.getBoundingClientRect();
        return now.clientX >= box.left && now.clientX <= box.right && now.clientY >= box.top - 24 && now.clientY <= box.bottom + 24;
      });
      const end = list.lastElementChild.getBoundingClientRect();
      const to = over >= 0 ? over : now.clientX > end.right ? laid.length - 1 : now.clientX < list.getBoundingClientRect().left ? 0 : at;
      move(at, to);
      draw(true);
    };
    addEventListener("pointermove", moved);
    addEventListener("pointerup", ended);
    addEventListener("pointercancel", ended);
  }

  async function preview() {
    const form = document.getElementById("word-form");
    const place = document.getElementById("preview");
    const mine = ++asked;
    if (laid.length < Number(form.dataset.least)) { place.replaceChildren(); return; }
    await new Promise(done => setTimeout(done, 180));
    if (mine !== asked || !form.isConnected) return;
    const answer = await fetch(form.dataset.trial, { method: "POST", body: new FormData(form) }).catch(() => null);
    if (mine !== asked || !answer?.ok) return;
    const said = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("trial");
    if (mine !== asked || !said) return;
    said.removeAttribute("id");
    place.replaceChildren(document.importNode(said, true));
  }

  // One tick in each column, and one in each row that is a place on top: who is moved to a place that is taken swaps with it.
  function sorting() {
    for (const table of document.querySelectorAll(".sort")) {
      const ticks = [...table.querySelectorAll("input")];
      const row = tick => tick.closest("tr");
      const away = tick => tick.name === "f.discard";
      for (const tick of ticks) {
        tick.addEventListener("change", () => {
          const before = ticks.find(other => other !== tick && other.checked && other.dataset.at === tick.dataset.at);
          if (!tick.checked) { tick.checked = true; return; }
          const there = away(tick) ? null : ticks.find(other => other !== tick && other.checked && row(other) === row(tick));
          if (there && before) {
            there.checked = false;
            ticks.find(other => other.dataset.at === there.dataset.at && row(other) === row(before)).checked = true;
          }
          if (before) before.checked = false;
        });
      }
    }
  }

  addEventListener("htmx:afterSettle", start);
  start();
})();
