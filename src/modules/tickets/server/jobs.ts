import type { LocalizedText } from '#kernel/locale.ts'
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

/** What older releases wrote into jobs instead of recording a decision. */
export interface OlderDecision {
  readonly isDelay?: boolean
  readonly isReinstated?: boolean
  readonly isFlightOff?: boolean
  readonly formerPlatform?: string
  /** ISO instants. */
  readonly movedAt?: string
  readonly choiceUntil?: string
}

/** Tickets of one holder, as they were at a decision. */
export interface NewsForHolder extends ItemOfOrder, OlderDecision {
  /** Absent in older jobs. */
  readonly decisionId?: number
  readonly ticketIds?: readonly number[]
  /** In older jobs. */
  readonly legFrom?: number
  readonly legTo?: number
}

/** A decision whose holders are to be told. */
export interface DecidedItem extends OlderDecision {
  readonly source: string
  readonly itemId: number
  readonly offeringId: number
  /** Absent in older jobs, which have the rest. */
  readonly decisionId?: number
  readonly legs?: { readonly from: number; readonly to: number }
  readonly startsThere?: boolean
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

/** Tells one holder of a decision. Singleton key: the decision and their first ticket. */
export const movedEmailJob = defineMessageJob<NewsForHolder>('moved-letter', {
  upgrade: withSource,
})

/** Tells all holders of a decision. Singleton key: the decision. */
export const eventMovedJob = defineJob<DecidedItem>('event-moved', { upgrade: withSource })

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

/** One of two addresses that are told that letters about an order go to the second one. */
export interface AddressCorrected {
  readonly orderId: number
  readonly to: string
  readonly former: string
  /** Who corrected it. */
  readonly by: LocalizedText
}

/**
 * Tells one address that the buyer's was corrected. No message that operators send again: the former address is usually
 * one that does not exist.
 */
export const addressCorrectedJob = defineJob<AddressCorrected>('address-corrected')
