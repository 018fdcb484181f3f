import type { ReplyOf } from '#contract/call.ts'
import type { OwnItemView } from '#modules/entrance/own-items-contract.ts'
import type { merchantAccessibleItems } from '#modules/staff/contract.ts'

/** What begins today: a date of a show, a screening, a run. */
export interface Door {
  readonly key: string
  readonly name: string
  readonly venue: string
  readonly startsAt: string
  readonly doorsAt: string | null
  readonly timeZone: string
}

/** Dates of shows and items of other sources of a day, by the time they begin; passes have no hour. */
export function doorsOf(
  shows: ReplyOf<typeof merchantAccessibleItems>['items'],
  items: readonly OwnItemView[],
): Door[] {
  const dates = shows.flatMap(({ name, events }) =>
    events.map(({ eventId, ...event }) => ({ ...event, key: `event ${eventId}`, name })),
  )
  const timed = items.filter(({ validFrom }) => validFrom === null)
  const others = timed.map(({ source, itemId, name, venue, startsAt, timeZone }) => ({
    key: `${source} ${itemId}`,
    name,
    venue,
    startsAt,
    doorsAt: null,
    timeZone,
  }))
  return [...dates, ...others].toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))
}
