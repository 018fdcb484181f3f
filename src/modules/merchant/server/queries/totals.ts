import type { Context, StaffActor } from '#platform/context.ts'
import { isOver, isWithin, readStaffEvents } from '#modules/staff/server/public-api.ts'
import type { TotalsView } from '../../contract.ts'
import { presentFigures } from '../present.ts'
import { addedUp, readItemFigures, type ItemFigures } from './statistics.ts'

const eventSource = 'event'

export interface TotalsFilter {
  readonly isArchive?: boolean | undefined
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
}

/** Each show of the merchant with what its dates have sold, and what other sources sell for it, each as one row. */
export async function readTotals(
  context: Context,
  actor: StaffActor,
  filter: TotalsFilter,
): Promise<TotalsView> {
  const [figures, events] = await Promise.all([
    readItemFigures(context, actor.merchantId),
    readStaffEvents(context, actor),
  ])
  const now = context.clock.now()
  const ofEvent = new Map(
    figures.filter(({ source }) => source === eventSource).map((one) => [one.itemId, one]),
  )
  const wanted = events.filter(
    (event) =>
      (filter.isArchive === undefined || filter.isArchive === isOver(event, now)) &&
      isWithin(event, filter),
  )
  const shows = [...Map.groupBy(wanted, ({ showId }) => showId)].map(([showId, dates]) => ({
    source: eventSource,
    itemId: showId,
    name: dates[0]?.name[context.locale] ?? '',
    itemCount: dates.length,
    sold: addedUp(dates.flatMap(({ eventId }) => ofEvent.get(eventId) ?? [])),
  }))
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const others = isFiltered ? [] : othersOf(figures, new Set(events.map(({ eventId }) => eventId)))
  const items = [...shows, ...others]
  return {
    totals: presentFigures(addedUp(items.map(({ sold }) => sold))),
    items: items.map(({ sold, ...item }) => ({ ...item, ...presentFigures(sold) })),
  }
}

/** What is no date of the merchant's own shows: other sources, and its prices at dates of somebody else. */
function othersOf(figures: readonly ItemFigures[], ownEvents: ReadonlySet<number>) {
  const rest = figures.filter(
    ({ source, itemId }) => source !== eventSource || !ownEvents.has(itemId),
  )
  return [...Map.groupBy(rest, ({ source }) => source)].map(([source, ofOne]) => ({
    source,
    itemId: null,
    name: source,
    itemCount: ofOne.length,
    sold: addedUp(ofOne),
  }))
}
