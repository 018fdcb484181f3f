/** Watches of customers in other verticals: stored, checked periodically, and each change notified once. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { lockCustomer } from '#modules/accounts/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { WatchView } from '../contract.ts'
import type { WatchSource, WatchSubject } from './watch-source.ts'

/** Maximum number of watches of one customer. */
const watchesMax = 50
const checkIntervalMinutes = 10
const checksPerRound = 200

interface WatchRow {
  readonly source: string
  readonly subjectKey: string
  readonly subject: WatchSubject
  readonly name: LocalizedText
  readonly tells: LocalizedText
  readonly path: string
  readonly followedAt: Date
}

/** Adds a watch and returns its `subjectKey`. Idempotent. */
export async function addWatch(
  context: Context,
  sources: readonly WatchSource[],
  customerId: string,
  request: { readonly source: string; readonly subject: WatchSubject },
): Promise<Result<string, 'NotFound' | 'TooManyFollows'>> {
  const source = sources.find(({ name }) => name === request.source)
  const watched = await source?.readWatched(context, request.subject)
  if (!source || !watched) return fail('NotFound')
  const { subjectKey, subject, name, tells, path } = watched
  return inTransaction<Result<string, 'TooManyFollows'>>(context, async (inside) => {
    await lockCustomer(inside, customerId)
    const { rows } = await sql<{ count: number; isKnown: boolean }>`
      select count(*)::int as count,
        coalesce(bool_or(source = ${source.name} and subject_key = ${subjectKey}), false) as "isKnown"
      from follow_watch where customer_id = ${customerId}`.execute(inside.db)
    const [existing] = rows
    if (existing?.isKnown) return ok(subjectKey)
    if ((existing?.count ?? 0) >= watchesMax) return fail('TooManyFollows')
    await sql`
      insert into follow_watch (customer_id, source, subject_key, subject, name, tells, path, created_at)
      values (${customerId}, ${source.name}, ${subjectKey}, ${JSON.stringify(subject)}::jsonb,
        ${JSON.stringify(name)}::jsonb, ${JSON.stringify(tells)}::jsonb, ${path}, ${inside.clock.now()})`.execute(
      inside.db,
    )
    return ok(subjectKey)
  })
}

/** Removes a watch. Idempotent. */
export async function removeWatch(
  context: Context,
  sources: readonly WatchSource[],
  customerId: string,
  { source: name, subjectKey }: { readonly source: string; readonly subjectKey: string },
): Promise<void> {
  const source = sources.find((candidate) => candidate.name === name)
  if (await source?.removeOwn?.(context, customerId, subjectKey)) return
  await sql`delete from follow_watch where customer_id = ${customerId} and source = ${name}
    and subject_key = ${subjectKey}`.execute(context.db)
}

async function readWatches({ db }: Pick<Context, 'db'>, customerId: string): Promise<WatchRow[]> {
  const { rows } = await sql<WatchRow>`
    select source, subject_key as "subjectKey", subject, name, tells, path, created_at as "followedAt"
    from follow_watch where customer_id = ${customerId}`.execute(db)
  return rows
}

/** All watches of a customer, the newest first. */
export async function listWatches(
  context: Context,
  sources: readonly WatchSource[],
  customerId: string,
): Promise<WatchView[]> {
  const own = await Promise.all(
    sources.map(async (source) =>
      ((await source.listOwn?.(context, customerId)) ?? []).map((watched) => ({
        ...watched,
        source: source.name,
      })),
    ),
  )
  const { locale } = context
  return [...(await readWatches(context, customerId)), ...own.flat()]
    .toSorted((left, right) => right.followedAt.getTime() - left.followedAt.getTime())
    .map(({ source, subjectKey, subject, name, tells, path, followedAt }) => ({
      source,
      subjectKey,
      subject,
      name: name[locale],
      tells: tells[locale],
      path,
      followedAt: followedAt.toISOString(),
    }))
}

/** Watches of a customer, for the data export. */
export async function exportWatches(context: Context, customerId: string): Promise<object[]> {
  const rows = await readWatches(context, customerId)
  return rows.map(({ source, subject, name, followedAt }) => ({
    source,
    subject,
    name: name[context.locale],
    followedAt,
  }))
}

interface DueWatch {
  readonly source: string
  readonly subjectKey: string
  readonly subject: WatchSubject
  readonly state: string | null
}

/**
 * Checks watched subjects, those with the oldest check first and each once regardless of its number of watchers, and
 * records news for every watcher. Concurrent workers record each change once, because the update is conditional on the
 * previous state. Returns the number of notified watchers.
 */
export async function recordWatchNews(
  context: Context,
  sources: readonly WatchSource[],
): Promise<number> {
  const now = context.clock.now()
  const before = new Date(now.getTime() - checkIntervalMinutes * 60_000)
  const { rows } = await sql<DueWatch>`
    select source, subject_key as "subjectKey", (array_agg(subject))[1] as subject, state
    from follow_watch where looked_at is null or looked_at <= ${before}
    group by source, subject_key, state
    order by min(looked_at) nulls first, source, subject_key limit ${checksPerRound}`.execute(
    context.db,
  )
  let notified = 0
  for (const due of rows) {
    const source = sources.find(({ name }) => name === due.source)
    const check = await source?.check(context, due.subject, due.state).catch((error: unknown) => {
      context.log.error({ err: error, source: due.source }, 'checking a watch failed')
      return undefined
    })
    notified += await recordCheck(
      context,
      due,
      check ?? { state: due.state ?? '', news: null, isOver: false },
    )
  }
  return notified
}

async function recordCheck(
  context: Context,
  { source, subjectKey, state: before }: DueWatch,
  { state, news, isOver }: { state: string; news: LocalizedText | null; isOver: boolean },
): Promise<number> {
  const now = context.clock.now()
  const recorded = await inTransaction(context, async (inside) => {
    const unchanged = sql`source = ${source} and subject_key = ${subjectKey} and state is not distinct from ${before}::text`
    const { rows } = isOver
      ? await sql`delete from follow_watch where ${unchanged} returning customer_id`.execute(
          inside.db,
        )
      : await sql`update follow_watch set state = ${state}, looked_at = ${now} where ${unchanged}
          returning customer_id`.execute(inside.db)
    if (news === null || isOver || rows.length === 0) return ok(0)
    await sql`
      insert into follow_watch_news (customer_id, source, subject_key, noted_at, name, news, path)
      select customer_id, source, subject_key, ${now}, name, ${JSON.stringify(news)}::jsonb, path from follow_watch
      where source = ${source} and subject_key = ${subjectKey} and state = ${state} and looked_at = ${now}
      on conflict do nothing`.execute(inside.db)
    return ok(rows.length)
  })
  return recorded.value
}

/** News of watches in the email of a day. */
export async function readWatchNews(
  { db }: Pick<Context, 'db'>,
  customerId: string,
  day: string,
): Promise<{ name: LocalizedText; news: LocalizedText; path: string }[]> {
  const { rows } = await sql<{ name: LocalizedText; news: LocalizedText; path: string }>`
    select distinct on (source, subject_key) name, news, path from follow_watch_news
    where customer_id = ${customerId} and emailed_on = ${day}::date
    order by source, subject_key, noted_at desc`.execute(db)
  return rows
}
