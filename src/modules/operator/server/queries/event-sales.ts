import { readEventFacts, readProgramme } from '#modules/catalogue/server/public-api.ts'
import { sourceName } from '#modules/events/server/public-api.ts'
import { readItemSales, type ItemSalesDay } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { EventSalesView } from '../../sales-contract.ts'

/** Sales of a date by day and by ticket type, with its public content; null when it does not exist. */
export async function readEventSales(
  context: Context,
  eventId: number,
): Promise<EventSalesView | null> {
  const wanted = { showSlugs: [], showIds: [], eventIds: [eventId] }
  const [{ ticketTypes }, [facts]] = await Promise.all([
    readProgramme(context, wanted),
    readEventFacts(context, [eventId]),
  ])
  if (!facts) return null
  const [{ shows }, sales] = await Promise.all([
    readProgramme(context, { ...wanted, showIds: [facts.showId], eventIds: [] }),
    readItemSales(context, { source: sourceName, itemId: eventId }, facts.timeZone),
  ])
  const [show] = shows
  if (!show) return null
  const byType = Map.groupBy(sales, ({ ticketTypeId }) => ticketTypeId)
  return {
    days: [...Map.groupBy(sales, ({ day }) => day)].map(([day, sold]) => ({ day, ...sumOf(sold) })),
    types: ticketTypes.map(({ id, name, priceMinor, isActive }) => {
      const sold = byType.get(id) ?? []
      return {
        ticketTypeId: id,
        name: { ...name },
        priceMinor,
        isActive,
        endedCount: sold.reduce((sum, { endedCount }) => sum + endedCount, 0),
        ...sumOf(sold),
      }
    }),
    imageUrl: facts.imageUrl,
    summary: { ...show.summary },
    description: { ...show.description },
  }
}

function sumOf(sold: readonly ItemSalesDay[]) {
  const sum = (key: 'ticketCount' | 'reducedMinor' | 'soldMinor') =>
    sold.reduce((all, one) => all + one[key], 0)
  return {
    ticketCount: sum('ticketCount'),
    reducedMinor: sum('reducedMinor'),
    soldMinor: sum('soldMinor'),
  }
}
