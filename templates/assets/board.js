// A board to play on. The server draws it and says which moments a legal play can go through
// (`routes`: whether it may end there, and the hops from there); here a finger or a key moves the
// checkers along them, and nothing is known of the rules. Nothing counts before it is confirmed, so
// undo is only here. Every deed is a form; it is sent without leaving the page, and the board of
// after it comes back. The opponent's deeds come by live.js. What the page of spectators has as well is
// in board_watch.js, which hears of a new board by the same event.

const play = document.getElementById("play");
const OFF = 0;
const SHOWN = 5;
const SVG = "http://www.w3.org/2000/svg";
const DRAG = 6; // px: less is a click

let board = null; // what the server told: version, routes, position, side
let made = []; // hops of the play that is not confirmed: [start, end, number, hit, to]
let chosen = null; // the place whose checker is lifted
let busy = false;
let byKey = false; // whether the last thing touched was a key

// --- The play that is being made --------------------------------------------------------------------
const node = () => board.routes[made.at(-1)?.[4] ?? 0] ?? [false, []];
const hops = () => node()[1];
const starts = () => new Set(hops().map((hop) => hop[0]));
const kept = () => `play-${board.match}-${board.side}`;

// Where the checker of a place can go with one number or with several: {end: hops on the way}.
function goals(start) {
  const found = new Map();
  let ways = hops().filter((hop) => hop[0] === start).map((hop) => [hop]);
  while (ways.length) {
    for (const way of ways) if (!found.has(way.at(-1)[1])) found.set(way.at(-1)[1], way);
    ways = ways.flatMap((way) => {
      const last = way.at(-1);
      const on = board.routes[last[4]][1].filter((hop) => hop[0] === last[1] && last[1] !== OFF);
      return on.map((hop) => [...way, hop]);
    });
  }
  return found;
}

// Kept while the page is open, so that a reload in the middle of a turn loses nothing.
function keep() {
  try {
    sessionStorage.setItem(kept(), JSON.stringify({ version: board.version, made }));
  } catch {
    return;
  }
}

function restored() {
  try {
    const was = JSON.parse(sessionStorage.getItem(kept()) ?? "{}");
    return was.version === board.version ? was.made : [];
  } catch {
    return [];
  }
}

function go(way) {
  made.push(...way);
  chosen = null;
  changed();
}

function undo() {
  if (chosen === null) made.pop();
  chosen = null;
  changed();
  if (byKey && isLost(document.activeElement)) goOn();
}

function changed() {
  keep();
  draw();
  play.querySelector("[data-typed]").elements.play.value = text();
}

const text = () => made.map(([start, end]) => `${named(start)}/${named(end)}`).join(" ");
const named = (place) => ({ 0: "off", 25: "bar", 26: "hand" })[place] ?? String(place);

// --- Drawing ------------------------------------------------------------------------------------------
const svg = () => play.querySelector("svg.board");
const spots = () => [...svg().querySelectorAll(".spot")];
const ownOf = (spot) => Number(spot.dataset.own);
const otherOf = (spot) => Number(spot.dataset.other);

// The checkers of both sides after the hops so far, by the places as each side counts them.
function standing() {
  const own = { ...board.position[board.side] };
  const other = { ...board.position[3 - board.side] };
  const pinned = new Set(board.position.pinned[2 - board.side]);
  const change = (side, place, by) => (side[place] = (side[place] ?? 0) + by);
  for (const [start, end, , hit] of made) {
    change(own, start, -1);
    change(own, end, 1);
    if (!hit) continue;
    const place = otherOf(spots().find((spot) => ownOf(spot) === end));
    if (board.pins) pinned.add(place);
    else {
      change(other, place, -1);
      change(other, 25, 1);
    }
  }
  return { own, other, pinned };
}

function draw() {
  const { own, other, pinned } = standing();
  const words = JSON.parse(svg().dataset.words);
  const [from, to] = [starts(), chosen === null ? new Map() : goals(chosen)];
  for (const spot of spots()) {
    const place = ownOf(spot);
    const [mine, theirs] = [own[place] ?? 0, other[otherOf(spot)] ?? 0];
    const discs = [...Array(mine).fill(board.side), ...Array(theirs).fill(3 - board.side)];
    if (mine && theirs && pinned.has(otherOf(spot))) discs.reverse();
    fill(spot, discs);
    const state = { may: from.has(place), chosen: place === chosen, goal: to.has(place) };
    for (const [name, on] of Object.entries(state)) spot.classList.toggle(name, on);
    touchable(spot, state.may || state.goal);
    if (state.may) spot.setAttribute("aria-pressed", state.chosen);
    else spot.removeAttribute("aria-pressed");
    const said = [spot.dataset.name, words.own[mine], words.other[theirs], state.goal ? words.goal : ""];
    spot.setAttribute("aria-label", said.filter(Boolean).join(", "));
  }
  drawDice();
  for (const done of play.querySelectorAll("[data-confirm], [data-suggest]"))
    done.disabled = !made.length || !node()[0];
  const back = play.querySelector("[data-undo]");
  if (back) back.disabled = !made.length && chosen === null;
}

