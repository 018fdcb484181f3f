/** Ids of story items that this device has shown, newest last; unseen stories have a ring on the home page. */
const key = 'bileti:stories'
const news = 'bileti:stories'
const itemsMax = 200

/** The ids as one string, so that it compares by value; empty when storage is unavailable. */
export function readSeen(): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function isSeen(seen: string, itemIds: readonly number[]): boolean {
  const ids = new Set(seen.split(','))
  return itemIds.every((id) => ids.has(String(id)))
}

export function markSeen(itemId: number): void {
  const ids = readSeen()
    .split(',')
    .filter((id) => id !== '' && id !== String(itemId))
  try {
    localStorage.setItem(key, [...ids.slice(1 - itemsMax), itemId].join(','))
  } catch {
    // Without storage the rings do not change.
  }
  window.dispatchEvent(new Event(news))
}

/** Calls back when an item was seen, in this or another window. Returns the function that unsubscribes. */
export function subscribeSeen(changed: () => void): () => void {
  window.addEventListener('storage', changed)
  window.addEventListener(news, changed)
  return () => {
    window.removeEventListener('storage', changed)
    window.removeEventListener(news, changed)
  }
}
