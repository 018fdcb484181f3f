import { foldForSearch } from './search-fold.ts'

/** Whether a text contains every word of a search, in any order, case and accents. An empty search matches. */
export function hasSearchWords(text: string, search: string): boolean {
  const searched = foldForSearch(text)
  return foldForSearch(search)
    .split(/\s+/)
    .every((word) => searched.includes(word))
}
