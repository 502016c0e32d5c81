// The match clock in a phone: it ticks by the server's time, and goes on without a network.
//
// What is pressed is done here at once and sent with the moment at which it was done; until it has
// arrived it is kept in localStorage, also when the page is opened anew meanwhile (see sw_clock.js).
// The server's clock is the truth: what is shown is always its last state and, on top of it, what it
// has not heard of yet. An instant is a whole number of milliseconds since 1970.

const { after, asTime, delayLeft, fallen, left } = globalThis.crawfordClock;
const { ServerTime, asHour, askServer } = globalThis.crawfordTime;
const { LOW, VERY_LOW, mayBeHeard, stayAwake, warn } = globalThis.crawfordSigns;
const page = document.body;
const SIDE = Number(page.dataset.side); // 0: the phone lies between the two
const MINE = SIDE ? [SIDE] : [1, 2];
const RUNS_IN_BREAK = page.dataset.runs === "yes";
const API = "/api/v1/";
const SEEN_MS = 15_000;
const OVER_MS = 60_000;
const AGAIN_MS = 3_000;
const PATIENCE_MS = 8_000;
const AT_ONCE = 50;

const told = JSON.parse(page.dataset.clock);
const store = `clock-${told.match}-${SIDE}`;
const time = new ServerTime(askServer);
const now = () => time.now();
let base = latest(told, read(`${store}-base`)); // as the server told it last
let queue = read(store) ?? []; // what it has not heard of
let sending = false;
let waitingToSend = null;
let asked = false; // for a break, by what was done here last
let slip = false; // whether both stand since the menu was opened, which may have been one

const doneTo = (clock, deed) => after(clock, deed, RUNS_IN_BREAK);
const current = () => queue.reduce((clock, deed) => doneTo(clock, deed) ?? clock, base);

// --- Pressing and sending --------------------------------------------------------------------------
// Where a browser keeps nothing, presses are kept as long as the page is open.
function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

function save(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    return;
  }
}

const keep = () => save(store, queue);

// A page that comes from the cache is older than what was heard since it was loaded.
function latest(clock, heard) {
  return heard && heard.match === clock.match && heard.version > clock.version ? heard : clock;
}

function done(deed) {
  const named = { ...deed, id: crypto.randomUUID?.() ?? `${now()}-${Math.random()}`, at: now() };
  if (!doneTo(current(), named)) return;
  asked = named.deed === "ask_break";
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
  const said = answer.now ?? answer.clock?.now;
  if (said) time.measured(sent, Date.now(), said);
  if (!response.ok && response.status !== 429 && response.status < 500) {
    tellProblem(answer.message);
    return null;
  }
  if (!response.ok) throw new Error(answer.code);
  tellNet("live");
  return answer;
}

function take(clock) {
  if (clock.version >= base.version) {
    base = clock;
    save(`${store}-base`, base);
  }
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

// What needs an answer at once: nothing of it is kept for later.
async function tell(path, body) {
  try {
    const clock = await ask(path, body);
    if (clock) {
      tellProblem("");
      take(clock);
    }
  } catch {
    tellNet("lost");
  }
}

// --- What is seen and heard --------------------------------------------------------------------------
const halves = [...document.querySelectorAll("[data-half]")];
const scoring = document.querySelector("[data-scoring]");
const game = document.querySelector("[data-game]");
const menu = document.querySelector("[data-stopping]");
const net = document.querySelector("[data-net]");
const hide = (element, hidden) => element.hidden !== hidden && (element.hidden = hidden);
const write = (element, text) => element.textContent !== text && (element.textContent = text);

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
  const away = state === "break" || (state === "running" && clock.break_until !== null);
  const also = {
    lost: out,
    waits: clock.waits && clock.asks !== "game",
    safe: clock.asks === "safe",
    break: away,
    running: state === "running" && !away,
    asked: asked && !away,
  };
  for (const say of document.querySelectorAll("[data-when]")) {
    hide(say, !(also[say.dataset.when] ?? say.dataset.when === state));
  }
  write(document.querySelector("[data-lost]"), out ? clock.names[out - 1] : "");
  write(document.querySelector("[data-reason]"), reasonWords(clock.stopped_for));
  write(document.querySelector("[data-set-to]"), clock.set_to);
  showBreak(clock, at);
  showScore(clock, state);
  showGame(clock, out);
  hide(document.querySelector("[data-deed=resume]"), state !== "stopped");
  hide(menu, !["running", "stopped", "ready", "break"].includes(state));
  const [asking, pause] = ["[data-deed=ask_break]", "[value=break]"].map((one) => document.querySelector(one));
  if (asking) hide(asking, menu.hidden);
  if (pause) hide(pause, clock.on_turn !== null && clock.score !== null);
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
  return menu.querySelector(`[value="${reason}"]`)?.textContent ?? "";
}

