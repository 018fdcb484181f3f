/** Days of a calendar on which there are journeys with changes. */
import type { Money } from '#kernel/money.ts'
import type { Stretch } from '#modules/timetable/server/public-api.ts'
import type { Brand } from '#modules/timetable/shapes.ts'
import type { Context } from '#platform/context.ts'
import { itinerariesOf, offerStretches } from './find-journeys.ts'
import { lowestOf, priceFor, type Party } from './party-prices.ts'
import type { Place } from './places.ts'
import type { OfferedSegment } from './present-segment.ts'

/** Most days of a calendar that are searched for journeys with changes. */
const changesDaysMax = 14

/**
 * Dates among these on which there are journeys with changes, with the lowest price of one for a party; none where
 * searches return direct ones only. The journeys are the same until the timetable changes, so the search keeps them.
 */
export async function daysWithChanges(
  context: Context,
  question: { from: Place; to: Place; brand?: Brand | undefined },
  dates: readonly string[],
  party: Party,
): Promise<ReadonlyMap<string, Money | null>> {
  const found: { date: string; rides: readonly Stretch[] }[] = []
  for (const date of dates.slice(0, changesDaysMax)) {
    const journeys = await itinerariesOf(context, { ...question, date })
    found.push(...journeys.filter(({ length }) => length > 1).map((rides) => ({ date, rides })))
  }
  const offered = await offerStretches(
    context,
    found.flatMap(({ rides }) => rides),
  )
  let at = 0
  const priced = found.map(({ date, rides }) => {
    const own = offered.slice(at, (at += rides.length))
    return { date, minor: itineraryPrice(own, party) }
  })
  const byDate = Map.groupBy(priced, ({ date }) => date)
  return new Map([...byDate].map(([date, all]) => [date, lowestOf(all.map(({ minor }) => minor))]))
}

/** Null unless every segment is sold and has room for the party. */
function itineraryPrice(segments: readonly (OfferedSegment | null)[], party: Party): number | null {
  let total = 0
  for (const offered of segments) {
    const own = priceFor(offered, party)
    if (own === null) return null
    total += own
  }
  return total
}
