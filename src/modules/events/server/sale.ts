import {
  readEventForSale,
  readLayout,
  readSaleVersion,
  type EventForSale,
  type TicketTypeForSale,
} from '#modules/catalogue/server/public-api.ts'
import { readOffering } from '#modules/inventory/server/public-api.ts'
import { isForeign, readRates, type Rate } from '#modules/rates/server/public-api.ts'
import { invariant } from '#kernel/result.ts'
import {
  nextTurnOf,
  readRulesOfVersion,
  rulesFor,
  weekdayOf,
  type EventRules,
} from '#modules/sale-rules/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { databaseOf } from '#platform/database/database.ts'
import { createImmutableCache } from '#platform/immutable-cache.ts'
import { expandLayout, type ExpandedLayout } from '#seatmap/expand.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'

export type SaleOffering = NonNullable<Awaited<ReturnType<typeof readOffering>>>

/** All that selling an event needs to know and that does not change with every sale. */
export interface EventSale {
  readonly event: EventForSale
  readonly offering: SaleOffering
  /** Null for an event without a map. */
  readonly layout: ExpandedLayout | null
  readonly types: ReadonlyMap<number, TicketTypeForSale>
  /** Of the last weeks; empty where every price is in lari. */
  readonly rates: readonly Rate[]
  /** What is special about selling it. */
  readonly rules: EventRules
  /** Its date is hidden, or it is sold elsewhere: nothing is sold here. */
  readonly isWithheld: boolean
}

/** A stopped event or a changed price is seen this much later at most. */
const saleCacheMilliseconds = 2_000
const saleCacheMax = 500

/** A layout never changes under its digest, so only memory limits how long it stays. */
const layoutCacheMax = 60

/** The layout behind a digest, unfolded; null when there is none. */
export const findLayout = createImmutableCache<string, ExpandedLayout>({
  most: layoutCacheMax,
  read: async (context, digest) => {
    const layout = await readLayout(context, digest)
    return layout && expandLayout(layout)
  },
})

/** A sale with what it takes to know whether it is still true. */
interface SaleAsRead {
  readonly sale: EventSale | null
  /** Read before everything else: what the sale says is of this version or of a newer one. */
  readonly version: string
  readonly readAt: Date
  /** When a rule begins or ends next, so that the same rows come to something else. */
  readonly turnsAt: Date | null
}

const lastRead = new WeakMap<object, Map<number, SaleAsRead>>()

const cachedSale = createTtlCache<number, EventSale | null>({
  milliseconds: saleCacheMilliseconds,
  most: saleCacheMax,
  read: readNow,
})

async function readNow(context: Context, eventId: number): Promise<EventSale | null> {
  const read = await readSale(context, eventId, await readSaleVersion(context.db))
  if (!context.db.isTransaction) remember(context, eventId, read)
  return read.sale
}

/**
 * The event as it sells; null when there is none. At most two seconds old, and inside a transaction as it is now:
 * there two version numbers are compared, and what was read before is used when nothing has changed since.
 */
export async function findSale(context: Context, eventId: number): Promise<EventSale | null> {
  if (!context.db.isTransaction) {
    const sale = await cachedSale(context, eventId)
    // Fees are known before they begin, and hold from the first instant on.
    const turnsAt = sale?.event.feesTurnAt ?? null
    return turnsAt !== null && turnsAt <= context.clock.now() ? readNow(context, eventId) : sale
  }
  const version = await readSaleVersion(context.db)
  const known = lastRead.get(databaseOf(context.db))?.get(eventId)
  if (known?.version === version && isStillTrue(known, context.clock.now())) return known.sale
  return (await readSale(context, eventId, version)).sale
}

function isStillTrue({ readAt, turnsAt }: SaleAsRead, now: Date): boolean {
  return readAt <= now && (turnsAt === null || now < turnsAt)
}

function remember(context: Context, eventId: number, read: SaleAsRead): void {
  const database = databaseOf(context.db)
  let sales = lastRead.get(database)
  if (!sales) lastRead.set(database, (sales = new Map()))
  sales.delete(eventId)
  sales.set(eventId, read)
  const oldest = sales.keys().next()
  if (sales.size > saleCacheMax && !oldest.done) sales.delete(oldest.value)
}

async function readSale(context: Context, eventId: number, version: string): Promise<SaleAsRead> {
  const readAt = context.clock.now()
  const event = await readEventForSale(context, eventId)
  if (!event) return { sale: null, version, readAt, turnsAt: null }
  const hasForeign = event.ticketTypes.some((type) => isForeign(type.currency))
  const [offering, layout, rates, allRules] = await Promise.all([
    readOffering(context, event.offeringId),
    event.layoutDigest === null ? null : findLayout(context, event.layoutDigest),
    hasForeign ? readRates(context.db) : [],
    readRulesOfVersion(context, version),
  ])
  invariant(offering, `event ${eventId} has an offering`)
  const rules = rulesFor(allRules, event, readAt)
  const weekday = weekdayOf(event.startsAt, event.timeZone)
  const sale = {
    event,
    offering,
    layout,
    rates,
    rules,
    isWithheld: rules.hiddenWeekdays.has(weekday) || rules.transit !== null,
    types: new Map(event.ticketTypes.map((type) => [type.ticketTypeId, type])),
  }
  return { sale, version, readAt, turnsAt: earlier(nextTurnOf(allRules, readAt), event.feesTurnAt) }
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}
