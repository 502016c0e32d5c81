// Put into every page of the browser tests: what is wrong with a page becomes an error in its
// console, and an error in the console fails the test.

const TOUCH = 40; // px; a finger needs so much
const seen = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;
const named = (field) =>
  field.labels?.length || field.ariaLabel?.trim() || field.title || field.ariaLabelledByElements?.length;
const told = (element) =>
  `${element.tagName.toLowerCase()}.${element.className} "${element.textContent.trim().slice(0, 40)}"`;

const complain = (what) => console.error(`${location.pathname}: ${what}`);

document.addEventListener("securitypolicyviolation", (event) =>
  complain(`${event.violatedDirective} forbids ${event.blockedURI || event.sample}`),
);

addEventListener("load", () => {
  const root = document.documentElement;
  if (!root.lang) complain("the language is not said");
  if (!document.title.trim()) complain("no title");
  const heads = document.querySelectorAll("h1").length;
  if (heads !== 1) complain(`${heads} h1`);
  for (const field of document.querySelectorAll("input:not([type=hidden]), select, textarea")) {
    if (!field.hidden && !named(field)) complain(`no label: ${field.name}`);
  }
  const wide = document.scrollingElement.scrollWidth;
  if (wide > screen.width) complain(`${wide} px wide on a screen of ${screen.width}`);
  if (!matchMedia("(pointer: coarse)").matches) return;
  for (const target of document.querySelectorAll("button, .button, summary")) {
    const { height } = target.getBoundingClientRect();
    if (seen(target) && height < TOUCH) complain(`only ${height} px high: ${told(target)}`);
  }
});
