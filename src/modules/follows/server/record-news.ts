import { sql } from 'kysely'
import { ok } from '#kernel/result.ts'
import {
  listSoldOutFlags,
  readCatalogue,
  saleStateOf,
  type Catalogue,
  type EventRecord,
} from '#modules/catalogue/server/public-api.ts'
import { findSoldOut } from '#modules/inventory/server/public-api.ts'
import { notifyCustomers, type OpenedSale } from '#modules/notifications/server/public-api.ts'
import { personId } from '#modules/search/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { NewsCause } from '../kinds.ts'
import { listedEvent } from './subjects.ts'

/** A change of an event that has not been reported to followers yet. */
interface News {
  readonly event: EventRecord
  readonly cause: NewsCause
}

interface RecordedNews {
  readonly customerId: string
  readonly showId: number
  readonly eventId: number
  readonly cause: NewsCause
}

/**
 * Compares the sale state of every listed future event with the state last reported, and records the news of each
 * follower together with a push notification, in one transaction. Concurrent workers record each change once. The very
 * first run only stores the current states. Returns the number of recorded news.
 */
export async function recordNews(context: Context): Promise<number> {
  const catalogue = await readCatalogue(context.db)
  const now = context.clock.now()
  const states = new Map<number, string>()
  for (const event of catalogue.listedEvents) {
    const state = saleStateOf(event, now)
    if (state !== 'Passed' && state !== 'Cancelled') states.set(event.id, state)
  }
  let count = 0
  await inTransaction(context, async (inside) => {
    const news = await recordStateChanges(inside, catalogue, states)
    const rows = [
      ...(await recordForFollowers(inside, catalogue, news)),
      ...(await recordAvailableAgain(inside, catalogue)),
    ]
    await notifyFollowers(inside, rows)
    count = rows.length
    return ok(null)
  })
  return count
}

/** Stores the current states and returns the changes that are news for followers. */
async function recordStateChanges(
  inside: Context,
  catalogue: Catalogue,
  states: ReadonlyMap<number, string>,
): Promise<News[]> {
  const ids = [...states.keys()]
  const { rows: known } = await sql<{ eventId: number; state: string }>`
    select event_id as "eventId", sale_state as state from followed_sale
    where event_id = any(${ids}::integer[])`.execute(inside.db)
  const before = new Map(known.map(({ eventId, state }) => [eventId, state]))
  const added = ids.filter((id) => !before.has(id))
  const isFirst = added.length > 0 && before.size === 0 && (await hasNoStates(inside))
  const { rows: listed } = await sql<{ eventId: number }>`
    insert into followed_sale (event_id, sale_state)
    select n.id, n.state
    from unnest(${added}::integer[], ${added.map((id) => states.get(id))}::text[]) n(id, state)
    join event_summary e on e.event_id = n.id
    on conflict do nothing
    returning event_id as "eventId"`.execute(inside.db)
  const differing = ids.filter((id) => before.has(id) && before.get(id) !== states.get(id))
  const { rows: changed } = await sql<{ eventId: number }>`
    update followed_sale s set sale_state = n.after
    from unnest(${differing}::integer[], ${differing.map((id) => before.get(id))}::text[],
      ${differing.map((id) => states.get(id))}::text[]) n(id, before, after)
    where s.event_id = n.id and s.sale_state = n.before
    returning s.event_id as "eventId"`.execute(inside.db)
  if (isFirst) return []
  const news: News[] = []
  for (const { eventId } of listed) addNews(news, catalogue.events.get(eventId), 'listed')
  for (const { eventId } of changed) {
    if (states.get(eventId) !== 'OnSale') continue
    if (before.get(eventId) === 'NotYet')
      addNews(news, catalogue.events.get(eventId), 'sale-opened')
    if (before.get(eventId) === 'SoldOut')
      addNews(news, catalogue.events.get(eventId), 'places-again')
  }
  return news
}

function addNews(news: News[], event: EventRecord | undefined, cause: NewsCause): void {
  if (event) news.push({ event, cause })
}

async function hasNoStates(inside: Context): Promise<boolean> {
  const row = await inside.db
    .selectFrom('followed_sale')
    .select('event_id')
    .limit(1)
    .executeTakeFirst()
  return row === undefined
}

