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
  nextChangeOf,
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

/** The data needed to sell an event, except availability. */
export interface EventSale {
  readonly event: EventForSale
  readonly offering: SaleOffering
  /** Null for an event without a map. */
  readonly layout: ExpandedLayout | null
  readonly types: ReadonlyMap<number, TicketTypeForSale>
  /** Rates of the last weeks; empty when every price is in lari. */
  readonly rates: readonly Rate[]
  /** Special rules of its sale. */
  readonly rules: EventRules
  /** Its date is hidden, or it is sold elsewhere: nothing is sold here. */
  readonly isWithheld: boolean
}

/** Maximum delay in noticing a stopped event or a changed price. */
const saleCacheMilliseconds = 2_000
const saleCacheMax = 500

/** A layout never changes under its digest, so the cache is limited by size only. */
const layoutCacheMax = 60

/** The expanded layout with this digest; null when it does not exist. */
export const findLayout = createImmutableCache<string, ExpandedLayout>({
  most: layoutCacheMax,
  read: async (context, digest) => {
    const layout = await readLayout(context, digest)
    return layout && expandLayout(layout)
  },
})

/** A sale with the data for checking whether it is current. */
interface SaleAsRead {
  readonly sale: EventSale | null
  /** Read first, so the sale is of this version or a newer one. */
  readonly version: string
  readonly readAt: Date
  /** When a rule next begins or ends, which changes the sale without a change of rows. */
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
 * The sale of an event; null when it does not exist. At most two seconds old; inside a transaction always current:
 * there two version numbers are compared, and the cached sale is used when they are unchanged.
 */
export async function findSale(context: Context, eventId: number): Promise<EventSale | null> {
  if (!context.db.isTransaction) {
    const sale = await cachedSale(context, eventId)
    // Future fees are known in advance, and apply from their first instant.
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
  return {
    sale,
    version,
    readAt,
    turnsAt: earlier(nextChangeOf(allRules, readAt), event.feesTurnAt),
  }
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}
