import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { NotificationKind } from '../kinds.ts'
import { noticeJob } from './jobs.ts'

/** Subject of a notice; names and times are read when it is sent. */
export interface NoticeSubject {
  readonly orderNumber?: string
  readonly eventId?: number
  readonly showId?: number
  /** What is not an event says what it is when it is told of. */
  readonly item?: {
    readonly name: LocalizedText
    /** ISO instant. */
    readonly startsAt: string
    readonly timeZone: string
  }
  /** For a followed subject: its change. */
  readonly news?: 'listed' | 'sale-opened' | 'places-again'
  /** Of an order: a supplier did not confirm it, and its money is refunded. */
  readonly isRefused?: boolean
  /** Of an organiser's mailing to ticket holders: what it is about, and what it is called. */
  readonly letter?: { readonly name: LocalizedText; readonly subject: LocalizedText }
  /** For a changed time: a delay on the same terms. */
  readonly isDelay?: boolean
  /** For a changed time: a delay has become shorter or has ended. */
  readonly isEarlier?: boolean
  /** The customer received the ticket from its buyer, whose matter the money is. */
  readonly isReceived?: boolean
  /** For a changed time: an airline has changed it. */
  readonly isFlight?: boolean
  /** For a cancellation by an airline: the money goes back when its holder asks for it. */
  readonly isFlightOff?: boolean
  /** For a changed time: it was cancelled and takes place after all. */
  readonly isReinstated?: boolean
  /** For another platform, or the first one that is announced (`former` is null). */
  readonly platform?: { readonly present: string; readonly former: string | null }
  /** Where a journey begins or ends: its vehicle does not stop there, or does after all. */
  readonly stop?: { readonly name: LocalizedText; readonly isServed: boolean }
  /** For another vehicle: other seats on the same terms, or none. */
  readonly seats?: 'moved' | 'lost'
}

/**
 * Notifies customers, in the transaction of the reported change. A customer is notified once for each key, however
 * often this is called; customers without consent to the kind are left out when the notification is sent.
 *
 * @param notice.key identifies the change, such as `moved 101 2026-12-01T10:00:00Z`
 */
export async function notifyCustomers(
  context: Context,
  notice: {
    readonly key: string
    readonly kind: NotificationKind
    readonly subject: NoticeSubject
    readonly customerIds: readonly string[]
  },
): Promise<void> {
  invariant(context.db.isTransaction, 'notices are written with what they tell of')
  if (notice.customerIds.length === 0) return
  const added = await sql`
    insert into notice (notice_key, customer_id, kind, subject, created_at)
    select ${notice.key}, id, ${notice.kind}, ${JSON.stringify(notice.subject)}::jsonb,
      ${context.clock.now()}
    from unnest(${notice.customerIds}::uuid[]) as customer(id)
    on conflict (notice_key, customer_id) do nothing
  `.execute(context.db)
  if (Number(added.numAffectedRows ?? 0) === 0) return
  await enqueue(context, noticeJob, { noticeKey: notice.key }, { singletonKey: notice.key })
}
