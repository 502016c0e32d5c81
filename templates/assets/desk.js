// The control room with a little comfort: how long ago, what has become slow, and finding a match by typing.
// Everything works without it: times are shown by the clock, and each match is a link. The queue of calls has
// nothing to find.

const floor = document.querySelector("[data-floor]");
const find = document.querySelector("[data-find]");
const input = find?.querySelector("input");
const unfolded = new Set(); // the ids of the lists that only the search has opened
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

// What holds from a moment on is on the page already, hidden until then.
function showDue() {
  for (const due of floor.querySelectorAll("[data-from][hidden]")) {
    due.hidden = Date.now() < Date.parse(due.dataset.from);
  }
}

function showFound() {
  if (!input) return;
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const line of floor.querySelectorAll("[data-line]")) {
    const text = line.textContent.toLowerCase();
    line.hidden = !words.every((word) => text.includes(word));
  }
  for (const list of floor.querySelectorAll("details")) {
    if (words.length && !list.open) unfolded.add(list.id);
    if (words.length) list.open = true;
    else if (unfolded.delete(list.id)) list.open = false;
  }
}

if (find) find.hidden = false;
input?.addEventListener("input", showFound);
input?.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    input.value = "";
    showFound();
  }
  if (event.key === "Enter" && input.value.trim()) {
    floor.querySelector("[data-line]:not([hidden]) a")?.click();
  }
});
document.addEventListener("keydown", (event) => {
  if (input && event.key === "/" && !event.target.closest("input, select, textarea")) {
    event.preventDefault();
    input.focus();
  }
});
floor.addEventListener("live:shown", () => {
  tellAges();
  showDue();
  showFound();
});
setInterval(() => {
  tellAges();
  showDue();
}, 15000);
tellAges();
showDue();
