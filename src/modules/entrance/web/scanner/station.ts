import { eventSourceName } from '../../contract.ts'

/** The configured place of the device. */
export interface Station {
  /** Name of the source that sells the item. */
  readonly source: string
  readonly itemId: number
  /** Null for all stops, and for items without stops. */
  readonly stop: number | null
  readonly gateId: number | null
  /** The gate, the stop, or both; null for anywhere. */
  readonly placeName: string | null
  /** Null for all. */
  readonly typeIds: readonly number[] | null
  readonly typeNames: Readonly<Record<number, string>>
  /** Gates of the item with the types that they admit, null for all; absent in older stored data. */
  readonly gatesOfTypes?: readonly {
    readonly name: string
    readonly typeIds: readonly number[] | null
  }[]
}

/** Stored data of older versions, which supported only events. */
interface Earlier {
  readonly eventId?: number
  readonly gateName?: string | null
}

/** Converts stored data of any version to the current form with an item. */
export function withItem<StoredData extends { readonly itemId: number }>(
  kept: StoredData & Earlier,
): StoredData {
  if (kept.eventId === undefined) return kept
  const { eventId, gateName, ...rest } = kept
  const item = { source: eventSourceName, itemId: eventId, stop: null, placeName: gateName ?? null }
  return { ...item, ...rest } as unknown as StoredData
}
