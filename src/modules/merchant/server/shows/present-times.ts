/**
 * Times of dates that the platform has moved since the draft was published. A date that its organiser has not changed is
 * shown with its present times, and stored as it was published: publishing the draft leaves it where it is.
 */
import { wallTime } from '#kernel/format.ts'
import { readEventFacts } from '#modules/catalogue/server/public-api.ts'
import { readImported } from '#modules/operator/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { DraftContent } from '../../shows-contract.ts'
import { dateKeyOf } from './catalogue-of.ts'
import type { Draft } from './drafts.ts'

type DraftDate = DraftContent['dates'][number]
type Times = Pick<DraftDate, 'startsAt' | 'doorsAt' | 'endsAt'>

/** By the key of a date in catalogue files. */
type PresentTimes = ReadonlyMap<string, Times>

/** Present times of the published dates of an organiser's drafts. */
export async function readPresentTimes(
  context: Context,
  merchantId: number,
  drafts: readonly Pick<Draft, 'id' | 'published'>[],
): Promise<PresentTimes> {
  const keys = drafts.flatMap(({ id, published }) =>
    (published?.dates ?? []).map(({ key }) => dateKeyOf(id, key)),
  )
  if (keys.length === 0) return new Map()
  const eventIds = await readImported(context, `merchant-${merchantId}`, 'event', keys)
  const facts = new Map(
    (await readEventFacts(context, [...eventIds.values()])).map((one) => [one.eventId, one]),
  )
  const found = new Map<string, Times>()
  for (const [key, eventId] of eventIds) {
    const event = facts.get(eventId)
    if (!event) continue
    const at = (moment: Date | null) => (moment ? typedTime(moment, event.timeZone) : '')
    found.set(key, {
      startsAt: at(event.startsAt),
      doorsAt: at(event.doorsAt),
      endsAt: at(event.endsAt),
    })
  }
  return found
}

/** As the form has it: `2026-12-19T17:02`. */
function typedTime(moment: Date, timeZone: string): string {
  const { year, month, day, hour, minute } = wallTime(moment, timeZone)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

function isSame(one: Times, other: Times): boolean {
  return (
    one.startsAt === other.startsAt && one.doorsAt === other.doorsAt && one.endsAt === other.endsAt
  )
}

/** Keys of the dates whose times are as they were published. */
export function unchangedDates(
  content: Pick<DraftContent, 'dates'>,
  published: Draft['published'],
): ReadonlySet<string> {
  const before = new Map((published?.dates ?? []).map((date) => [date.key, date]))
  return new Set(
    content.dates.flatMap((date) => {
      const was = before.get(date.key)
      return was && isSame(was, date) ? [date.key] : []
    }),
  )
}

/** The content to show: dates that its organiser has not changed have their present times. */
export function withPresentTimes(
  { id, content, published }: Pick<Draft, 'id' | 'content' | 'published'>,
  present: PresentTimes,
): DraftContent {
  const unchanged = unchangedDates(content, published)
  const dates = content.dates.map((date) =>
    unchanged.has(date.key) ? { ...date, ...present.get(dateKeyOf(id, date.key)) } : date,
  )
  return { ...content, dates }
}

/** The content to store: what was shown with present times is as it was published. */
export function asPublished(
  { id, published }: Pick<Draft, 'id' | 'published'>,
  content: DraftContent,
  present: PresentTimes,
): DraftContent {
  const before = new Map((published?.dates ?? []).map((date) => [date.key, date]))
  const dates = content.dates.map((date) => {
    const shown = present.get(dateKeyOf(id, date.key))
    return shown && isSame(shown, date) ? (before.get(date.key) ?? date) : date
  })
  return { ...content, dates }
}
