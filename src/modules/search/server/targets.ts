/** Objects in the index. */
import type { LocalizedText } from '#kernel/locale.ts'
import type { ShowRecord, VenueRecord } from '#modules/catalogue/server/public-api.ts'
import type { SearchableItem } from './search-source.ts'

export interface ShowTarget {
  readonly kind: 'Show'
  readonly id: number
  readonly show: ShowRecord
}
export interface VenueTarget {
  readonly kind: 'Venue'
  readonly id: number
  readonly venue: VenueRecord
}
export interface PersonTarget {
  readonly kind: 'Person'
  readonly id: number
  readonly name: LocalizedText
  /** Listed shows that announce the person. */
  readonly shows: readonly ShowRecord[]
}
export interface ItemTarget {
  readonly kind: 'Item'
  readonly id: number
  readonly source: string
  readonly item: SearchableItem
}
/** A search result. */
export type Target = ShowTarget | VenueTarget | PersonTarget | ItemTarget