function fill(spot, discs) {
  const [x, y, step] = ["x", "y", "step"].map((name) => Number(spot.dataset[name]));
  const flat = "flat" in spot.dataset;
  const shapes = discs.slice(0, flat ? 15 : SHOWN).map((side, n) => {
    const at = y + step * n;
    const where = flat ? { x: x - 30, y: at - 9, width: 60, height: 18, rx: 5 } : { cx: x, cy: at, r: 32 };
    return shape(flat ? "rect" : "circle", { class: `disc s${side}`, ...where });
  });
  if (!flat && discs.length > SHOWN) {
    const many = shape("text", { class: `many s${discs.at(-1)}`, x, y: y + step * (SHOWN - 1) });
    many.textContent = discs.length;
    shapes.push(many);
  }
  spot.querySelector(".discs").replaceChildren(...shapes);
}

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// A place is a button for the keyboard and for screen readers while it can be used.
function touchable(spot, can) {
  if (can) {
    spot.setAttribute("tabindex", "0");
    spot.setAttribute("role", "button");
  } else {
    spot.removeAttribute("tabindex");
    spot.removeAttribute("role");
  }
}

function drawDice() {
  const dice = [...svg().querySelectorAll(".die")];
  const used = made.map((hop) => hop[2]);
  const double = dice.length === 2 && dice[0].dataset.number === dice[1].dataset.number;
  const spent = board.routes.length ? used : [];
  dice.forEach((die, n) => {
    const at = spent.indexOf(Number(die.dataset.number));
    const off = double ? spent.length >= 2 * (n + 1) : at >= 0;
    if (!double && at >= 0) spent.splice(at, 1);
    die.classList.toggle("used", off);
  });
}

// --- Hands --------------------------------------------------------------------------------------------
function touch(spot) {
  const place = ownOf(spot);
  if (chosen !== null && place !== chosen) {
    const way = goals(chosen).get(place);
    if (way) return go(way);
  }
  const can = starts().has(place) && place !== chosen;
  chosen = can ? place : null;
  draw();
}

let drag = null;

function lift(event) {
  const spot = event.target.closest(".spot");
  if (!spot || !board.routes.length) return;
  event.preventDefault();
  drag = { spot, x: event.clientX, y: event.clientY, moved: false, ghost: null };
}

function carry(event) {
  if (!drag) return;
  const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG;
  if (!drag.moved && far && starts().has(ownOf(drag.spot))) {
    drag.moved = true;
    chosen = ownOf(drag.spot);
    draw();
    drag.spot.querySelector(".discs").lastElementChild?.classList.add("lifted");
    drag.ghost = svg().appendChild(shape("circle", { class: `disc ghost s${board.side}`, r: 32 }));
  }
  if (!drag.ghost) return;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg().getScreenCTM().inverse());
  drag.ghost.setAttribute("cx", at.x);
  drag.ghost.setAttribute("cy", at.y);
}

function drop(event) {
  if (!drag) return;
  const { spot, moved, ghost } = drag;
  drag = null;
  ghost?.remove();
  const under = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".spot");
  if (!moved) return under === spot && touch(spot);
  const way = under ? goals(chosen).get(ownOf(under)) : null;
  if (way) return go(way);
  chosen = null;
  draw(); // where it may not go it lies where it lay
}

// --- Sending ------------------------------------------------------------------------------------------
async function send(form, submitter) {
  if (busy) return;
  busy = true;
  const data = new FormData(form, submitter);
  data.set("key", name());
  try {
    await post(data);
  } finally {
    busy = false;
  }
}

const name = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;

