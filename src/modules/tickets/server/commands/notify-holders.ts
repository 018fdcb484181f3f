import { invariant } from '#kernel/result.ts'
import { notifyCustomers } from '#modules/notifications/server/public-api.ts'
import { describeBySource, itemKey } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { eventMovedJob } from '../jobs.ts'
import type { TicketPorts } from '../ports.ts'
import { listHolderParts, type TicketPart } from '../queries/valid-tickets.ts'
import { compareSoon } from '../wallet/store.ts'

/** A change of an item that people hold tickets for. */
export interface HolderNotification extends TicketPart {
  /**
   * `moved`: another date; its tickets show `movedFrom`, and `fullRefundUntil`, the end of the full-refund period.
   * `delayed`: later on the same terms; its tickets show `movedFrom`. `cancelled`: the email is sent with the refund
   * (`cancelItem`), unless holders may choose something else first. `reinstated`: it takes place after all.
   */
  readonly change: 'moved' | 'delayed' | 'cancelled' | 'reinstated'
  /** Until then holders of what is cancelled may choose something else. */
  readonly refundFrom?: Date
}

/**
 * Notifies all holders of valid tickets for an item, or for some of its legs, by push and email, in the transaction
 * of the change. Each ticket is notified with its own start time. Idempotent: the same change of the same item is
 * notified once per time of day.
 */
export async function notifyHolders(
  context: Context,
  ports: Pick<TicketPorts, 'sources'>,
  { change, refundFrom, ...part }: HolderNotification,
): Promise<void> {
  invariant(context.db.isTransaction, 'holders are told together with what has happened')
  const { source, itemId, legs } = part
  await compareSoon(context, part)
  const at = context.clock.now().toISOString()
  const groups = await listHolderParts(context, part)
  const items = groups.map(({ legFrom, legTo }) => ({ source, itemId, legFrom, legTo }))
  const subjects = await describeBySource(ports.sources, items, (vertical, own) =>
    vertical.describeTickets(context, own),
  )
  const kindOfMove = {
    ...(change === 'delayed' && { isDelay: true }),
    ...(change === 'reinstated' && { isReinstated: true }),
  }
  for (const { customerIds, legFrom, legTo } of groups) {
    const key = itemKey({ source, itemId, legFrom, legTo })
    const subject = subjects.get(key)
    if (!subject) continue
    const { name, startsAt, timeZone } = subject
    const item = { name, startsAt: startsAt.toISOString(), timeZone }
    await notifyCustomers(context, {
      key: `${change} ${key} ${at}`,
      kind: change === 'cancelled' ? 'event-cancelled' : 'event-moved',
      subject: { item, ...kindOfMove },
      customerIds,
    })
  }
  if (change === 'cancelled' && !refundFrom) return
  const choice = refundFrom ? { choiceUntil: refundFrom.toISOString() } : {}
  const singletonKey = `${source} ${itemId} ${legs ? `${legs.from}-${legs.to} ` : ''}${at}`
  await enqueue(
    context,
    eventMovedJob,
    { ...part, movedAt: at, ...kindOfMove, ...choice },
    { singletonKey },
  )
}
