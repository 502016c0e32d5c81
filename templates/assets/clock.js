// The match clock in a phone: it ticks by the server's time, and goes on without a network.
//
// What is pressed is done here at once and sent with the moment at which it was done; until it has
// arrived it is kept in localStorage. The server's clock is the truth: what is shown is always its
// last state and, on top of it, what it has not heard of yet. The rules are those of
// matches/engine/clock.py. An instant is a whole number of milliseconds since 1970.

const page = document.body;
const SIDE = Number(page.dataset.side); // 0: the phone lies between the two
const MINE = SIDE ? [SIDE] : [1, 2];
const API = "/api/v1/";
const SAMPLES = 5;
const SEEN_MS = 15_000;
const OVER_MS = 60_000;
const AGAIN_MS = 3_000;
const PATIENCE_MS = 8_000;
const AT_ONCE = 50;
const LOW = 60_000;
const VERY_LOW = 10_000;
const ENDS_TURN = ["game", "break"];

let base = JSON.parse(page.dataset.clock); // as the server told it last
const store = `clock-${base.match}-${SIDE}`;
let queue = kept(); // what it has not heard of
let sending = false;
let waitingToSend = null;

// --- The server's time ---------------------------------------------------------------------------
let ahead = 0; // of this phone's time
let best = Infinity; // the shortest way there and back: the middle of it cannot be off by more than half

const now = () => Math.round(Date.now() + ahead);

function measured(sent, got, said) {
  if (got - sent > best) return;
  best = got - sent;
  ahead = said - (sent + got) / 2;
}

async function askTheTime() {
  best = Infinity;
  for (let n = 0; n < SAMPLES; n += 1) {
    const sent = Date.now();
    try {
      const response = await fetch(`${API}time/`, { cache: "no-store" });
      const said = (await response.json()).now;
      measured(sent, Date.now(), said);
    } catch {
      return; // no network: the time of before will do
    }
  }
}

// --- The clock: each event gives the clock after it, or null where there can be none ---------------
const elapsed = (clock, at) => (clock.running ? Math.max(0, at - clock.since) : 0);
const delays = (clock) => clock.settings.kind === "simple_delay";

function left(clock, side, at) {
  const reserve = clock.reserves[side - 1];
  if (side !== clock.running) return reserve;
  const free = delays(clock) ? Math.max(0, clock.settings.delay - clock.used) : 0;
  return Math.max(0, reserve - Math.max(0, elapsed(clock, at) - free));
}

function delayLeft(clock, side, at) {
  if (side !== clock.on_turn || clock.settings.kind === "increment") return 0;
  return Math.max(0, clock.settings.delay - clock.used - elapsed(clock, at));
}

function settled(clock, at) {
  const reserves = [...clock.reserves];
  if (clock.running) reserves[clock.running - 1] = left(clock, clock.running, at);
  return { ...clock, reserves, used: clock.used + elapsed(clock, at), since: at };
}

function given(clock, side, time) {
  const reserves = [...clock.reserves];
  reserves[side - 1] += time;
  return { ...clock, reserves };
}

function closed(clock) {
  const over = { ...clock, on_turn: null, running: null, used: 0 };
  if (!clock.on_turn || clock.settings.kind !== "bronstein") return over;
  return given(over, clock.on_turn, Math.min(clock.used, clock.settings.delay));
}

const begun = (clock, side, at) => ({
  ...clock,
  on_turn: side,
  running: side,
  since: at,
  turn: clock.turn + 1,
  stopped_for: "",
  break_until: null,
});

const fallen = (clock, at) => clock.running !== null && left(clock, clock.running, at) === 0;

function after(clock, deed) {
  const at = Math.max(deed.at, clock.since ?? 0);
  if (!clock.open || clock.lost || !clock.confirmed.every(Boolean) || fallen(clock, at)) return null;
  if (deed.deed === "press") return pressed(clock, deed.side, at);
  if (deed.deed === "stop") {
    const reason = { stopped_for: deed.reason, running: null };
    if (ENDS_TURN.includes(deed.reason)) return { ...closed(settled(clock, at)), ...reason };
    return clock.on_turn ? { ...settled(clock, at), ...reason } : null;
  }
  if (clock.running || !clock.on_turn) return null;
  return { ...clock, running: clock.on_turn, since: at, stopped_for: "" };
}

function pressed(clock, side, at) {
  if (!clock.on_turn) return begun(clock, 3 - side, at);
  if (clock.running !== side) return null;
  let over = closed(settled(clock, at));
  if (clock.settings.kind === "increment") over = given(over, side, clock.settings.delay);
  return begun(over, 3 - side, at);
}

