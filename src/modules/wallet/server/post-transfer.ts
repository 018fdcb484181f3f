import { invariant, ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { balancedPostings, type Posting, type Transfer } from './rules.ts'
import { findTransfer, insertPostings, insertTransfer } from './store.ts'

/**
 * Posts a balanced transfer in the open transaction, or in one of its own. Answers whether it was posted
 * now (`true`) or had been before (`false`). Throws when the postings do not balance, when nothing is moved,
 * or when the key belongs to another transfer.
 */
export async function postTransfer(context: Context, transfer: Transfer): Promise<boolean> {
  const postings = balancedPostings(transfer.postings)
  invariant(postings.length > 0, `transfer ${transfer.idempotencyKey} moves something`)
  const result = await inTransaction(context, async (inner) => {
    const id = await insertTransfer(inner, transfer)
    if (id === null) {
      await assertSame(inner, transfer, postings)
      return ok(false)
    }
    await insertPostings(inner, id, postings)
    return ok(true)
  })
  return result.value
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
  invariant(same, `the key ${transfer.idempotencyKey} belongs to one transfer`)
}
