/** Which items of stories this device has shown, for the rings of the home page. Newest last. */
const key = 'bileti:stories'
const news = 'bileti:stories'
const itemsMost = 200

/** The ids as one text, so that it compares by value; empty where storage is closed to us. */
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
    localStorage.setItem(key, [...ids.slice(1 - itemsMost), itemId].join(','))
  } catch {
    // Without storage the rings stay as they are.
  }
  window.dispatchEvent(new Event(news))
}

/** Calls back when something more was seen, here or in another window. Answers how to stop. */
export function watchSeen(changed: () => void): () => void {
  window.addEventListener('storage', changed)
  window.addEventListener(news, changed)
  return () => {
    window.removeEventListener('storage', changed)
    window.removeEventListener(news, changed)
  }
}
