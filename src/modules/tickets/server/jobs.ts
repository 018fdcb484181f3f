import { defineJob, defineMessageJob } from '#platform/jobs/jobs.ts'

/** What a buyer is written to about. */
export interface ItemOfOrder {
  readonly orderId: number
  /** Name of the source that sells the item. */
  readonly source: string
  readonly itemId: number
}

/** What a buyer is reminded of: of several tickets for one item those that begin at this moment. */
export interface RemindedItem extends ItemOfOrder {
  /** ISO instant; absent in jobs of before. */
  readonly startsAt?: string
}

/** The tickets of an order for one range of legs, whose buyer is told. */
export interface MovedPart extends ItemOfOrder {
  /** Absent: whatever its legs, in jobs of before. */
  readonly legFrom?: number
  readonly legTo?: number
  /** Later than it was to begin, on the same terms; a new date otherwise. */
  readonly isDelay?: boolean
}

/** What begins at another time than its tickets say. */
export interface MovedItem {
  readonly source: string
  readonly itemId: number
  readonly offeringId: number
  /** Only tickets that use one of these legs, the second exclusive; absent: all. */
  readonly legs?: { readonly from: number; readonly to: number }
  readonly isDelay?: boolean
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
export const movedEmailJob = defineMessageJob<MovedPart>('moved-letter', {
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

/** Reminds a buyer of what begins tomorrow. Order, item and beginning are the singleton key. */
export const reminderJob = defineMessageJob<RemindedItem>('reminder-letter', {
  upgrade: withSource,
})
