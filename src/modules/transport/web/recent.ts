/** Recent searches, stored on this device only. */
import { useSyncExternalStore } from 'react'

export interface RecentSearch {
  /** Path with query, without a language. */
  readonly path: string
  readonly from: { readonly placeCode: string; readonly name: string }
  readonly to: { readonly placeCode: string; readonly name: string }
  readonly date: string
}

const key = 'recent-journeys'
const most = 5
const nothing: readonly RecentSearch[] = []
const watchers = new Set<() => void>()
let parsed: { readonly text: string | null; readonly list: readonly RecentSearch[] } | null = null

function read(): readonly RecentSearch[] {
  const text = storedText()
  if (parsed?.text !== text) parsed = { text, list: parse(text) }
  return parsed.list
}

function storedText(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // The browser may refuse access to storage.
    return null
  }
}

function parse(text: string | null): readonly RecentSearch[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter(isSearch) : nothing
  } catch {
    return nothing
  }
}

function isSearch(value: unknown): value is RecentSearch {
  const { path, from, to, date } = value as Partial<RecentSearch>
  return (
    typeof path === 'string' &&
    path.startsWith('/') &&
    typeof date === 'string' &&
    [from, to].every((one) => typeof one?.placeCode === 'string' && typeof one.name === 'string')
  )
}

export function rememberSearch(search: RecentSearch): void {
  const isSame = ({ from, to }: RecentSearch): boolean =>
    from.placeCode === search.from.placeCode && to.placeCode === search.to.placeCode
  const list = [search, ...read().filter((one) => !isSame(one))].slice(0, most)
  try {
    localStorage.setItem(key, JSON.stringify(list))
  } catch {
    return
  }
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Newest first; empty during server rendering. */
export function useRecentSearches(): readonly RecentSearch[] {
  return useSyncExternalStore(watch, read, () => nothing)
}
