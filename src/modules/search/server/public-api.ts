/** The public API of search. */
export type { SearchableItem, SearchPorts, SearchSource } from './search-source.ts'
export { personId, readPersonName } from './index-sync.ts'
export { normalizedKey, normalizedWords, readingsOf } from './normalize.ts'
export { TextIndex } from './text-index.ts'
