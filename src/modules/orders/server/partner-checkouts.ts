/** Checkouts of partners by their own number of the sale, so that a request that is sent again makes no second order. */
import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { requestHash } from '#platform/http/idempotency.ts'
import { openedSession } from './opened-session.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { seal, unseal } from '#platform/sealed.ts'
import type { Order } from './order.ts'
import { isFinal, ownsOrder, shownStatus } from './rules.ts'
import { readOrder } from './store.ts'

/** How long a number stays taken, and how long the bearer of its order can be asked for again. */
const retentionDays = 30
const sessionHours = 24
const dayMilliseconds = 86_400_000

const sealedSession = 'partner checkout'

/** A partner's request: `body` is all that it asks for, its own number included. */
interface PartnerCheckout {
  readonly externalReference: string
  readonly body: unknown
}

/** What a number stands for already. */
type KnownCheckout =
  | { readonly kind: 'new'; readonly replaces: string | null }
  | { readonly kind: 'taken' }
  | { readonly kind: 'again'; readonly order: Order; readonly accessToken: string | null }

/**
 * What is known under the number of this channel: nothing, or an order that ended unpaid, which a new one replaces;
 * the order of the same request; or another request's. The bearer is answered only to a caller that brought none.
 */
export async function findPartnerCheckout(
  context: CallContext,
  { externalReference, body }: PartnerCheckout,
): Promise<KnownCheckout> {
  const { db, channel, clock } = context
  const row = await db
    .selectFrom('partner_checkout')
    .select(['order_key', 'request_hash', 'session', 'created_at'])
    .where('channel', '=', channel)
    .where('external_reference', '=', externalReference)
    .executeTakeFirst()
  if (!row) return { kind: 'new', replaces: null }
  const order = await readOrder(db, { orderKey: row.order_key })
  const now = clock.now()
  if (!order || isFinal(shownStatus(order, now))) return { kind: 'new', replaces: row.order_key }
  if (!row.request_hash.equals(requestHash([body]))) return { kind: 'taken' }
  if (ownsOrder(context.actor, order)) return { kind: 'again', order, accessToken: null }
  // Somebody else's session is told of no order; a caller without one has repeated the request that opened it.
  if (openedSession(context).accessToken === undefined) return { kind: 'taken' }
  const isFresh = row.created_at.getTime() > now.getTime() - sessionHours * 3_600_000
  const accessToken =
    row.session && isFresh ? unseal(secretOf(context, body), sealedSession, row.session) : null
  return { kind: 'again', order, accessToken: accessToken as string | null }
}

/**
 * Ties an order to its number, in the transaction that takes its places. Of two concurrent requests one waits for the
 * other here and is refused, which rolls back what it took.
 */
export async function claimPartnerCheckout(
  context: Context,
  caller: CallContext,
  { externalReference, body }: PartnerCheckout,
  { orderKey, replaces }: { readonly orderKey: string; readonly replaces: string | null },
): Promise<Result<void, ErrorCode>> {
  const { accessToken } = openedSession(caller)
  const session =
    accessToken === undefined ? null : seal(secretOf(caller, body), sealedSession, accessToken)
  const claimed = await sql`
    insert into partner_checkout (channel, external_reference, request_hash, order_key, session, created_at)
    values (${context.channel}, ${externalReference}, ${requestHash([body])}, ${orderKey}, ${session},
      ${context.clock.now()})
    on conflict (channel, external_reference) do update
      set request_hash = excluded.request_hash, order_key = excluded.order_key,
        session = excluded.session, created_at = excluded.created_at
      where partner_checkout.order_key in (${replaces}::uuid, ${orderKey}::uuid)`.execute(
    context.db,
  )
  return claimed.numAffectedRows === 1n ? ok(undefined) : fail('PartnerOrderTaken')
}

/** The database has a hash of the API key only, so its rows alone open no bearer. */
function secretOf({ apiKey = '' }: CallContext, body: unknown): string {
  return `${apiKey} ${requestHash([body]).toString('hex')}`
}

/** Sweep: deletes numbers after a month, and bearers after a day. */
export async function deleteOldPartnerCheckouts({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  await db
    .deleteFrom('partner_checkout')
    .where('created_at', '<', new Date(now - retentionDays * dayMilliseconds))
    .execute()
  await db
    .updateTable('partner_checkout')
    .set({ session: null })
    .where('created_at', '<', new Date(now - sessionHours * 3_600_000))
    .where('session', 'is not', null)
    .execute()
}
