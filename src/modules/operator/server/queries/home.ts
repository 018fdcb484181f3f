import { listEventsStarting, listMovedEvents } from '#modules/catalogue/server/public-api.ts'
import { sourceName } from '#modules/events/server/public-api.ts'
import { readUse } from '#modules/inventory/server/public-api.ts'
import {
  findOrder,
  listOverdueConfirmations,
  readSalesByHour,
  readSalesByItem,
  type SoldItem,
} from '#modules/orders/server/public-api.ts'
import { readPaymentTroubles } from '#modules/payments/server/public-api.ts'
import { listOverdueReturns, sumReturned } from '#modules/returns/server/public-api.ts'
import { countValidTickets, listOpenCancellations } from '#modules/tickets/server/public-api.ts'
import { dayKey, defaultTimeZone } from '#kernel/format.ts'
import type { Context } from '#platform/context.ts'
import type { OperatorHomeView, SalesDayView } from '../../sales-contract.ts'
import { nameItems, type SoldPorts } from './sold-items.ts'

const hourMilliseconds = 3_600_000
const dayMilliseconds = 24 * hourMilliseconds
/** Today is compared with the same weekday of so many previous weeks. */
const weeksBefore = 4
const itemsMax = 8
/** Only the best sellers of so many days are checked for being sold out soon. */
const watchedDays = 3
const watchedItems = 20
const watchedAheadDays = 400
/** At most a tenth of the places is left. */
const fewShare = 0.1
const movedMax = 20
const unconfirmedMax = 20

/** Statistics and pending problems of today, for the operators' first page. */
export async function readHome(context: Context, ports: SoldPorts): Promise<OperatorHomeView> {
  const now = context.clock.now()
  const midnight = startOfDay(now)
  const today = { from: midnight, to: new Date(midnight.getTime() + dayMilliseconds) }
  // Before the total: what is sold in between is in the total and in the rest.
  const items = await readSalesByItem(context, today, itemsMax)
  const [sales, before, returned, attention] = await Promise.all([
    readDay(context, midnight),
    Promise.all(
      Array.from({ length: weeksBefore }, (_, index) =>
        readDay(context, new Date(midnight.getTime() - (index + 1) * 7 * dayMilliseconds)),
      ),
    ),
    sumReturned(context, today),
    readAttention(context, ports),
  ])
  const named = await nameItems(context, ports, items, ({ description }) => description)
  return {
    hoursGone: (now.getTime() - midnight.getTime()) / hourMilliseconds,
    today: sales,
    before,
    returned,
    items: items.map((item) => ({
      ...named(item),
      ticketCount: item.ticketCount,
      soldMinor: item.soldMinor,
    })),
    rest: {
      ticketCount: items.reduce((rest, one) => rest - one.ticketCount, sales.ticketCount),
      soldMinor: items.reduce((rest, one) => rest - one.soldMinor, sales.soldMinor),
    },
    attention,
  }
}

/** Midnight in Tbilisi, which has no daylight saving time. */
export function startOfDay(at: Date): Date {
  return new Date(`${dayKey(at, defaultTimeZone)}T00:00:00+04:00`)
}

async function readDay(context: Context, from: Date): Promise<SalesDayView> {
  const to = new Date(from.getTime() + dayMilliseconds)
  const sold = await readSalesByHour(context, { from, to })
  const hours = Array.from({ length: 24 }, () => 0)
  for (const { hour, soldMinor } of sold) hours[hour] = soldMinor
  return {
    day: dayKey(from, defaultTimeZone),
    hours,
    soldMinor: hours.reduce((sum, minor) => sum + minor, 0),
    orderCount: sold.reduce((sum, { orderCount }) => sum + orderCount, 0),
    ticketCount: sold.reduce((sum, { ticketCount }) => sum + ticketCount, 0),
  }
}

