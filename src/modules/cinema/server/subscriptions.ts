import { sql } from 'kysely'
import type { ReplyOf } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { emailKey } from '#kernel/email.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { readAccount, takeMail } from '#modules/accounts/server/public-api.ts'
import { openedSession } from '#modules/orders/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { caveaAddSubscription, caveaSubscriptionInfo } from '../cavea-contract.ts'
import { filmOnSaleJob } from './film-on-sale-email.ts'
import { screeningsOfFilm } from './present.ts'
import { isOnSale } from './programme.ts'
import { readProgrammeView } from './queries.ts'

/** Maximum number of subscriptions that one session or customer may create in a day. */
const subscriptionsPerDayMax = 20
const batchMax = 500
/** Maximum number of further sessions that may undo the subscription of one address: the latest ones. */
const moreSessionsMax = 20

type Subscription = {
  readonly movieId: number
  readonly email?: string | undefined
  readonly isSubscribed: boolean
}

/**
 * Subscribes to one email at the start of a film's sale, or unsubscribes. Idempotent. An address is subscribed once; each
 * session that subscribed it may undo that, and then no email is sent, whichever session was first.
 */
export async function subscribe(
  context: CallContext,
  { movieId, email, isSubscribed }: Subscription,
): Promise<Result<ReplyOf<typeof caveaAddSubscription>, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'guest' && actor.kind !== 'customer') return fail('BadRequest')
  const { programme, now } = await readProgrammeView(context)
  if (!programme.films.has(movieId)) return fail('NotFound')
  const customerId = actor.kind === 'customer' ? actor.customerId : null
  const address =
    email ?? (customerId === null ? undefined : (await readAccount(context, customerId))?.email)
  if (address === undefined && isSubscribed) {
    const message = 'The address of the e-mail is missing'
    return fail('BadRequest', { fields: [{ path: 'body.email', message }] })
  }
  if (!isSubscribed) {
    // Also one whose email waits in the queue: it is not sent without its subscription.
    await sql`delete from film_subscription where film_id = ${movieId}
      and ${isOwnSubscription(actor.sessionId, customerId)}`.execute(context.db)
    return ok({
      movieId,
      isSubscribed: false,
      count: await countOf(context, movieId),
      ...openedSession(context),
    })
  }
  if (screeningsOfFilm(programme, movieId).some((screening) => isOnSale(screening, now)))
    return fail('AlreadyOnSale')
  const kept = await inTransaction(context, (inside) =>
    saveSubscription(inside, actor.sessionId, {
      movieId,
      customerId,
      email: emailKey(address ?? ''),
    }),
  )
  if (!kept.ok) return kept
  return ok({
    movieId,
    isSubscribed: true,
    count: await countOf(context, movieId),
    ...openedSession(context),
  })
}

/** Subscriptions of one owner are counted and written one after the other, or the limit would not hold. */
async function saveSubscription(
  context: Context,
  sessionId: string,
  wanted: { readonly movieId: number; readonly customerId: string | null; readonly email: string },
): Promise<Result<void, 'TooManyRequests'>> {
  const { db, clock, random, locale } = context
  const { movieId, customerId, email } = wanted
  const lock = `film subscriptions of ${customerId ?? sessionId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(db)
  const now = clock.now()
  const since = new Date(now.getTime() - 86_400_000)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from film_subscription
    where created_at > ${since} and ${isOwnSubscription(sessionId, customerId)}`.execute(db)
  if ((rows[0]?.count ?? 0) >= subscriptionsPerDayMax) return fail('TooManyRequests')
  if (!(await takeMail(context, email))) return fail('TooManyRequests')
  await sql`
    insert into film_subscription (id, film_id, email, customer_id, session_id, locale, created_at)
    values (${random.uuid()}, ${movieId}, ${email}, ${customerId}, ${sessionId}, ${locale}, ${now})
    on conflict (film_id, email) do update set customer_id = excluded.customer_id, session_id = excluded.session_id,
      locale = excluded.locale, created_at = excluded.created_at, told_at = null, more_session_ids = '{}'
      where film_subscription.told_at is not null`.execute(db)
  await sql`
    update film_subscription set customer_id = coalesce(customer_id, ${customerId}::uuid),
      more_session_ids = (array_prepend(${sessionId}::uuid, more_session_ids))[1:${moreSessionsMax}::int]
    where film_id = ${movieId} and email = ${email} and told_at is null
      and session_id is distinct from ${sessionId}::uuid
      and ${sessionId}::uuid <> all(more_session_ids)`.execute(db)
  return ok(undefined)
}

