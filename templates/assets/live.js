// Live fragments: <div id="..." data-live="/events/..." data-poll="/page/..."> shows what changes.
//
// Each event carries the whole fragment. Without event streams the page named by data-poll is asked
// every 15 seconds instead. Every element with data-live-state tells how things stand by its value:
// "live", "connecting" or "polling"; the texts are the template's.
//
// Buttons with data-print print the page; they are hidden where no script runs.

const POLL_MS = 15_000;
const RETRY_MS = 60_000;

class Live {
  constructor(element) {
    this.element = element;
    this.version = "";
    this.etag = "";
    this.lost = 0; // streams lost since one was last open
    this.open();
  }

  // One stream while the page is seen: a browser allows few connections to a host for all its tabs.
  open() {
    this.close();
    const url = new URL(this.element.dataset.live, location.href);
    if (this.version) url.searchParams.set("v", this.version);
    this.tell("connecting");
    this.source = new EventSource(url);
    this.source.addEventListener("open", () => {
      this.lost = 0;
      this.tell("live");
    });
    this.source.addEventListener("fragment", (event) => {
      const { version, html } = JSON.parse(event.data);
      this.version = version;
      this.show(html);
    });
    this.source.addEventListener("error", () => this.miss());
  }

  // The browser connects again by itself, unless the server refused. Where the page is answered
  // again and again but no stream opens, something on the way lets none through.
  async miss() {
    if (this.source?.readyState === EventSource.CLOSED) return this.fallBack();
    this.tell("connecting");
    this.lost += 1;
    if (this.lost < 2 || !(await this.poll())) return;
    if (this.source?.readyState === EventSource.CONNECTING) this.fallBack();
  }

  close() {
    this.source?.close();
    this.source = null;
    clearInterval(this.polling);
    clearTimeout(this.retry);
  }

  fallBack() {
    this.close();
    this.retry = setTimeout(() => this.open(), RETRY_MS);
    if (!this.element.dataset.poll) return;
    this.tell("polling");
    this.polling = setInterval(() => this.poll(), POLL_MS);
    this.poll();
  }

  // Shows what is new; tells whether there was an answer.
  async poll() {
    if (!this.element.dataset.poll) return false;
    try {
      // "no-cache" lets the browser ask with the ETag of what it has.
      const response = await fetch(this.element.dataset.poll, { cache: "no-cache" });
      if (!this.source) this.tell("polling"); // again, after a time without network
      const etag = response.headers.get("ETag") ?? "";
      if (!response.ok || (etag && etag === this.etag)) return response.ok;
      this.etag = etag;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const found = this.element.id ? page.getElementById(this.element.id) : null;
      this.show((found ?? page.body).innerHTML);
      return true;
    } catch {
      this.tell("connecting"); // no network: the next poll asks again
      return false;
    }
  }

  show(html) {
    const restore = remember(this.element);
    this.element.innerHTML = html;
    restore();
    this.element.dispatchEvent(new CustomEvent("live:shown", { bubbles: true }));
  }

  tell(state) {
    this.element.dataset.state = state;
    for (const shown of document.querySelectorAll("[data-live-state]")) {
      shown.dataset.liveState = state;
    }
  }
}

// What the reader did to a fragment, by the ids in it: returns how to do it again.
function remember(element) {
  const folds = [...element.querySelectorAll("details[id]")].map((fold) => [fold.id, fold.open]);
  const typed = [...element.querySelectorAll("input[id], textarea[id]")]
    .filter((field) => field.value !== field.defaultValue)
    .map((field) => [field.id, field.value]);
  const focused = element.contains(document.activeElement) ? document.activeElement.id : "";
  return () => {
    const again = (id) => element.querySelector(`#${CSS.escape(id)}`);
    for (const [id, open] of folds) if (again(id)) again(id).open = open;
    for (const [id, value] of typed) if (again(id)) again(id).value = value;
    if (focused) again(focused)?.focus({ preventScroll: true });
  };
}

const watched = [...document.querySelectorAll("[data-live]")].map((element) => new Live(element));

addEventListener("pagehide", () => watched.forEach((live) => live.close()));
addEventListener("pageshow", (event) => event.persisted && watched.forEach((live) => live.open()));
document.addEventListener("visibilitychange", () => {
  watched.forEach((live) => (document.hidden ? live.close() : live.open()));
});

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
