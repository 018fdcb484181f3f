import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { movedEmailJob, type MovedItem } from '../jobs.ts'
import { listOrderParts } from '../queries/valid-tickets.ts'

/**
 * Job handler: enqueues an email for every order with valid tickets for the moved or delayed item, one per leg range,
 * because those start at different times. All of them or none; a repeated run adds those that are no longer waiting,
 * with the same Message-ID.
 */
export async function notifyRescheduled(context: Context, payload: MovedItem): Promise<void> {
  await inTransaction(context, async (inside) => {
    const {
      source,
      itemId,
      movedAt,
      isDelay,
      isReinstated,
      isFlightOff,
      choiceUntil,
      formerPlatform,
    } = payload
    const news = formerPlatform === undefined ? '' : 'platform '
    for (const { orderId, legFrom, legTo } of await listOrderParts(inside, payload))
      await enqueue(
        inside,
        movedEmailJob,
        {
          orderId,
          source,
          itemId,
          legFrom,
          legTo,
          ...(isDelay ? { isDelay } : {}),
          ...(isReinstated ? { isReinstated, movedAt } : {}),
          ...(isFlightOff ? { isFlightOff, movedAt } : {}),
          ...(formerPlatform === undefined ? {} : { formerPlatform, movedAt }),
          ...(choiceUntil === undefined ? {} : { choiceUntil, movedAt }),
        },
        { singletonKey: `${source} ${itemId} ${orderId} ${legFrom}-${legTo} ${news}${movedAt}` },
      )
    return ok(null)
  })
}
