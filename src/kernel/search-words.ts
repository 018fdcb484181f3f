/** Whether a text contains every word of a search, in any order and case. An empty search matches. */
export function hasSearchWords(text: string, search: string): boolean {
  const searched = text.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word))
}
