// Match clocks for all to watch: they tick by the server's time, and nothing can be pressed.

const { asTime, delayLeft, fallen, left } = globalThis.crawfordClock;
const { ServerTime, asHour, askServer } = globalThis.crawfordTime;
const page = document.body;
const tiles = document.querySelector("main");
const time = new ServerTime(askServer);
const LOW = 60_000;
const VERY_LOW = 10_000;

let clocks = JSON.parse(page.dataset.clocks);

const write = (element, text) => element.textContent !== text && (element.textContent = text);
const word = (code) => document.querySelector(`[data-word="${code}"]`)?.textContent ?? "";

// The stream of one clock carries that clock, without its place.
function take(told) {
  const before = new Map(clocks.map((clock) => [clock.match, clock]));
  clocks = [told].flat().map((clock) => ({ ...before.get(clock.match), ...clock }));
  arrange();
}

// A tile for each clock, in their order; those that are over are gone.
function arrange() {
  const known = new Map([...tiles.children].map((tile) => [Number(tile.dataset.tile), tile]));
  const wanted = clocks.map((clock) => known.get(clock.match) ?? made(clock));
  for (const tile of known.values()) if (!wanted.includes(tile)) tile.remove();
  for (const [n, tile] of wanted.entries()) {
    if (tiles.children[n] !== tile) tiles.insertBefore(tile, tiles.children[n] ?? null);
  }
  document.querySelector("[data-empty]").hidden = clocks.length > 0;
  show();
}

function made(clock) {
  const tile = document.querySelector("[data-new]").content.firstElementChild.cloneNode(true);
  tile.dataset.tile = clock.match;
  tile.querySelector("[data-place]").href = `${location.pathname}${clock.key}/`;
  return tile;
}

function show() {
  const at = time.now();
  for (const [n, clock] of clocks.entries()) showTile(tiles.children[n], clock, at);
}

function showTile(tile, clock, at) {
  const out = clock.lost ?? (fallen(clock, at) ? clock.running : null);
  write(tile.querySelector("[data-place]"), clock.place);
  write(tile.querySelector("[data-score]"), clock.score ? clock.score.join("–") : "");
  write(tile.querySelector("[data-say]"), said(clock, out));
  for (const side of [1, 2]) {
    const half = tile.querySelector(`[data-half="${side}"]`);
    const rest = left(clock, side, at);
    write(half.querySelector("[data-name]"), clock.names[side - 1]);
    write(half.querySelector("[data-time]"), asTime(rest));
    write(half.querySelector("[data-delay]"), delayWords(clock, side, at));
    half.classList.toggle("runs", clock.open && clock.running === side && !out);
    half.classList.toggle("low", rest <= LOW && rest > VERY_LOW);
    half.classList.toggle("very-low", rest <= VERY_LOW);
    half.classList.toggle("out", out === side);
  }
}

function said(clock, out) {
  if (!clock.open) return word("over");
  if (out) return word("lost");
  if (!clock.confirmed.every(Boolean)) return word("confirm");
  if (!clock.break_until) return word(clock.stopped_for);
  return `${word("until")} ${asHour(clock.break_until, page.dataset.zone)}`;
}

function delayWords(clock, side, at) {
  if (!clock.settings.delay) return "";
  const onTurn = side === clock.on_turn && clock.settings.kind !== "increment";
  return `+ ${asTime(onTurn ? delayLeft(clock, side, at) : clock.settings.delay)}`;
}

let stream = null;
function listen() {
  stream?.close();
  stream = new EventSource(page.dataset.stream);
  stream.addEventListener("open", () => tellNet("live"));
  stream.addEventListener("error", () => tellNet("lost"));
  stream.addEventListener("fragment", (event) => take(JSON.parse(JSON.parse(event.data).html)));
}

const tellNet = (state) => (document.querySelector("[data-net]").dataset.net = state);

function wake() {
  if (document.hidden) return;
  listen();
  time.measure();
}

addEventListener("pageshow", (event) => event.persisted && wake());
addEventListener("pagehide", () => stream?.close());
document.addEventListener("visibilitychange", wake);
setInterval(show, 100);
setInterval(() => time.measure(), 5 * 60_000);
arrange();
wake();
