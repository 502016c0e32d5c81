// The rules of the match clock in a page, those of matches/engine/clock.py: what an event makes of a
// clock, and what is left at an instant, a whole number of milliseconds since 1970.

const ENDS_TURN = ["game", "set", "break"];

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

// By some rules the clock of the side on turn runs on in a break, whose end the server tells.
function after(clock, deed, runsInBreak = false) {
  const at = Math.max(deed.at, clock.since ?? 0);
  if (!clock.open || clock.lost || !clock.confirmed.every(Boolean) || fallen(clock, at)) return null;
  if (deed.deed === "press") return pressed(clock, deed.side, at);
  if (deed.deed === "ask_break") return clock;
  if (deed.deed === "stop" && deed.reason === "break" && runsInBreak && clock.running) return clock;
  if (deed.deed === "stop") {
    const reason = { stopped_for: deed.reason, running: null };
    if (ENDS_TURN.includes(deed.reason)) return { ...ended(clock, deed.reason, at), ...reason };
    return clock.on_turn ? { ...settled(clock, at), ...reason } : null;
  }
  if (deed.deed === "score") return { ...clock, score: deed.scores };
  if (clock.running || !clock.on_turn) return null;
  return { ...clock, running: clock.on_turn, since: at, stopped_for: "" };
}

// A new reserve where it is for a game, or for a set, that is over; nobody has told the score yet.
function ended(clock, reason, at) {
  const fresh = reason === "set" ? clock.fresh_set : clock.on_turn && clock.fresh;
  const over = closed(settled(clock, at));
  if (reason === "set") Object.assign(over, { score: [0, 0], sets_over: clock.sets_over + 1 });
  else if (clock.on_turn) over.score = null;
  return fresh ? { ...over, reserves: [fresh, fresh], overtimes: [0, 0] } : over;
}

function pressed(clock, side, at) {
  if (!clock.on_turn) return begun(clock, 3 - side, at);
  if (clock.running !== side) return null;
  let over = closed(settled(clock, at));
  if (clock.settings.kind === "increment") over = given(over, side, clock.settings.delay);
  return begun(over, 3 - side, at);
}

function asTime(ms) {
  const seconds = Math.ceil(ms / 1000);
  const two = (n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  if (hours) return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

globalThis.crawfordClock = Object.freeze({ after, asTime, delayLeft, fallen, left });
