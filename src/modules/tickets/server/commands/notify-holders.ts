import { invariant } from '#kernel/result.ts'
import { notifyCustomers, type NoticeSubject } from '#modules/notifications/server/public-api.ts'
import { describeBySource, itemKey, type SoldItem } from '#modules/orders/server/public-api.ts'
import { keepPromisedRefund, refundEndToTell } from '#modules/returns/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import {
  recordDecision,
  type DecidedChange,
  type Decision,
  type StartsBefore,
} from '../news/decisions.ts'
import { askToTell } from '../news/tell-holders.ts'
import { decidedStop, startBefore } from '../news/news-of.ts'
import type { TicketPorts } from '../ports.ts'
import { listHolderParts, type TicketPart } from '../queries/valid-tickets.ts'
import type { TicketSubject } from '../ticket-source.ts'
import { compareSoon } from '../wallet/store.ts'

/** A decision about an item that people hold tickets for. */
export interface HolderNotification extends TicketPart {
  /**
   * `moved`: another date; its tickets show `movedFrom`, and `fullRefundUntil`, the end of the full-refund period.
   * `delayed`: another time on the same terms, also an earlier one when a delay shrinks or ends. `cancelled`: the buyer's
   * email is sent with the refund (`cancelItem`), unless holders may choose something else first. `reinstated`: it takes
   * place after all. `flight-cancelled`: an airline has cancelled it, and the money goes back when its holder asks for
   * it. `platform`: boarding is at another platform; an announced one is notified by push only. `skipped`: the vehicle does
   * not stop where these tickets begin or end; `served`: it stops there after all.
   */
  readonly change: DecidedChange
  /** When tickets began before the decision, by boarding leg or as a whole; absent: unchanged. */
  readonly startsBefore?: StartsBefore
  /** The platform that holders know; null: none. */
  readonly formerPlatform?: string | null
  /** Until then holders of what is cancelled may choose something else. */
  readonly refundFrom?: Date
}

/**
 * Records a decision about an item, or about some of its legs, and tells everybody who holds valid tickets for it by push
 * and letter, in the transaction of the change. Each ticket is told with its own start time. Idempotent: the same change
 * of the same item is one decision per instant.
 */
export async function notifyHolders(
  context: Context,
  ports: Pick<TicketPorts, 'sources'>,
  { change, refundFrom, startsBefore = {}, formerPlatform = null, ...part }: HolderNotification,
): Promise<void> {
  invariant(context.db.isTransaction, 'holders are told together with what has happened')
  await compareSoon(context, part)
  const choiceUntil = refundFrom ?? null
  const decision = await recordDecision(context, {
    ...part,
    change,
    startsBefore,
    formerPlatform,
    choiceUntil,
  })
  if (!decision) return
  await pushToHolders(context, ports, decision)
  if (change === 'platform' && formerPlatform === null) return
  await askToTell(context, decision)
}

async function pushToHolders(
  context: Context,
  ports: Pick<TicketPorts, 'sources'>,
  decision: Decision,
): Promise<void> {
  const { source, itemId, change } = decision
  const groups = await listHolderParts(context, decision)
  const items = groups.map(({ legFrom, legTo }) => ({ source, itemId, legFrom, legTo }))
  const subjects = await describeBySource(ports.sources, items, (vertical, own) =>
    vertical.describeTickets(context, own),
  )
  const isCancelled = change === 'cancelled' || change === 'flight-cancelled'
  for (const { buyerIds, receiverIds, legFrom, legTo } of groups) {
    const key = itemKey({ source, itemId, legFrom, legTo })
    const subject = subjects.get(key)
    if (!subject) continue
    await keepTold(context, { source, itemId, legFrom, legTo }, subject)
    const { name, startsAt, timeZone } = subject
    const item = { name, startsAt: startsAt.toISOString(), timeZone }
    const notice = {
      key: `${change} ${key} ${decision.id}`,
      kind: isCancelled ? ('event-cancelled' as const) : ('event-moved' as const),
      subject: { item, ...wordsOf(decision, subject, legFrom) },
    }
    await notifyCustomers(context, { ...notice, customerIds: buyerIds })
    await notifyCustomers(context, {
      ...notice,
      // Money is the buyer's matter. Somebody may be both.
      subject: { ...notice.subject, isReceived: true },
      customerIds: receiverIds.filter((id) => !buyerIds.includes(id)),
    })
  }
}

/** What a push notification says besides the item. */
function wordsOf(
  decision: Decision,
  subject: TicketSubject,
  legFrom: number,
): Omit<NoticeSubject, 'item'> {
  const { change, formerPlatform } = decision
  if (change === 'delayed') {
    const before = startBefore(decision, legFrom)
    return before && before > subject.startsAt ? { isEarlier: true } : { isDelay: true }
  }
  if (change === 'reinstated') return { isReinstated: true }
  if (change === 'flight-cancelled') return { isFlightOff: true }
  if (change === 'platform') return platformOf(subject, formerPlatform)
  if (change === 'skipped' || change === 'served') {
    const name = decidedStop(decision, subject, legFrom)
    return name ? { stop: { name, isServed: change === 'served' } } : {}
  }
  return change === 'moved' && subject.kind === 'flight' ? { isFlight: true } : {}
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
