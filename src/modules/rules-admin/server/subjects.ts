import { sql } from 'kysely'
import type { LocalizedText, Locale } from '#kernel/locale.ts'
import { fail, ok, type Failure, type Result } from '#kernel/result.ts'
import {
  describeBySource,
  itemKey,
  type OfferSource,
  type SoldItem,
} from '#modules/orders/server/public-api.ts'
import { dateName, type FoundDate } from '#modules/catalogue/server/public-api.ts'
import { sourceName as eventSource } from '#modules/events/server/public-api.ts'
import type { RuleScope } from '#modules/sale-rules/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** What a rule, an access code or a queue applies to. */
export type Subject = RuleScope

/** The part of an offer source that describes its items. */
export type DescribingSource = Pick<OfferSource, 'name' | 'describeItems' | 'nameGroups'>

type Given = { readonly [Key in keyof Subject]?: NonNullable<Subject[Key]> }

/** The subject named by a request: `BadRequest` unless exactly one is named, `NotFound` when it does not exist. */
export async function subjectOf(
  context: Context,
  sources: readonly DescribingSource[],
  given: Given,
): Promise<Result<Subject, 'BadRequest' | 'NotFound'>> {
  const subject = {
    showId: given.showId ?? null,
    eventId: given.eventId ?? null,
    categoryId: given.categoryId ?? null,
    source: given.source ?? null,
    groupId: given.groupId ?? null,
    itemId: given.itemId ?? null,
  }
  const { showId, eventId, categoryId, source, groupId, itemId } = subject
  const named = [showId, eventId, categoryId, source].filter((part) => part !== null)
  if (named.length !== 1)
    return invalidField('body.showId', 'Name one show, event, category or source')
  const narrowed = [groupId, itemId].filter((part) => part !== null)
  if (narrowed.length > (source === null ? 0 : 1))
    return invalidField('body.itemId', 'A group or an item of a source')
  if (source === eventSource) return invalidField('body.source', 'Name a show or an event')
  const names = await namesOf(context, sources, [subject])
  return names(subject) === undefined ? fail('NotFound') : ok(subject)
}

export function invalidField(path: string, message: string): Failure<'BadRequest'> {
  return fail('BadRequest', { fields: [{ path, message }] })
}

/** Names of subjects in the language of the context; undefined for those that do not exist. */
export async function namesOf(
  context: Context,
  sources: readonly DescribingSource[],
  subjects: readonly Subject[],
): Promise<(subject: Subject) => string | undefined> {
  const wanted = (key: 'showId' | 'eventId' | 'categoryId') => [
    ...new Set(subjects.flatMap((subject) => subject[key] ?? [])),
  ]
  const { rows } = await sql<SubjectRow>`
    select kind || ' ' || id as key, name, starts_at as "startsAt", venue_name as "venueName",
      time_zone as "timeZone"
    from catalogue_subject
    where kind = 'show' and id = any(${wanted('showId')}::int[])
      or kind = 'event' and id = any(${wanted('eventId')}::int[])
      or kind = 'category' and id = any(${wanted('categoryId')}::int[])`.execute(context.db)
  const names = new Map(rows.map((row) => [row.key, nameIn(row, context.locale)]))
  const items = subjects.flatMap(soldItemsOf)
  const described = await describeBySource(sources, items, (source, own) =>
    source.describeItems(context, own),
  )
  const groupName = await groupNames(context, sources, subjects)
  return (subject) => {
    if (subject.source === null) return names.get(keyOf(subject))
    const [item] = soldItemsOf(subject)
    const found = item && described.get(itemKey(item))
    if (item) return found && datedName(context.locale, { ...found, venueName: found.venue })
    if (!sources.some(({ name }) => name === subject.source)) return undefined
    return groupName(subject) ?? keyOf(subject)
  }
}

/** Names of groups of sources, such as lines; a group that its source does not name is shown by its number. */
async function groupNames(
  context: Context,
  sources: readonly DescribingSource[],
  subjects: readonly Subject[],
): Promise<(subject: Subject) => string | null> {
  const named = await Promise.all(
    sources.map(async ({ name, nameGroups }) => {
      const ids = subjects.flatMap(({ source, groupId }) =>
        source === name && groupId !== null ? [groupId] : [],
      )
      const groups = ids.length > 0 ? await nameGroups?.(context, [...new Set(ids)]) : undefined
      return [name, groups] as const
    }),
  )
  const bySource = new Map(named)
  return ({ source, groupId }) => {
    if (source === null || groupId === null) return null
    return bySource.get(source)?.get(groupId)?.[context.locale] ?? `№ ${groupId}`
  }
}

/** The first leg of the item; every item has one. */
function soldItemsOf({ source, itemId }: Subject): SoldItem[] {
  return source === null || itemId === null ? [] : [{ source, itemId, legFrom: 0, legTo: 1 }]
}

interface SubjectRow {
  readonly key: string
  readonly name: LocalizedText
  /** These three are null for a show and a category. */
  readonly startsAt: Date | null
  readonly venueName: LocalizedText | null
  readonly timeZone: string | null
}

function nameIn({ name, startsAt, venueName, timeZone }: SubjectRow, locale: Locale): string {
  if (!startsAt || !venueName || !timeZone) return name[locale]
  return datedName(locale, { name, startsAt, venueName, timeZone })
}

/** `Carmen, 5 December 2026, 19:00, Opera`. */
function datedName(locale: Locale, date: Omit<FoundDate, 'eventId'>): string {
  return `${dateName(locale, date)}, ${date.venueName[locale]}`
}

/** For example `show 12`; also used in the change log. */
export function keyOf(subject: Subject): string {
  const { showId, eventId, categoryId, source, groupId, itemId } = subject
  if (source !== null) {
    if (itemId !== null) return `${source} ${itemId}`
    return groupId === null ? source : `${source} group ${groupId}`
  }
  if (showId !== null) return `show ${showId}`
  return eventId === null ? `category ${categoryId}` : `event ${eventId}`
}