// Sent again under the same name while there is no network: it is done once.
async function post(data) {
  for (;;) {
    try {
      const response = await fetch(location.href, {
        method: "POST",
        body: data,
        headers: {
          "X-Requested-With": "board",
          "X-CSRFToken": document.querySelector("#token input").value,
        },
      });
      if (response.status === 403) return location.reload();
      if (response.status >= 500 || response.status === 429) throw new Error(response.status);
      return show(await response.text(), response.ok);
    } catch {
      problem(play.dataset.lost);
      await new Promise((done) => setTimeout(done, 1500));
    }
  }
}

function show(html, done) {
  const before = board?.version;
  const inside = byKey || play.contains(document.activeElement);
  play.innerHTML = html;
  play.dispatchEvent(new CustomEvent("live:shown", { bubbles: true }));
  if (inside) goOn();
  if (done && board?.version !== before) svg()?.scrollIntoView({ block: "nearest" });
}

// Where whoever plays by the keyboard goes on: at a checker, at what is to be pressed, or at the top
// of all that while the other one is on turn.
const next = () =>
  play.querySelector(".spot.may") ??
  play.querySelector(".board-do :is(select, .button.primary:enabled)") ??
  play.querySelector(".board-do .button");

// Where a lifted checker may go with one number.
const nearest = (start) => spots().find((spot) => ownOf(spot) === goals(start).keys().next().value);

// Whether keys lead nowhere from there any more.
const isLost = (one) => one === document.body || one.disabled || one.matches(".spot:not([tabindex])");

const goOn = () => next()?.focus({ preventScroll: true });

function problem(words) {
  const place = play.querySelector("[data-problem]");
  if (!place) return;
  place.textContent = words ?? "";
  place.hidden = !words;
}

// --- Beginning, again after every change --------------------------------------------------------------
function begin() {
  const told = play.querySelector("[data-board]");
  if (!told) return;
  const seen = board?.version;
  board = JSON.parse(told.dataset.board);
  made = board.routes.length ? restored() : [];
  if (board.version !== seen) chosen = null; // the same again interrupts nobody
  for (const part of play.querySelectorAll(".scripted")) part.hidden = false;
  if (board.routes.length) draw();
}

function keys(event) {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const spot = event.target.closest(".spot");
  if (spot && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    touch(spot);
    if (chosen !== null) nearest(chosen).focus();
    else if (spot.hasAttribute("tabindex")) spot.focus();
    else goOn();
    return;
  }
  if (event.key === "Backspace" || event.key === "Escape" || event.key === "u") {
    if (!made.length && chosen === null) return;
    undo();
    return;
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step && spot) {
    event.preventDefault();
    const usable = spots().filter((one) => one.hasAttribute("tabindex"));
    usable.at((usable.indexOf(spot) + step) % usable.length).focus();
    return;
  }
  if (event.key === "Enter" && event.target.closest("button, a, summary")) return;
  if (event.key === "Enter") play.querySelector("[data-confirm]:enabled")?.click();
  play.querySelector(`[data-hotkey="${CSS.escape(event.key)}"]`)?.click();
}

play.addEventListener("pointerdown", lift);
// A finger drags the checker, and elsewhere the page. (CSS cannot say so of parts of a drawing.)
const hold = (event) => event.target.closest(".spot.may") && event.preventDefault();
play.addEventListener("touchstart", hold, { passive: false });
addEventListener("pointermove", carry);
addEventListener("pointerup", drop);
addEventListener("pointercancel", () => {
  drag?.ghost?.remove();
  drag = null;
  chosen = null;
  if (board?.routes.length) draw();
});
play.addEventListener("submit", (event) => {
  event.preventDefault();
  send(event.target, event.submitter);
});
play.addEventListener("click", (event) => {
  if (event.target.closest("[data-undo]")) undo();
  const asks = event.target.closest("[data-suggest]");
  if (asks || event.target.closest("[data-confirm]")) {
    const form = play.querySelector("[data-typed]");
    form.elements.play.value = text();
    form.requestSubmit(asks ? form.querySelector("[name=suggest]") : null);
  }
});
play.addEventListener("live:shown", () => {
  begin();
  if (byKey && isLost(document.activeElement)) goOn();
});
addEventListener("keydown", () => (byKey = true), true);
addEventListener("pointerdown", () => (byKey = false), true);
document.addEventListener("keydown", keys);
const mirror = document.querySelector("[data-mirror]");
mirror.hidden = false;
mirror.addEventListener("click", () => {
  const on = document.cookie.includes("mirrored=1");
  document.cookie = `mirrored=${on ? 0 : 1}; path=/matches/; max-age=31536000; samesite=lax`;
  location.reload();
});
begin();
