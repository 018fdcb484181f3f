import {
  readEventForSale,
  readLayout,
  type EventForSale,
  type TicketTypeForSale,
} from '#modules/catalogue/server/door.ts'
import { readOffering } from '#modules/inventory/server/door.ts'
import { isForeign, readRates, type Rate } from '#modules/rates/server/door.ts'
import { invariant } from '#kernel/result.ts'
import { readRules, rulesFor, weekdayOf, type EventRules } from '#modules/rules/server/door.ts'
import type { Context } from '#platform/context.ts'
import { expandLayout, type ExpandedLayout } from '#seatmap/expand.ts'
import { createKept } from '#platform/kept.ts'

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
const saleKeptMilliseconds = 2_000
const salesKeptMost = 500

/** A layout never changes under its digest, so only memory limits how long it stays. */
const layoutKeptMilliseconds = 3_600_000
const layoutsKeptMost = 60

const keptLayout = createKept<string, ExpandedLayout | null>({
  milliseconds: layoutKeptMilliseconds,
  most: layoutsKeptMost,
  read: async (context, digest) => {
    const layout = await readLayout(context, digest)
    return layout && expandLayout(layout)
  },
})

const keptSale = createKept<number, EventSale | null>({
  milliseconds: saleKeptMilliseconds,
  most: salesKeptMost,
  read: readSale,
})

/** The event as it sells, at most two seconds old; null when there is none. */
export function findSale(context: Context, eventId: number): Promise<EventSale | null> {
  return keptSale(context, eventId)
}

/** The layout behind a digest, unfolded; null when there is none. */
export function findLayout(context: Context, digest: string): Promise<ExpandedLayout | null> {
  return keptLayout(context, digest)
}

async function readSale(context: Context, eventId: number): Promise<EventSale | null> {
  const event = await readEventForSale(context, eventId)
  if (!event) return null
  const hasForeign = event.ticketTypes.some((type) => isForeign(type.currency))
  const [offering, layout, rates, allRules] = await Promise.all([
    readOffering(context, event.offeringId),
    event.layoutDigest === null ? null : findLayout(context, event.layoutDigest),
    hasForeign ? readRates(context.db) : [],
    readRules(context),
  ])
  invariant(offering, `event ${eventId} has an offering`)
  const rules = rulesFor(allRules, event, context.clock.now())
  const weekday = weekdayOf(event.startsAt, event.timeZone)
  return {
    event,
    offering,
    layout,
    rates,
    rules,
    isWithheld: rules.hiddenWeekdays.has(weekday) || rules.transit !== null,
    types: new Map(event.ticketTypes.map((type) => [type.ticketTypeId, type])),
  }
}