function showBreak(clock, at) {
  const place = document.querySelector("[data-break]");
  const until = clock.break_until ? new Date(clock.break_until) : null;
  write(place, until ? asHour(until, page.dataset.zone) : "");
  const isOver = until !== null && until <= at;
  hide(document.querySelector("[data-break-on]"), isOver);
  hide(document.querySelector("[data-break-over]"), !isOver);
}

function showScore(clock, state) {
  hide(scoring, ["confirm", "lost", "over"].includes(state));
  write(scoring.querySelector("[data-score]"), clock.score ? clock.score.join("–") : "?");
}

// Both say it, each on the own phone; what the other said is told where it is not the same.
function showGame(clock, out) {
  const asks = clock.asks === "game";
  hide(game, !asks);
  if (!asks) return;
  write(game.querySelector("[data-lost]"), out ? clock.names[out - 1] : "");
  const said = clock.claims.map((claim, n) => claim && `${clock.names[n]}: ${claimWords(claim)}`);
  write(game.querySelector("[data-claims]"), said.filter(Boolean).join(" · "));
  if (game.dataset.filled) return;
  game.dataset.filled = "yes";
  fill(game, clock.score);
}

function claimWords(claim) {
  const [position, cube, ...scores] = claim.split(":");
  const words = game.querySelector(`[value=${position}]`).dataset.short;
  return `${words} × ${cube}, ${scores.join("–")}`;
}

function fill(form, score) {
  for (const [n, points] of (score ?? ["", ""]).entries()) form.elements[`score_${n + 1}`].value = points;
}

const pointsIn = (form) => [1, 2].map((n) => Number(form.elements[`score_${n}`].value));

// --- Hands and the stream ----------------------------------------------------------------------------
for (const half of halves) {
  half.addEventListener("submit", (event) => {
    event.preventDefault();
    const side = Number(half.dataset.half);
    mayBeHeard();
    stayAwake();
    if (base.confirmed[side - 1]) done({ deed: "press", side });
    else tell("confirm/", { side });
  });
}
for (const one of [menu, scoring]) {
  one.addEventListener("reset", () => (one.open = false));
  const cancel = () => one.open && one.querySelector("form").reset();
  document.addEventListener("keydown", (event) => event.key === "Escape" && cancel());
}
// Both stop at the press; why is said after it, or it was a slip and they go on.
menu.querySelector("summary").addEventListener("click", () => {
  slip = !menu.open && current().running !== null;
  if (slip) done({ deed: "stop", reason: "" });
});
menu.addEventListener("reset", () => slip && !current().stopped_for && done({ deed: "resume" }));
for (const form of document.querySelectorAll("form[data-deed]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { name, value } = event.submitter ?? {};
    done({ deed: form.dataset.deed, reason: name === "reason" ? value : "" });
    menu.open = false;
  });
}

const scores = scoring.querySelector("form");
// Before it opens, so that nothing that is typed at once is written over.
scoring.querySelector("summary").addEventListener("click", () => scoring.open || fill(scores, current().score));
scores.addEventListener("submit", (event) => {
  event.preventDefault();
  done({ deed: "score", scores: pointsIn(scores) });
  scoring.open = false;
});
game.addEventListener("submit", (event) => {
  event.preventDefault();
  const [position, cube] = [event.submitter.value, Number(game.elements.cube.value)];
  tell("game/", { position, cube, scores: pointsIn(game) });
});

let stream = null;
function listen() {
  stream?.close();
  stream = new EventSource(page.dataset.stream);
  stream.addEventListener("fragment", (event) => take(JSON.parse(JSON.parse(event.data).html)));
}

// Without a network the page opens again from what the service worker keeps.
async function keepPage() {
  if (!navigator.serviceWorker || !globalThis.caches) return;
  try {
    await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
    const cache = await caches.open("clocks");
    await cache.add(location.href);
    page.dataset.offline = "yes";
  } catch {
    return; // the network is gone already, or the browser keeps nothing
  }
}

function wake() {
  if (document.hidden) return;
  listen();
  time.measure().then(send);
}

keepPage();
addEventListener("online", send);
addEventListener("offline", () => tellNet("lost"));
addEventListener("pageshow", (event) => event.persisted && wake());
addEventListener("pagehide", () => stream?.close());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) stayAwake();
  wake();
});
setInterval(show, 50);
setInterval(() => time.measure(), 5 * 60_000);
show();
wake();
