// The server's time in a page: of several questions the quickest counts, and the server's time is
// taken for the middle between question and answer, so that it is off by half of that way at most.
// And the time of day in words.

const SAMPLES = 5;
const KEPT = "clock-ahead";

class ServerTime {
  // `ask` gives the server's milliseconds since 1970; `local` is the clock of this phone.
  constructor(ask, local = () => Date.now()) {
    this.ask = ask;
    this.local = local;
    this.ahead = kept();
    this.best = Infinity; // the shortest way there and back
  }

  now() {
    return Math.round(this.local() + this.ahead);
  }

  measured(sent, got, said) {
    if (got - sent > this.best) return;
    this.best = got - sent;
    this.ahead = said - (sent + got) / 2;
  }

  // Where there is no network the time of before will do, also that of the page before this one.
  async measure() {
    this.best = Infinity;
    for (let n = 0; n < SAMPLES; n += 1) {
      const sent = this.local();
      try {
        const said = await this.ask();
        this.measured(sent, this.local(), said);
      } catch {
        return;
      }
    }
    keep(this.ahead);
  }
}

function kept() {
  try {
    return Number(localStorage.getItem(KEPT)) || 0;
  } catch {
    return 0;
  }
}

function keep(ahead) {
  try {
    localStorage.setItem(KEPT, String(ahead));
  } catch {
    return;
  }
}

async function askServer() {
  const response = await fetch("/api/v1/time/", { cache: "no-store" });
  return (await response.json()).now;
}

// The time of day where the tournament is, as all its pages tell it, whatever this phone is set to.
function asHour(moment, timeZone) {
  const form = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone };
  return new Intl.DateTimeFormat("en-GB", form).format(new Date(moment));
}

globalThis.crawfordTime = Object.freeze({ ServerTime, asHour, askServer });
