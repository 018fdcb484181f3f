import { defineJob, defineMessageJob } from '#platform/jobs/jobs.ts'

/** What a buyer is written to about. */
export interface ItemOfOrder {
  readonly orderId: number
  /** Name of the source that sells the item. */
  readonly source: string
  readonly itemId: number
}

/** What begins at another time than its tickets say. */
export interface MovedItem {
  readonly source: string
  readonly itemId: number
  readonly offeringId: number
  /** ISO instant of the decision. */
  readonly movedAt: string
}

/** Jobs that were enqueued when only events were sold name no source. */
function withSource<Payload extends { readonly source: string }>(stored: object): Payload {
  return { source: 'event', ...stored } as Payload
}

/** Sends the tickets of an order to its buyer; issuing them enqueues it. */
export const ticketEmailJob = defineMessageJob<{ readonly orderId: number }>('ticket-letter')

/** Tells the buyer that money goes back in full, and why. The refund's id is the singleton key. */
export const refundEmailJob = defineMessageJob<{
  readonly orderId: number
  readonly refundId: string
}>('refund-letter')

/** Tells the buyer what goes back for tickets, and where to. The return's id is the singleton key. */
export const returnEmailJob = defineMessageJob<{ readonly returnId: string }>('return-letter')

/** Tells the buyer that a date has moved, and until when everything comes back. */
export const movedEmailJob = defineMessageJob<ItemOfOrder>('moved-letter', {
  upgrade: withSource,
})

/** Has everybody told who holds tickets for a date that has moved. */
export const eventMovedJob = defineJob<MovedItem>('event-moved', { upgrade: withSource })

/** Tells a buyer who went to pay that nothing was taken. The order's id is the singleton key. */
export const unpaidEmailJob = defineMessageJob<{ readonly orderId: number }>('unpaid-letter')

/** Tells the buyer that the provider has given money back. The refund's id is the singleton key. */
export const refundDoneEmailJob = defineMessageJob<{ readonly refundId: string }>(
  'refund-done-letter',
)

/** Reminds a buyer of what begins tomorrow. Order and item are the singleton key. */
export const reminderJob = defineMessageJob<ItemOfOrder>('reminder-letter', {
  upgrade: withSource,
})
