const name = 'bileti:order'

/** Notifies the page that an order was created, changed or ended. */
export function notifyOrderChanged(): void {
  window.dispatchEvent(new Event(name))
}

/** Subscribes to order changes; returns the unsubscribe function. */
export function onOrderChanged(listener: () => void): () => void {
  window.addEventListener(name, listener)
  return () => window.removeEventListener(name, listener)
}
