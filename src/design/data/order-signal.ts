const name = 'bileti:order'

/** Tells the page around that an order began, changed or ended here. */
export function notifyOrderChanged(): void {
  window.dispatchEvent(new Event(name))
}

/** Calls back at each such news; answers the function that ends it. */
export function onOrderChanged(listener: () => void): () => void {
  window.addEventListener(name, listener)
  return () => window.removeEventListener(name, listener)
}