async function readAttention(
  context: Context,
  ports: SoldPorts,
): Promise<OperatorHomeView['attention']> {
  const [{ total }, troubles, cancelled, moved, few, unconfirmed, uncancelled] = await Promise.all([
    context.jobs.listUndelivered(1),
    readPaymentTroubles(context),
    listOpenCancellations(context),
    readMoved(context),
    readLowStock(context),
    listOverdueConfirmations(context, unconfirmedMax),
    readUncancelled(context),
  ])
  const named = await nameItems(context, ports, [...cancelled, ...moved, ...few])
  return {
    undelivered: total,
    stuckPayments: {
      count: troubles.stuckCount,
      since: troubles.stuckSince?.toISOString() ?? null,
    },
    unconfirmed: unconfirmed.map(({ orderNumber, overdueAt }) => ({
      orderNumber,
      since: overdueAt.toISOString(),
    })),
    uncancelled,
    refunds: {
      count: troubles.refundCount,
      amountMinor: troubles.refundMinor,
      since: troubles.refundSince?.toISOString() ?? null,
    },
    cancelled: cancelled.map((item) => ({ ...named(item), validTickets: item.validTickets })),
    moved: moved.map((item) => ({
      ...named(item),
      validTickets: item.validTickets,
      fullRefundUntil: item.fullRefundUntil.toISOString(),
    })),
    soldOutSoon: few.map((item) => ({
      ...named(item),
      left: item.left,
      capacity: item.capacity,
    })),
  }
}

/**
 * Orders with a return that their supplier has not cancelled in time: the tickets have ended, and the refund is
 * pending.
 */
async function readUncancelled(
  context: Context,
): Promise<{ orderNumber: string; since: string }[]> {
  const overdue = await listOverdueReturns(context, unconfirmedMax)
  const named = overdue.map(async ({ orderId, overdueAt }) => {
    const order = await findOrder(context, { orderId })
    return order ? [{ orderNumber: order.orderNumber, since: overdueAt.toISOString() }] : []
  })
  return (await Promise.all(named)).flat()
}

/** A date as a sold item. */
const soldEvent = (itemId: number): SoldItem => ({
  source: sourceName,
  itemId,
  legFrom: 0,
  legTo: 1,
})

async function readMoved(context: Context) {
  const events = await listMovedEvents(context, movedMax)
  const counted = events.map(async ({ eventId, offeringId, fullRefundUntil }) => {
    const item = soldEvent(eventId)
    return {
      ...item,
      fullRefundUntil,
      validTickets: await countValidTickets(context, { ...item, offeringId }),
    }
  })
  return (await Promise.all(counted)).filter(({ validTickets }) => validTickets > 0)
}

/** Upcoming best sellers with few places left; counting every place of the platform is too expensive. */
async function readLowStock(context: Context) {
  const to = context.clock.now()
  const from = new Date(to.getTime() - watchedDays * dayMilliseconds)
  const until = new Date(to.getTime() + watchedAheadDays * dayMilliseconds)
  const [sold, coming] = await Promise.all([
    readSalesByItem(context, { from, to }, watchedItems),
    listEventsStarting(context, to, until),
  ])
  const offeringOf = new Map(coming.map(({ eventId, offeringId }) => [eventId, offeringId]))
  const watched = sold.flatMap(({ source, itemId }) => {
    const offeringId = source === sourceName ? offeringOf.get(itemId) : undefined
    return offeringId === undefined ? [] : [{ itemId, offeringId }]
  })
  const use = await readUse(
    context,
    watched.map(({ offeringId }) => offeringId),
  )
  return watched
    .flatMap(({ itemId, offeringId }) => {
      const taken = use.get(offeringId)
      if (!taken) return []
      const capacity = taken.pools.reduce((sum, pool) => sum + pool.capacity, taken.places)
      const takenCount = taken.pools.reduce(
        (sum, pool) => sum + pool.taken,
        taken.placesSold + taken.placesHeld,
      )
      return [{ ...soldEvent(itemId), left: capacity - takenCount, capacity }]
    })
    .filter(({ left, capacity }) => left <= capacity * fewShare)
    .toSorted((one, other) => one.left / one.capacity - other.left / other.capacity)
}
