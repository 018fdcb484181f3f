import { sql } from 'kysely'
import { ok } from '#kernel/result.ts'
import {
  readCatalogue,
  saleStateOf,
  type Catalogue,
  type EventRecord,
} from '#modules/catalogue/server/public-api.ts'
import { notifyCustomers, type OpenedSale } from '#modules/notifications/server/public-api.ts'
import { personId } from '#modules/search/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { NewsCause } from '../kinds.ts'
import { listedEvent } from './subjects.ts'

/** Something about an event that its followers have not been told. */
interface News {
  readonly event: EventRecord
  readonly cause: NewsCause
}

interface Told {
  readonly customerId: string
  readonly showId: number
  readonly eventId: number
  readonly cause: NewsCause
}

/**
 * Compares the sale of every listed event to come with the state last reported to followers, and records what is new for
 * each of them, with a notice for their devices, in one transaction. Of several workers one finds each change. The
 * first run ever only learns what there is. Answers how many were told.
 */
export async function noteNews(context: Context): Promise<number> {
  const catalogue = await readCatalogue(context.db)
  const now = context.clock.now()
  const states = new Map<number, string>()
  for (const event of catalogue.listedEvents) {
    const state = saleStateOf(event, now)
    if (state !== 'Passed' && state !== 'Cancelled') states.set(event.id, state)
  }
  let told = 0
  await inTransaction(context, async (inside) => {
    const news = await takeChanges(inside, catalogue, states)
    const rows = [
      ...(await followersOf(inside, catalogue, news)),
      ...(await takeWaiting(inside, catalogue)),
    ]
    await tell(inside, rows)
    told = rows.length
    return ok(null)
  })
  return told
}

/** Writes today's states down and answers what followers care about of what has changed. */
async function takeChanges(
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
  const isFirst = added.length > 0 && before.size === 0 && (await isEmpty(inside))
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

async function isEmpty(inside: Context): Promise<boolean> {
  const row = await inside.db
    .selectFrom('followed_sale')
    .select('event_id')
    .limit(1)
    .executeTakeFirst()
  return row === undefined
}

/** Notes news for who follows the show, its venue or its people, and answers for whom it was news. */
async function followersOf(
  inside: Context,
  catalogue: Catalogue,
  news: readonly News[],
): Promise<Told[]> {
  if (news.length === 0) return []
  const subjects = news.flatMap(({ event, cause }) => {
    const performers = catalogue.shows.get(event.showId)?.performers ?? []
    return [
      { kind: 'show', id: event.showId },
      // Of one date only who follows its show hears that places came back.
      ...(cause === 'places-again' ? [] : [{ kind: 'venue', id: event.venue.id }]),
      ...(cause === 'places-again'
        ? []
        : performers.map(({ name }) => ({ kind: 'person', id: personId(name) }))),
    ].map((subject) => ({ ...subject, event, cause }))
  })
  const { rows } = await sql<Told>`
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

/** Dates that somebody waits for and that have places again: the wait ends with the news. */
async function takeWaiting(inside: Context, catalogue: Catalogue): Promise<Told[]> {
  const now = inside.clock.now()
  const waited = await inside.db
    .selectFrom('follow')
    .select('subject_id')
    .distinct()
    .where('subject_kind', '=', 'event')
    .execute()
  const free = waited.flatMap(({ subject_id }) => {
    const listed = listedEvent(catalogue, subject_id)
    return listed && saleStateOf(listed.event, now) === 'OnSale' ? [listed.event] : []
  })
  if (free.length === 0) return []
  const { rows } = await sql<Told>`
    with taken as (
      delete from follow f using unnest(${free.map(({ id }) => id)}::integer[],
        ${free.map(({ showId }) => showId)}::integer[]) n(event_id, show_id)
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

/** One notice a show and cause, however many of its dates it is about. */
async function tell(inside: Context, rows: readonly Told[]): Promise<void> {
  const groups = new Map<string, Told[]>()
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

/** Has who waited for a sale written to as well, unless the notice reaches one of their devices. */
export async function noteOpenedSale(inside: Context, sale: OpenedSale): Promise<void> {
  await sql`
    insert into follow_news (customer_id, cause, show_id, event_id, notice_key, noted_at)
    select id, 'sale-opened', ${sale.showId}, 0, ${sale.noticeKey}, ${inside.clock.now()}
    from unnest(${sale.customerIds}::uuid[]) as customer(id)
    on conflict (customer_id, cause, show_id, event_id) do update
      set noted_at = excluded.noted_at, notice_key = excluded.notice_key, emailed_on = null
  `.execute(inside.db)
}
