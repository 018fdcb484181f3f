import { eventSourceName } from '../../contract.ts'

/** Where the device was put. */
export interface Station {
  /** Name of the source that sells the item. */
  readonly source: string
  readonly itemId: number
  /** Null for all stops, and for what has none. */
  readonly stop: number | null
  readonly gateId: number | null
  /** The gate, the stop, or both; null for anywhere. */
  readonly placeName: string | null
  /** Null for all. */
  readonly typeIds: readonly number[] | null
  readonly typeNames: Readonly<Record<number, string>>
  /** Gates of the item with the types that they admit, null for all; absent where it was kept before they were. */
  readonly gatesOfTypes?: readonly {
    readonly name: string
    readonly typeIds: readonly number[] | null
  }[]
}

/** Stored data from before other items than events were scanned: it names the event only. */
interface Earlier {
  readonly eventId?: number
  readonly gateName?: string | null
}

/** Stored data with its item, whenever it was stored. */
export function withItem<Kept extends { readonly itemId: number }>(kept: Kept & Earlier): Kept {
  if (kept.eventId === undefined) return kept
  const { eventId, gateName, ...rest } = kept
  const item = { source: eventSourceName, itemId: eventId, stop: null, placeName: gateName ?? null }
  return { ...item, ...rest } as unknown as Kept
}