/** Number of subscribers of a film, and whether the caller is one of them. */
export async function subscriptionInfo(
  context: Context,
  movieId: number,
): Promise<Result<ReplyOf<typeof caveaSubscriptionInfo>, ErrorCode>> {
  const { programme, now } = await readProgrammeView(context)
  if (!programme.films.has(movieId)) return fail('NotFound')
  const { actor } = context
  const isKnown = actor.kind === 'guest' || actor.kind === 'customer'
  const own = isKnown
    ? await sql<{ id: string }>`
        select id from film_subscription where film_id = ${movieId} and told_at is null
          and ${isOwnSubscription(actor.sessionId, actor.kind === 'customer' ? actor.customerId : null)}
        limit 1`.execute(context.db)
    : { rows: [] }
  return ok({
    movieId,
    isSubscribed: own.rows.length > 0,
    count: await countOf(context, movieId),
    isOnSale: screeningsOfFilm(programme, movieId).some((screening) => isOnSale(screening, now)),
  })
}

function isOwnSubscription(sessionId: string, customerId: string | null) {
  return customerId === null
    ? sql`(session_id = ${sessionId} or ${sessionId}::uuid = any(more_session_ids))`
    : sql`(customer_id = ${customerId} or session_id = ${sessionId} or ${sessionId}::uuid = any(more_session_ids))`
}

async function countOf(context: Context, filmId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from film_subscription where film_id = ${filmId} and told_at is null`.execute(
    context.db,
  )
  return rows[0]?.count ?? 0
}

/**
 * Enqueues an email to each subscriber of films that are now on sale. The mark and the job are one transaction, so each
 * is notified once. Returns the number of emails.
 */
export async function notifySubscribers(context: Context): Promise<number> {
  const now = context.clock.now()
  const notified = await inTransaction(context, async (inside) => {
    const { rows } = await sql<{ id: string }>`
      update film_subscription set told_at = ${now}
      where id in (
        select w.id from film_subscription w
        where w.told_at is null and exists (
          select from screening s
          where s.film_id = w.film_id and s.cancelled_at is null and s.sales_close_at > ${now}
            and (s.sales_open_at is null or s.sales_open_at <= ${now}))
        order by w.created_at limit ${batchMax} for update skip locked)
      returning id`.execute(inside.db)
    for (const { id } of rows)
      await enqueue(inside, filmOnSaleJob, { subscriptionId: id }, { singletonKey: id })
    return ok(rows.length)
  })
  return notified.value
}

/** Deletes subscriptions, with their addresses, a month after the email. */
export async function deleteOldSubscriptions(context: Context): Promise<void> {
  const before = new Date(context.clock.now().getTime() - 30 * 86_400_000)
  await sql`delete from film_subscription where told_at < ${before}`.execute(context.db)
}

/** A customer's subscriptions, for the data export. */
export async function exportSubscriptions(context: Context, customerId: string) {
  const { rows } = await sql<{ film: string; email: string; createdAt: Date }>`
    select f.original_name as film, w.email, w.created_at as "createdAt"
    from film_subscription w join film f on f.id = w.film_id where w.customer_id = ${customerId}
    order by w.created_at`.execute(context.db)
  return rows.map(({ film, email, createdAt }) => ({
    film,
    email,
    createdAt: createdAt.toISOString(),
  }))
}

/** Deletes a customer's subscriptions. */
export async function eraseSubscriptions(context: Context, customerId: string): Promise<void> {
  await sql`delete from film_subscription where customer_id = ${customerId}`.execute(context.db)
}
