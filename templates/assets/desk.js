// The control room with a little comfort: how long ago, finding a match by typing, and lists that
// stay open when the page is renewed.
// Everything works without it: times are shown by the clock, and each match is a link.

const floor = document.querySelector("[data-floor]");
const find = document.querySelector("[data-find]");
const input = find.querySelector("input");
const opened = new Set();
const minutes = new Intl.NumberFormat(document.documentElement.lang, {
  style: "unit",
  unit: "minute",
});

function tellAges() {
  for (const time of floor.querySelectorAll("time[data-age]")) {
    const age = Math.max(0, Math.floor((Date.now() - Date.parse(time.dateTime)) / 60000));
    time.dataset.clock ??= time.textContent;
    time.textContent = age < 600 ? `${time.dataset.clock} · ${minutes.format(age)}` : time.dataset.clock;
  }
}

function showFound() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const list of floor.querySelectorAll("details[data-keep]")) {
    list.open = words.length > 0 || opened.has(list.dataset.keep);
  }
  for (const line of floor.querySelectorAll("[data-line]")) {
    const text = line.textContent.toLowerCase();
    line.hidden = !words.every((word) => text.includes(word));
  }
}

function refresh() {
  watch.disconnect();
  tellAges();
  showFound();
  watch.observe(floor, { childList: true, subtree: true });
}

const watch = new MutationObserver(refresh);

find.hidden = false;
floor.addEventListener("click", (event) => {
  const list = event.target.closest("summary")?.parentElement;
  if (!list) return;
  if (list.open) opened.delete(list.dataset.keep);
  else opened.add(list.dataset.keep);
});
input.addEventListener("input", showFound);
input.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    input.value = "";
    showFound();
  }
  if (event.key === "Enter" && input.value.trim()) {
    floor.querySelector("[data-line]:not([hidden]) a")?.click();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.closest("input, select, textarea")) {
    event.preventDefault();
    input.focus();
  }
});
setInterval(refresh, 15000);
refresh();
