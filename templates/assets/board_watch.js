// What the pages of a board have in common, be it played on or watched: clocks that tick, the newest move
// in sight, words for those who do not look at the page; and for spectators a replay by the arrow keys.
// The board itself comes by live.js, and on the page to play on from board.js.

const page = document.getElementById("play") ?? document.getElementById("watch");
let shownAt = 0; // when the clocks were told last

// --- What is new ----------------------------------------------------------------------------------------
function shown() {
  shownAt = performance.now();
  tick();
  tell();
  seeMove();
  // What is said belongs to the action that is shown.
  const said = document.querySelector("#say [name=number]");
  if (said) said.value = page.querySelector("[data-at]").dataset.at;
}

// Read out by a screen reader: what is to be done now. Whoever looks at another page meanwhile sees at
// the name of this one that it is his turn.
function tell() {
  const words = page.querySelector(".board-say")?.textContent.trim() ?? "";
  const place = document.getElementById("told");
  if (place.textContent !== words) place.textContent = words;
  const mark = page.querySelector(".board-say.mine") ? "● " : "";
  document.title = mark + document.title.replace(/^● /, "");
}

// Within its list: the page stays where it is, at the board.
function seeMove() {
  const list = page.querySelector(".move-list");
  const now = list?.querySelector(".now") ?? list?.lastElementChild;
  if (now) list.scrollTop += now.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
}

// --- The clocks -----------------------------------------------------------------------------------------
function tick() {
  const gone = performance.now() - shownAt;
  for (const clock of document.querySelectorAll(".board-clock")) {
    const { left, free, runs } = clock.dataset;
    const over = runs === undefined ? 0 : Math.max(0, gone - Number(free));
    const seconds = Math.ceil(Math.max(0, Number(left) - over) / 1000);
    const words = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (clock.textContent !== words) clock.textContent = words;
  }
}

// --- The replay -----------------------------------------------------------------------------------------
function replay(event) {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const link = page.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
}

if (page) {
  page.addEventListener("live:shown", shown);
  document.addEventListener("keydown", replay);
  shown();
  setInterval(tick, 250);
}