const current = () => queue.reduce((clock, deed) => after(clock, deed) ?? clock, base);

// --- Pressing and sending --------------------------------------------------------------------------
// Where a browser keeps nothing, presses are kept as long as the page is open.
function kept() {
  try {
    return JSON.parse(localStorage.getItem(store) ?? "[]");
  } catch {
    return [];
  }
}

function keep() {
  try {
    localStorage.setItem(store, JSON.stringify(queue));
  } catch {
    return;
  }
}

function done(deed) {
  const named = { ...deed, id: crypto.randomUUID?.() ?? `${now()}-${Math.random()}`, at: now() };
  if (!after(current(), named)) return;
  queue.push(named);
  keep();
  show();
  send();
}

async function ask(path, body) {
  const sent = Date.now();
  const response = await fetch(`${API}clock/${path}`, {
    method: "POST",
    headers: {
      Authorization: `Clock ${page.dataset.token}`,
      "Content-Type": "application/json",
      "Accept-Language": document.documentElement.lang,
    },
    body: JSON.stringify(body),
    credentials: "omit",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (response.status === 401) {
    tellNet("dead");
    throw new Error("dead");
  }
  const answer = await response.json();
  const time = answer.now ?? answer.clock?.now;
  if (time) measured(sent, Date.now(), time);
  if (!response.ok && response.status !== 429 && response.status < 500) {
    tellProblem(answer.message);
    return null;
  }
  if (!response.ok) throw new Error(answer.code);
  tellNet("live");
  return answer;
}

function take(clock) {
  if (clock.version >= base.version) base = clock;
  show();
}

// Presses first, then "I am here": the server believes that a phone it hears of has nothing left.
async function send() {
  if (sending || page.dataset.dead) return;
  sending = true;
  clearTimeout(waitingToSend);
  let failed = false;
  try {
    while (queue.length) {
      const part = queue.slice(0, AT_ONCE);
      const answer = await ask("presses/", { presses: part });
      queue = queue.slice(part.length);
      keep();
      if (!answer) continue;
      const refused = answer.presses.find((one) => !one.accepted);
      tellProblem(refused?.message ?? "");
      take(answer.clock);
    }
    const clock = await ask("seen/", {});
    if (clock) take(clock);
  } catch {
    if (!page.dataset.dead) tellNet("lost");
    failed = true;
  }
  sending = false;
  if (queue.length && !failed) return send();
  const wait = base.open ? SEEN_MS : OVER_MS;
  waitingToSend = setTimeout(send, failed ? AGAIN_MS : wait);
}

async function confirmSettings(side) {
  try {
    const clock = await ask("confirm/", { side });
    if (clock) take(clock);
  } catch {
    tellNet("lost");
  }
}

// --- What is seen and heard --------------------------------------------------------------------------
const halves = [...document.querySelectorAll("[data-half]")];
const menu = document.querySelector(".clock-menu");
const net = document.querySelector("[data-net]");
const hide = (element, hidden) => element.hidden !== hidden && (element.hidden = hidden);
const write = (element, text) => element.textContent !== text && (element.textContent = text);

function asTime(ms) {
  const seconds = Math.ceil(ms / 1000);
  const two = (n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  if (hours) return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

function tellNet(state) {
  net.dataset.net = state;
  if (state === "dead") page.dataset.dead = "yes";
}

function tellProblem(text) {
  const place = document.querySelector("[data-problem]");
  write(place, text);
  hide(place, !text);
}

function stateOf(clock, at) {
  if (!clock.open) return "over";
  if (!clock.confirmed.every(Boolean)) return "confirm";
  if (clock.lost || fallen(clock, at)) return "lost";
  if (clock.running) return "running";
  if (clock.stopped_for === "break") return "break";
  return clock.on_turn ? "stopped" : "ready";
}

function show() {
  const [clock, at] = [current(), now()];
  const state = stateOf(clock, at);
  const out = clock.lost ?? (state === "lost" ? clock.running : null);
  const also = { lost: out, waits: clock.waits };
  for (const say of document.querySelectorAll("[data-when]")) {
    hide(say, !(also[say.dataset.when] ?? say.dataset.when === state));
  }
  write(document.querySelector("[data-lost]"), out ? clock.names[out - 1] : "");
  write(document.querySelector("[data-reason]"), reasonWords(clock.stopped_for));
  showBreak(clock, at);
  hide(document.querySelector("[data-deed=resume]"), state !== "stopped");
  hide(menu, !["running", "stopped", "ready", "break"].includes(state));
  write(document.querySelector("[data-kept]"), queue.length ? `(${queue.length})` : "");
  for (const half of halves) showHalf(half, clock, state, at, out);
}

function showHalf(half, clock, state, at, out) {
  const side = Number(half.dataset.half);
  const time = left(clock, side, at);
  const runs = clock.running === side && state === "running";
  const agreed = clock.confirmed[side - 1];
  write(half.querySelector("[data-time]"), asTime(time));
  write(half.querySelector("[data-delay]"), delayWords(clock, side, at));
  half.classList.toggle("runs", runs);
  half.classList.toggle("low", time <= LOW && time > VERY_LOW);
  half.classList.toggle("very-low", time <= VERY_LOW);
  half.classList.toggle("out", out === side);
  const button = half.querySelector("button");
  button.value = agreed ? "press" : "confirm";
  button.disabled = !MINE.includes(side) || !clock.open;
  const shown = {
    confirm: state === "confirm" && !agreed && MINE.includes(side),
    confirmed: state === "confirm" && agreed,
    open: ["ready", "break"].includes(state) && MINE.includes(side),
    press: runs,
  };
  for (const say of half.querySelectorAll("[data-do]")) hide(say, !shown[say.dataset.do]);
  if (runs) warn(side, time);
}

function delayWords(clock, side, at) {
  if (!clock.settings.delay) return "";
  const onTurn = side === clock.on_turn && clock.settings.kind !== "increment";
  return `+ ${asTime(onTurn ? delayLeft(clock, side, at) : clock.settings.delay)}`;
}

function reasonWords(reason) {
  return reason ? document.querySelector(`.clock-menu [value=${reason}]`).textContent : "";
}

function showBreak(clock, at) {
  const place = document.querySelector("[data-break]");
  const until = clock.break_until ? new Date(clock.break_until) : null;
  const hours = { hour: "2-digit", minute: "2-digit" };
  write(place, until ? until.toLocaleTimeString(document.documentElement.lang, hours) : "");
  const isOver = until !== null && until <= at;
  hide(document.querySelector("[data-break-on]"), isOver);
  hide(document.querySelector("[data-break-over]"), !isOver);
}

let sounds = null;
const warned = new Map();

// Once when a side comes below a minute, below ten seconds, and to nothing.
function warn(side, time) {
  const level = [LOW, VERY_LOW, 0].filter((limit) => time <= limit).length;
  const before = warned.get(side) ?? level;
  warned.set(side, level);
  if (level > before) beep(level);
}

function beep(level) {
  if (!sounds || sounds.state !== "running") return;
  const tone = sounds.createOscillator();
  const volume = sounds.createGain();
  tone.frequency.value = 440 * level;
  volume.gain.setValueAtTime(0.2, sounds.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, sounds.currentTime + 0.5 * level);
  tone.connect(volume).connect(sounds.destination);
  tone.start();
  tone.stop(sounds.currentTime + 0.5 * level);
}

// A phone that goes to sleep is no clock.
function stayAwake() {
  navigator.wakeLock?.request("screen").catch(() => null);
}

// A browser lets a page be heard once it was touched.
function touched() {
  if (window.AudioContext) sounds ??= new AudioContext();
  stayAwake();
}

// --- Hands and the stream ----------------------------------------------------------------------------
for (const half of halves) {
  half.addEventListener("submit", (event) => {
    event.preventDefault();
    const side = Number(half.dataset.half);
    touched();
    if (base.confirmed[side - 1]) done({ deed: "press", side });
    else confirmSettings(side);
  });
}
menu.addEventListener("reset", () => (menu.open = false));
document.addEventListener("keydown", (event) => event.key === "Escape" && (menu.open = false));
for (const form of document.querySelectorAll("form[data-deed]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    done({ deed: form.dataset.deed, reason: event.submitter?.name === "reason" ? event.submitter.value : "" });
    menu.open = false;
  });
}

let stream = null;
function listen() {
  stream?.close();
  stream = new EventSource(page.dataset.stream);
  stream.addEventListener("fragment", (event) => take(JSON.parse(JSON.parse(event.data).html)));
}

function wake() {
  if (document.hidden) return;
  listen();
  askTheTime().then(send);
}

addEventListener("online", send);
addEventListener("offline", () => tellNet("lost"));
addEventListener("pageshow", (event) => event.persisted && wake());
addEventListener("pagehide", () => stream?.close());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) stayAwake();
  wake();
});
setInterval(show, 50);
setInterval(askTheTime, 5 * 60_000);
show();
wake();
