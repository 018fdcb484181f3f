/** Recent and saved searches on this device. Nothing of them leaves the device. */
import { useSyncExternalStore } from 'react'

const kinds = {
  recent: { key: 'recent-searches', most: 8 },
  saved: { key: 'saved-searches', most: 50 },
} as const
type Kind = keyof typeof kinds

const watchers = new Set<() => void>()
const nothing: readonly string[] = []
/** Returns the same list for the same stored text, as React requires. */
const parsed = new Map<Kind, { text: string | null; list: readonly string[] }>()

function read(kind: Kind): readonly string[] {
  const text = storedText(kind)
  const known = parsed.get(kind)
  if (known && known.text === text) return known.list
  const list = parse(text)
  parsed.set(kind, { text, list })
  return list
}

function storedText(kind: Kind): string | null {
  try {
    return localStorage.getItem(kinds[kind].key)
  } catch {
    // Storage is blocked: nothing is remembered.
    return null
  }
}

function parse(text: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : nothing
  } catch {
    return nothing
  }
}

function write(kind: Kind, list: readonly string[]): void {
  try {
    localStorage.setItem(kinds[kind].key, JSON.stringify(list.slice(0, kinds[kind].most)))
  } catch {
    return
  }
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  window.addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    window.removeEventListener('storage', watcher)
  }
}

/** Texts of a kind, newest first; none on the server. */
export function useRemembered(kind: Kind): readonly string[] {
  return useSyncExternalStore(
    watch,
    () => read(kind),
    () => nothing,
  )
}

export function remember(kind: Kind, text: string): void {
  const wanted = text.trim()
  if (wanted === '') return
  write(kind, [wanted, ...read(kind).filter((other) => other !== wanted)])
}

export function forget(kind: Kind, text?: string): void {
  write(kind, text === undefined ? [] : read(kind).filter((other) => other !== text))
}
