import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'

/** A searchable item of a vertical: a film, a stop, a route. */
export interface SearchableItem {
  /** Unique in its source. */
  readonly id: number
  readonly name: LocalizedText
  /** Other names and spellings. */
  readonly aliases?: readonly string[]
  /** Names of its places, for searches by place. */
  readonly places?: readonly LocalizedText[]
  /** One line below the name. */
  readonly note: LocalizedText
  /** Path of its page, without the language prefix. */
  readonly path: string
  readonly imageUrl: string | null
  /** From 0, on a logarithmic scale that ends at 1,000. */
  readonly popularity: number
  /** End of the item, after which it ranks below upcoming ones; null: never. */
  readonly overAt: Date | null
}

/** A vertical's interface for search. */
export interface SearchSource {
  /** The name of its offer source. */
  readonly name: string
  /** Changes with the items; read about once a second in each process, so it must be cheap. */
  readVersion(context: Pick<Context, 'db' | 'clock'>): Promise<string>
  listItems(context: Pick<Context, 'db' | 'clock'>): Promise<readonly SearchableItem[]>
}

/** Dependencies of search. */
export interface SearchPorts {
  readonly sources: readonly SearchSource[]
}
