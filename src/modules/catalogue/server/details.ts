/**
 * Details too heavy to hold for every show: long texts, and the ticket types of an event. Read by id and cached for
 * recently used records. The key is the record object itself: a changed show is a new record, so stale details are
 * never found.
 */
import type { LocalizedText } from '#kernel/locale.ts'
import type { Currency } from '#kernel/money.ts'
import { invariant } from '#kernel/result.ts'
import type { Database } from '#platform/database/database.ts'
import { feeRuleOf, localized, performersOf } from './build-records.ts'
import type { Catalogue, EventRecord, ShowRecord } from './records.ts'
import { currencyOf, feeRuleFor, priceOfType, type FeeRuleOfScope } from './rules.ts'
import { readShowTextsRow, readTicketTypes } from './store.ts'

/** Number of records whose details are cached; a few kilobytes each. */
const cacheEntriesMax = 2_000

export interface ShowTexts {
  readonly summary: LocalizedText
  readonly description: LocalizedText
  readonly performers: readonly { readonly name: LocalizedText; readonly role: LocalizedText }[]
}

export interface TicketTypeRecord {
  readonly id: number
  readonly merchantId: number
  /** A package, bought at one price with its parts. */
  readonly isPackage: boolean
  readonly name: LocalizedText
  readonly zone: string | null
  readonly poolId: number | null
  readonly priceMinor: number
  readonly feeMinor: number
  readonly totalMinor: number
  readonly currency: Currency
  readonly position: number
  readonly status: string
  /** Sales channels that may sell it; null: all. */
  readonly channels: readonly string[] | null
  readonly perOrderMax: number | null
}

interface EventDetails {
  readonly types: readonly Omit<TicketTypeRecord, 'feeMinor' | 'totalMinor'>[]
  readonly feeRules: readonly FeeRuleOfScope[]
}

/** The long texts of a show. */
export const showTextsOf = createTtlCache(async (db, show: ShowRecord): Promise<ShowTexts> => {
  const row = await readShowTextsRow(db, show.id)
  invariant(row, `show ${show.id} is deleted by its status only`)
  return {
    summary: localized(row.summary),
    description: localized(row.description),
    performers: performersOf(row.performers),
  }
})

const eventDetailsOf = createTtlCache(async (db, event: EventRecord): Promise<EventDetails> => {
  const { types, feeRules } = await readTicketTypes(db, event)
  return {
    types: types.map((row) => ({
      id: row.id,
      merchantId: row.merchant_id,
      isPackage: row.isPackage,
      name: localized(row.name),
      zone: row.zone,
      poolId: row.pool_id,
      priceMinor: row.price_minor,
      currency: currencyOf(row.currency),
      position: row.position,
      status: row.status,
      channels: row.channels,
      perOrderMax: row.per_order_max,
    })),
    feeRules: feeRules.map(feeRuleOf),
  }
})

/** What can be bought for an event, each with its all-in price. */
export async function ticketTypesOf(
  {
    db,
    catalogue,
    now,
  }: { readonly db: Database; readonly catalogue: Catalogue; readonly now: Date },
  event: EventRecord,
): Promise<TicketTypeRecord[]> {
  const { types, feeRules } = await eventDetailsOf(db, event)
  const rule = feeRuleFor([...feeRules, ...catalogue.feeRules], event)
  return types.map((type) => ({
    ...type,
    ...priceOfType(type, rule, catalogue.passedOnFees, now),
  }))
}

/** Concurrent reads are shared; a failed one is not cached. The oldest is evicted first. */
function createTtlCache<Item extends object, Value>(
  read: (db: Database, item: Item) => Promise<Value>,
): (db: Database, item: Item) => Promise<Value> {
  const values = new Map<Item, Promise<Value>>()
  return (db, item) => {
    const found = values.get(item)
    if (found) {
      values.delete(item)
      values.set(item, found)
      return found
    }
    const value = read(db, item)
    values.set(item, value)
    value.catch(() => values.delete(item))
    const oldest = values.keys().next()
    if (values.size > cacheEntriesMax && !oldest.done) values.delete(oldest.value)
    return value
  }
}
