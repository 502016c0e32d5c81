// Shows messages that come by push, and opens the page that they are about.
//
// The tag names the message: when the same one comes again it takes the place of the first.

self.addEventListener("push", (event) => {
  const said = event.data?.json();
  if (!said?.title) return;
  const { title, body, url, tag, lang } = said;
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, lang, data: { url } }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? "/", self.location.origin);
  if (url.origin !== self.location.origin) return;
  event.waitUntil(show(url.href));
});

// A page that is open already comes to the front.
async function show(href) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => page.url === href);
  return open ? open.focus() : self.clients.openWindow(href);
}
