import type { EntrancePorts } from '#modules/entrance/server/public-api.ts'
import type { ItemDescription } from '#modules/orders/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import { isOver, isWithin, readStaffEvents } from '#modules/staff/server/public-api.ts'
import type { TotalsView } from '../../contract.ts'
import { nameOfSource, presentFigures } from '../present.ts'
import { describeSold, eventSource } from './names.ts'
import { sumFigures, readItemFigures, type ItemFigures } from './statistics.ts'

/** Maximum number of described items of other sources; older ones are counted together. */
const namedMax = 2_000

export interface TotalsFilter {
  readonly isArchive?: boolean | undefined
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
}

/**
 * Each show of the merchant with the sales of its dates, and sales through other sources: all runs of a train or all
 * screenings of a film are one row.
 */
export async function readTotals(
  context: Context,
  ports: EntrancePorts,
  { actor, filter }: { readonly actor: StaffActor; readonly filter: TotalsFilter },
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
    sold: sumFigures(dates.flatMap(({ eventId }) => ofEvent.get(eventId) ?? [])),
  }))
  const ownEvents = new Set(events.map(({ eventId }) => eventId))
  // The merchant's ticket types at other merchants' dates are not dates of its own.
  const rest = figures.filter(
    ({ source, itemId }) => source !== eventSource || !ownEvents.has(itemId),
  )
  const items = [...shows, ...(await othersOf(context, ports, { rest, filter }))]
  return {
    totals: presentFigures(sumFigures(items.map(({ sold }) => sold))),
    items: items.map(({ sold, ...item }) => ({ ...item, ...presentFigures(sold) })),
  }
}

/** Sales that do not belong to the merchant's own shows, grouped by the name that their source gives them. */
async function othersOf(
  context: Context,
  ports: EntrancePorts,
  { rest, filter }: { readonly rest: readonly ItemFigures[]; readonly filter: TotalsFilter },
) {
  const now = context.clock.now()
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const newest = rest.toSorted((one, other) => other.itemId - one.itemId).slice(0, namedMax)
  const describe = await describeSold(context, ports, newest)
  const isWanted = (one: ItemFigures): boolean => {
    const about = describe(one)
    if (!about) return !isFiltered
    return (
      (filter.isArchive === undefined || filter.isArchive === isOver(about, now)) &&
      isWithin(about, filter)
    )
  }
  const named = rest.filter(isWanted).map((one) => ({
    one,
    name: nameOf(describe(one), context.locale) ?? nameOfSource(one.source, context.locale),
  }))
  return [...Map.groupBy(named, ({ one, name }) => `${one.source} ${name}`).values()].map(
    (group) => ({
      source: group[0]?.one.source ?? '',
      itemId: null,
      name: group[0]?.name ?? '',
      itemCount: group.length,
      sold: sumFigures(group.map(({ one }) => one)),
    }),
  )
}

/** Name of an item for totals: a train has the same name every day, without its stops. */
function nameOf(about: ItemDescription | undefined, locale: 'ka' | 'en'): string | undefined {
  return (about?.kind === 'journey' ? about.vehicle : about?.name)?.[locale]
}
