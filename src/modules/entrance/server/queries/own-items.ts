/** Items of any source for their organiser's back office. */
import type { ReplyOf } from '#contract/call.ts'
import { formatTime } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { hasSearchWords } from '#kernel/search-words.ts'
import type { SoldItem } from '#modules/orders/server/public-api.ts'
import { readStaffLimits } from '#modules/staff/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import type { merchantItems } from '../../own-items-contract.ts'
import { findDoorItem } from '../check-in-session.ts'
import type { EntranceItem } from '../entrance-source.ts'
import type { EntrancePorts } from '../ports.ts'
import { severalUsesOf } from '../commands/take-use.ts'
import type { DoorItem } from '../store.ts'

const eventSource = 'event'
/** Items of one source and day that are read. */
const itemsMax = 2_000
/** Items in a reply; more are found by a narrower search. */
const shownMax = 300
const dayMilliseconds = 86_400_000
/** Items that ended less than this long ago are still listed. */
const pastDays = 30

interface OwnItemsQuery {
  readonly actor: StaffActor
  readonly day: string
  /** Words that occur in the name, the stops or the time. */
  readonly text?: string | undefined
}

/** Items of a day, except events, which are chosen by show. */
export async function listOwnItems(
  context: Context,
  ports: EntrancePorts,
  { actor, day, text = '' }: OwnItemsQuery,
): Promise<ReplyOf<typeof merchantItems>> {
  const { merchantId } = actor
  const limits = await readStaffLimits(context, actor)
  // Georgia has no daylight saving time.
  const from = new Date(`${day}T00:00:00+04:00`)
  const until = new Date(from.getTime() + dayMilliseconds)
  const past = new Date(context.clock.now().getTime() - pastDays * dayMilliseconds)
  const others = ports.sources.filter(({ name }) => name !== eventSource)
  const found = await Promise.all(
    others.map(async (vertical) => {
      const request = { merchantId, isUnsoldIncluded: true }
      const items = await vertical.listItems(context, { ...request, from, until, most: itemsMax })
      const today = items.filter(
        ({ startsAt, validFrom, ...item }) =>
          (validFrom ?? startsAt) < until &&
          limits.worksAt({ source: vertical.name, ...item, merchantId }),
      )
      const any =
        today.length > 0 ||
        (await vertical.listItems(context, { ...request, from: past, most: 1 })).length > 0
      return { source: vertical.name, any, today }
    }),
  )
  const { locale } = context
  const matching = found
    .flatMap(({ source, today }) => today.map((item) => ({ source, item })))
    .filter(({ item }) => hasSearchWords(searchTextOf(item, locale), text))
  return {
    hasAny: found.some(({ any }) => any),
    total: matching.length,
    items: matching
      .toSorted((one, other) => one.item.startsAt.getTime() - other.item.startsAt.getTime())
      .slice(0, shownMax)
      .map(({ source, item }) => ({
        source,
        itemId: item.itemId,
        name: item.name[locale],
        venue: item.venue[locale],
        startsAt: item.startsAt.toISOString(),
        validFrom: item.validFrom?.toISOString() ?? null,
        timeZone: item.timeZone,
        hasSeveralUses: severalUsesOf(ports, { source }) !== undefined,
        stops: item.stops.map(({ name }) => name[locale]),
      })),
  }
}

function searchTextOf({ name, venue, stops, startsAt, timeZone }: EntranceItem, locale: Locale) {
  return [
    name[locale],
    venue[locale],
    formatTime(startsAt, timeZone),
    ...stops.map((stop) => stop.name[locale]),
  ].join(' ')
}

/** One item of the caller's organiser; others, and items not assigned to a scanner, are reported as not found. */
export async function findOwnItem(
  context: Context,
  ports: EntrancePorts,
  actor: StaffActor,
  item: DoorItem,
): Promise<Result<EntranceItem, 'NotFound'>> {
  const limits = await readStaffLimits(context, actor)
  const found = await findDoorItem(context, ports, item, limits)
  return found ? ok(found) : fail('NotFound')
}

/** The item with these legs, or with all of its legs; null if it does not have them. */
export function withLegs(
  { source, itemId }: DoorItem,
  { stops }: Pick<EntranceItem, 'stops'>,
  legs: { readonly legFrom?: number | undefined; readonly legTo?: number | undefined } = {},
): SoldItem | null {
  const last = Math.max(stops.length - 1, 1)
  const { legFrom = 0, legTo = last } = legs
  return legFrom < legTo && legTo <= last ? { source, itemId, legFrom, legTo } : null
}
