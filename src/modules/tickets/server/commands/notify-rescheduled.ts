import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { movedEmailJob, type MovedItem } from '../jobs.ts'
import { listOrdersWithTickets } from '../queries/valid-tickets.ts'

/** More orders than any hall has places. */
const ordersMost = 200_000

/**
 * Job handler: enqueues an email for every order that has valid tickets for a date that moved. All of them or none;
 * run again it adds what is no longer waiting, and those emails carry the same Message-ID.
 */
export async function notifyRescheduled(context: Context, payload: MovedItem): Promise<void> {
  await inTransaction(context, async (inside) => {
    const { source, itemId, offeringId, movedAt } = payload
    for (const { orderId } of await listOrdersWithTickets(
      inside,
      [{ source, itemId, offeringId }],
      ordersMost,
    ))
      await enqueue(
        inside,
        movedEmailJob,
        { orderId, source, itemId },
        { singletonKey: `${source} ${itemId} ${orderId} ${movedAt}` },
      )
    return ok(null)
  })
}
