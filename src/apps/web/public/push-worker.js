/** Shows what the shop sends to this browser, and opens its page when it is touched. Keeps nothing and fetches nothing. */
self.addEventListener('push', (event) => {
  let message
  try {
    message = event.data?.json()
  } catch {
    return
  }
  if (typeof message?.title !== 'string') return
  const { title, body, url, tag, lang } = message
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      lang,
      icon: '/scan-192.png',
      data: { url },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const address = new URL(event.notification.data?.url ?? '/', self.location.origin)
  // A message leads to the shop and nowhere else.
  if (address.origin !== self.location.origin) return
  event.waitUntil(self.clients.openWindow(address.href))
})
