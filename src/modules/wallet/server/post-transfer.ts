import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { balancedPostings, type Posting, type Transfer } from './rules.ts'
import { findTransfer, insertTransfer } from './store.ts'

/**
 * Posts a balanced transfer in one statement, in the open transaction if there is one. Returns `true` if posted now,
 * `false` if it was posted before. Throws when the postings do not balance, are all zero, or when the key belongs to
 * another transfer.
 */
export async function postTransfer(context: Context, transfer: Transfer): Promise<boolean> {
  const postings = balancedPostings(transfer.postings)
  invariant(
    postings.length > 0,
    `transfer ${transfer.idempotencyKey} has a posting that is not zero`,
  )
  if (await insertTransfer(context, transfer, postings)) return true
  await assertSame(context, transfer, postings)
  return false
}

async function assertSame(
  context: Context,
  transfer: Transfer,
  postings: readonly Posting[],
): Promise<void> {
  const posted = await findTransfer(context, transfer.idempotencyKey)
  const same =
    posted !== null &&
    posted.kind === transfer.kind &&
    posted.reference === transfer.reference &&
    JSON.stringify(balancedPostings(posted.postings)) === JSON.stringify(postings)
  invariant(same, `the idempotency key ${transfer.idempotencyKey} was used for an equal transfer`)
}
