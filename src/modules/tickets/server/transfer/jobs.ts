import type { Locale } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import { defineMessageJob, enqueue } from '#platform/jobs/jobs.ts'
import type { Share } from './store.ts'

/**
 * Messages about a link: to its receiver that tickets were shared, that a transfer was revoked, or that they now hold
 * the tickets; to the giver that the tickets were taken over.
 */
export type TransferNotification = 'shared' | 'taken-back' | 'taken' | 'received'

export interface TransferMessage {
  readonly shareId: string
  readonly news: TransferNotification
  readonly locale: Locale
  /** `received` only: the link that opens the tickets for a receiver without an account. */
  readonly keepShareId?: string
}

export const transferMessageJob = defineMessageJob<TransferMessage>('passing-message')

/** Enqueues the message by the channel the link was sent on; links that were not sent have no recipient. */
export async function notifyOfShare(
  context: Context,
  share: Pick<Share, 'id' | 'handsOver' | 'channel'>,
  news: TransferNotification,
  keepShareId?: string,
): Promise<void> {
  // The end of a link that only showed tickets needs no message.
  if (news === 'taken-back' && (!share.handsOver || share.channel === 'link')) return
  await enqueue(
    context,
    transferMessageJob,
    { shareId: share.id, news, locale: context.locale, ...(keepShareId ? { keepShareId } : {}) },
    { singletonKey: `${share.id} ${news}` },
  )
}
