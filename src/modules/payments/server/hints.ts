/** Messages after which a provider is asked about a payment. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { pollSecondsLeast, pollSecondsMax } from './rules.ts'

/** Hints of a payment within an hour after which its provider is asked at once; each further one waits longer. */
const hintsAtOnce = 5

/**
 * A payment is due now. A hint proves nothing and may be repeated by whoever saw it, and each one asks the provider: after
 * some within an hour the next waits for 5 seconds, then for 10, up to 5 minutes, and those that come meanwhile are the same
 * hint. None is lost: it becomes due, even if polling has ended.
 */
function dueSoon({ clock }: Pick<Context, 'clock'>) {
  const now = sql`${clock.now()}::timestamptz`
  const recent = sql`case when hinted_at > ${now} - interval '1 hour' then hint_count else 0 end`
  const isWaiting = sql`coalesce(hinted_at > ${now}, false)`
  const pause = sql`case when ${recent} < ${hintsAtOnce}::int then 0 else
    least(${pollSecondsLeast}::int * power(2, least(${recent} - ${hintsAtOnce}::int, 16)), ${pollSecondsMax}::int) end`
  const due = sql`case when ${isWaiting} then hinted_at else
    greatest(${now}, coalesce(hinted_at, ${now}) + make_interval(secs => ${pause})) end`
  return {
    next_poll_at: sql<Date>`least(coalesce(next_poll_at, 'infinity'), ${due})`,
    // Repeated hints do not shorten the growing pauses of polling.
    poll_count: sql<number>`case when ${recent} < ${hintsAtOnce}::int then 0 else poll_count end`,
    hinted_at: sql<Date>`${due}`,
    hint_count: sql<number>`least((${recent}) + case when ${isWaiting} then 0 else 1 end, 1000)`,
  }
}

/**
 * Makes a payment due for polling; a callback does nothing else. The secret of the callback address must be the
 * payment's own, because the provider's id is visible in the buyer's address bar; when that id never reached us, the
 * callback supplies it. Returns false when no payment matches.
 */
export async function hintPayment(
  context: Context,
  hint: { readonly provider: number; readonly externalId: string; readonly callbackKey: string },
): Promise<boolean> {
  const due = dueSoon(context)
  const { provider, externalId, callbackKey } = hint
  const known = await context.db
    .updateTable('payment')
    .set(due)
    .where('provider', '=', provider)
    .where('callback_key', '=', callbackKey)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  if (known.numUpdatedRows > 0n) return true
  const found = await context.db
    .updateTable('payment')
    .set({ ...due, external_id: externalId })
    .where('provider', '=', provider)
    .where('callback_key', '=', callbackKey)
    .where('external_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment as other')
            .select('other.id')
            .where('other.provider', '=', provider)
            .where('other.external_id', '=', externalId),
        ),
      ),
    )
    .executeTakeFirst()
  return found.numUpdatedRows > 0n
}

/** Makes a payment due for polling now, after a signed message of its provider. */
export async function pollSoon(context: Context, paymentId: string): Promise<void> {
  await context.db
    .updateTable('payment')
    .set(dueSoon(context))
    .where('id', '=', paymentId)
    .execute()
}
