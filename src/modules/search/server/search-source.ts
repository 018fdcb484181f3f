import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'

/** A searchable item of a vertical: a film, a stop, a route. */
export interface SearchableItem {
  /** Unique in its source. */
  readonly id: number
  readonly name: LocalizedText
  /** Other names and spellings. */
  readonly aliases?: readonly string[]
  /** Its place, for searches by place. */
  readonly places?: readonly LocalizedText[]
  /** One line below the name. */
  readonly note: LocalizedText
  /** Its page, without a language. */
  readonly path: string
  readonly imageUrl: string | null
  /** 0 and more; a thousand is very much. */
  readonly popularity: number
  /** From then on it ranks below what is still to come; null: never. */
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
