import { invariant } from '#kernel/result.ts'
import { notifyCustomers } from '#modules/notifications/server/public-api.ts'
import { describeBySource, itemKey, type SoldItem } from '#modules/orders/server/public-api.ts'
import { keepPromisedRefund, refundEndToTell } from '#modules/returns/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { eventMovedJob } from '../jobs.ts'
import type { TicketPorts } from '../ports.ts'
import { listHolderParts, type TicketPart } from '../queries/valid-tickets.ts'
import type { TicketSubject } from '../ticket-source.ts'
import { compareSoon } from '../wallet/store.ts'

/** A change of an item that people hold tickets for. */
export interface HolderNotification extends TicketPart {
  /**
   * `moved`: another date; its tickets show `movedFrom`, and `fullRefundUntil`, the end of the full-refund period.
   * `delayed`: later on the same terms; its tickets show `movedFrom`. `cancelled`: the email is sent with the refund
   * (`cancelItem`), unless holders may choose something else first. `reinstated`: it takes place after all.
   * `flight-cancelled`: an airline has cancelled it, and the money goes back when its holder asks for it.
   * `platform`: boarding is at another platform; an announced one is notified by push only.
   */
  readonly change:
    | 'moved'
    | 'delayed'
    | 'cancelled'
    | 'flight-cancelled'
    | 'reinstated'
    | 'platform'
  /** The platform that holders know; null: none. */
  readonly formerPlatform?: string | null
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
  { change, refundFrom, formerPlatform = null, ...part }: HolderNotification,
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
  const isCancelled = change === 'cancelled' || change === 'flight-cancelled'
  const kindOfMove = {
    ...(change === 'delayed' && { isDelay: true }),
    ...(change === 'reinstated' && { isReinstated: true }),
    ...(change === 'flight-cancelled' && { isFlightOff: true }),
  }
  for (const { customerIds, legFrom, legTo } of groups) {
    const key = itemKey({ source, itemId, legFrom, legTo })
    const subject = subjects.get(key)
    if (!subject) continue
    await keepTold(context, { source, itemId, legFrom, legTo }, subject)
    const { name, startsAt, timeZone } = subject
    const item = { name, startsAt: startsAt.toISOString(), timeZone }
    const platform = change === 'platform' ? platformOf(subject, formerPlatform) : {}
    await notifyCustomers(context, {
      key: `${change} ${key} ${at}`,
      kind: isCancelled ? 'event-cancelled' : 'event-moved',
      subject: {
        item,
        ...kindOfMove,
        ...platform,
        ...(change === 'moved' && subject.kind === 'flight' && { isFlight: true }),
      },
      customerIds,
    })
  }
  if (change === 'cancelled' && !refundFrom) return
  if (change === 'platform' && formerPlatform === null) return
  const choice = refundFrom ? { choiceUntil: refundFrom.toISOString() } : {}
  const ofLegs = legs ? `${legs.from}-${legs.to} ` : ''
  // A run may get a delay and another platform at once.
  const singletonKey = `${source} ${itemId} ${ofLegs}${change === 'platform' ? 'platform ' : ''}${at}`
  await enqueue(
    context,
    eventMovedJob,
    {
      ...part,
      movedAt: at,
      ...kindOfMove,
      ...choice,
      ...(formerPlatform === null ? {} : { formerPlatform }),
    },
    { singletonKey },
  )
}

/** Keeps the full refund that holders are told of, so that the end of its cause does not take it back. */
async function keepTold(context: Context, item: SoldItem, subject: TicketSubject): Promise<void> {
  const { fullRefundUntil: until, startsAt, movedFrom } = subject
  if (until === null) return
  await keepPromisedRefund(context, {
    ...item,
    until: refundEndToTell({ until, startsAt, movedFrom }),
  })
}

/** What a push notification says about the platform where a journey begins. */
function platformOf(subject: TicketSubject, former: string | null) {
  if (subject.kind !== 'journey' || !subject.from.platform) return {}
  return { platform: { present: subject.from.platform, former } }
}
