// Messages in this browser: subscribes at its push service, and sends the form with what it said.
//
// The form names the site's key (data-key) and, as SHA-256, the browsers that are known already
// (data-known). Without push, as in a private window, it says so and does nothing.

const form = document.querySelector("[data-push]");

const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

async function digest(words) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(words));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function say(state) {
  for (const part of form.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== state;
}

function fill(subscription) {
  form.elements.endpoint.value = subscription.endpoint;
  form.elements.p256dh.value = text(subscription.getKey("p256dh"));
  form.elements.auth.value = text(subscription.getKey("auth"));
}

async function subscribe(registration) {
  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: form.dataset.key,
  });
  fill(made);
}

async function start() {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return say("none");
  if (Notification.permission === "denied") return say("denied");
  const registration = await navigator.serviceWorker.register("/sw.js");
  const present = await registration.pushManager.getSubscription();
  const known = present && form.dataset.known.split(" ").includes(await digest(present.endpoint));
  if (known) fill(present);
  say(known ? "on" : "off");
  form.querySelector("[value=browser_on]").addEventListener("click", async (event) => {
    event.preventDefault();
    const button = event.currentTarget;
    button.disabled = true;
    try {
      await navigator.serviceWorker.ready;
      await subscribe(registration);
      button.disabled = false;
      form.requestSubmit(button);
    } catch {
      button.disabled = false;
      say(Notification.permission === "denied" ? "denied" : "failed");
    }
  });
}

if (form) start().catch(() => say("failed"));