/** Records news for the followers of the show, its venue or its performers. Returns the rows that were new. */
async function recordForFollowers(
  inside: Context,
  catalogue: Catalogue,
  news: readonly News[],
): Promise<RecordedNews[]> {
  if (news.length === 0) return []
  const subjects = news.flatMap(({ event, cause }) => {
    const performers = catalogue.shows.get(event.showId)?.performers ?? []
    return [
      { kind: 'show', id: event.showId },
      // Places of a date that was sold out are news for followers of the show only.
      ...(cause === 'places-again' ? [] : [{ kind: 'venue', id: event.venue.id }]),
      ...(cause === 'places-again'
        ? []
        : performers.map(({ name }) => ({ kind: 'person', id: personId(name) }))),
    ].map((subject) => ({ ...subject, event, cause }))
  })
  const { rows } = await sql<RecordedNews>`
    insert into follow_news (customer_id, cause, show_id, event_id, noted_at)
    select distinct f.customer_id, n.cause, n.show_id, n.event_id, ${inside.clock.now()}::timestamptz
    from unnest(${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ id }) => id)}::integer[],
      ${subjects.map(({ cause }) => cause)}::text[],
      ${subjects.map(({ event }) => event.showId)}::integer[],
      ${subjects.map(({ event }) => event.id)}::integer[]) n(kind, id, cause, show_id, event_id)
    join follow f on f.subject_kind = n.kind and f.subject_id = n.id
    on conflict do nothing
    returning customer_id as "customerId", show_id as "showId", event_id as "eventId", cause
  `.execute(inside.db)
  return rows
}

/** Records news for followers of a sold-out date that has places again, and ends their subscription. */
async function recordAvailableAgain(
  inside: Context,
  catalogue: Catalogue,
): Promise<RecordedNews[]> {
  const now = inside.clock.now()
  const subscribed = await inside.db
    .selectFrom('follow')
    .select('subject_id')
    .distinct()
    .where('subject_kind', '=', 'event')
    .execute()
  const listed = subscribed.flatMap(({ subject_id }) => {
    const found = listedEvent(catalogue, subject_id)
    return found && saleStateOf(found.event, now) === 'OnSale' ? [found.event] : []
  })
  const allTaken = await eventsWithNothingFree(inside, new Set(listed.map(({ id }) => id)))
  const onSale = listed.filter(({ id }) => !allTaken.has(id))
  if (onSale.length === 0) return []
  const { rows } = await sql<RecordedNews>`
    with taken as (
      delete from follow f using unnest(${onSale.map(({ id }) => id)}::integer[],
        ${onSale.map(({ showId }) => showId)}::integer[]) n(event_id, show_id)
      where f.subject_kind = 'event' and f.subject_id = n.event_id
      returning f.customer_id, n.show_id, n.event_id)
    insert into follow_news (customer_id, cause, show_id, event_id, noted_at)
    select customer_id, 'places-again', show_id, event_id, ${now}::timestamptz from taken
    on conflict (customer_id, cause, show_id, event_id)
      do update set noted_at = excluded.noted_at, emailed_on = null
    returning customer_id as "customerId", show_id as "showId", event_id as "eventId", cause
  `.execute(inside.db)
  return rows
}

/** Events on sale whose last places are held by others: they have places again when a hold ends, not before. */
async function eventsWithNothingFree(
  inside: Context,
  eventIds: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
  if (eventIds.size === 0) return eventIds
  const events = (await listSoldOutFlags(inside)).filter(({ eventId }) => eventIds.has(eventId))
  const offeringIds = events.map(({ offeringId }) => offeringId)
  const taken = await findSoldOut(inside, offeringIds, { countsHolds: true })
  return new Set(
    events.filter(({ offeringId }) => taken.has(offeringId)).map(({ eventId }) => eventId),
  )
}

/** Sends one push notification per show and cause, regardless of the number of dates. */
async function notifyFollowers(inside: Context, rows: readonly RecordedNews[]): Promise<void> {
  const groups = new Map<string, RecordedNews[]>()
  for (const row of rows) {
    const key = `followed ${row.cause} ${row.showId} ${inside.clock.now().toISOString()}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  for (const [key, [first, ...others]] of groups) {
    if (!first) continue
    await notifyCustomers(inside, {
      key,
      kind: 'followed',
      subject: { showId: first.showId, news: first.cause },
      customerIds: [...new Set([first, ...others].map(({ customerId }) => customerId))],
    })
  }
}

/** Records an opened sale for an email to its subscribers, unless the push notification reaches one of their devices. */
export async function recordOpenedSale(inside: Context, sale: OpenedSale): Promise<void> {
  await sql`
    insert into follow_news (customer_id, cause, show_id, event_id, notice_key, noted_at)
    select id, 'sale-opened', ${sale.showId}, 0, ${sale.noticeKey}, ${inside.clock.now()}
    from unnest(${sale.customerIds}::uuid[]) as customer(id)
    on conflict (customer_id, cause, show_id, event_id) do update
      set noted_at = excluded.noted_at, notice_key = excluded.notice_key, emailed_on = null
  `.execute(inside.db)
}
