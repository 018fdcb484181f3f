import { defineJob, defineMessageJob } from '#platform/jobs/jobs.ts'

/** Jobs that send emails to a buyer. */
export interface ItemOfOrder {
  readonly orderId: number
  /** Name of the source that sells the item. */
  readonly source: string
  readonly itemId: number
}

/** Subject of a reminder: the tickets for one item that begin at this time. */
export interface RemindedItem extends ItemOfOrder {
  /** ISO instant; absent in older jobs. */
  readonly startsAt?: string
}

/** The tickets of an order for one leg range, whose buyer is notified. */
export interface MovedPart extends ItemOfOrder {
  /** Absent in older jobs: all legs. */
  readonly legFrom?: number
  readonly legTo?: number
  /** True for a delay on the same terms; false for a new date. */
  readonly isDelay?: boolean
  /** It was cancelled and takes place after all. */
  readonly isReinstated?: boolean
  /** An airline has cancelled it; the money goes back when its holder asks for it. */
  readonly isFlightOff?: boolean
  /** Boarding is at another platform than this one. */
  readonly formerPlatform?: string
  /** ISO instant of the decision to cancel or to reinstate it or of another platform, which distinguishes the email from earlier ones. */
  readonly movedAt?: string
  /** It is cancelled; until then (ISO instant) holders may choose something else, then the money is refunded automatically. */
  readonly choiceUntil?: string
}

/** An item that begins at another time than its tickets state. */
export interface MovedItem {
  readonly source: string
  readonly itemId: number
  readonly offeringId: number
  /** Only tickets that use one of these legs, the second exclusive; absent: all. */
  readonly legs?: { readonly from: number; readonly to: number }
  /** Only tickets that begin on the first of these legs. */
  readonly startsThere?: boolean
  readonly formerPlatform?: string
  readonly isDelay?: boolean
  readonly isReinstated?: boolean
  readonly isFlightOff?: boolean
  readonly choiceUntil?: string
  /** ISO instant of the decision. */
  readonly movedAt: string
}

/** Jobs that were enqueued when only events were sold name no source. */
function withSource<Payload extends { readonly source: string }>(stored: object): Payload {
  return { source: 'event', ...stored } as Payload
}

/** Sends the tickets of an order to its buyer; issuing them enqueues it. */
export const ticketEmailJob = defineMessageJob<{
  readonly orderId: number
  /** Of tickets that a supplier has confirmed later: the id of their confirmation. */
  readonly confirmationId?: string
  /** For renewed codes: distinguishes this email from earlier ones. */
  readonly reissue?: string
}>('ticket-letter')

/** Notifies the buyer that tickets are paid and a supplier has yet to confirm them. Singleton key: the order's id. */
export const waitingEmailJob = defineMessageJob<{ readonly orderId: number }>('waiting-letter')

/** Notifies the buyer of a full refund and its reason. Singleton key: the refund's id. */
export const refundEmailJob = defineMessageJob<{
  readonly orderId: number
  readonly refundId: string
}>('refund-letter')

/** Notifies the buyer of a return and its refund. Singleton key: the return's id. */
export const returnEmailJob = defineMessageJob<{ readonly returnId: string }>('return-letter')

/** Notifies the buyer that a supplier did not confirm something that was paid. Singleton key: the confirmation's id. */
export const refusedEmailJob = defineMessageJob<{
  readonly returnId: string
  readonly confirmationId: string
}>('refused-letter')

/** Notifies the buyer that a supplier did not cancel tickets, which are valid again. Singleton key: the return's id. */
export const returnRefusedEmailJob = defineMessageJob<{ readonly orderId: number }>(
  'return-refused-letter',
)

/** Notifies the buyer of a moved date and the period for a full refund. */
export const movedEmailJob = defineMessageJob<MovedPart>('moved-letter', {
  upgrade: withSource,
})

/** Notifies all holders of tickets for a moved date. */
export const eventMovedJob = defineJob<MovedItem>('event-moved', { upgrade: withSource })

/** Notifies a buyer whose payment attempt took no money. Singleton key: the order's id. */
export const unpaidEmailJob = defineMessageJob<{ readonly orderId: number }>('unpaid-letter')

/** Notifies the buyer that the provider has executed a refund. Singleton key: the refund's id. */
export const refundDoneEmailJob = defineMessageJob<{ readonly refundId: string }>(
  'refund-done-letter',
)

/** Reminds a buyer of an item that begins tomorrow. Singleton key: order, item and start. */
export const reminderJob = defineMessageJob<RemindedItem>('reminder-letter', {
  upgrade: withSource,
})
