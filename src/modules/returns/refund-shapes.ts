/** What a full refund by the organiser's or the platform's staff would pay, before it is made. */
import { z } from 'zod'
import { instant, moneyField, text } from '#contract/fields.ts'
import { ticketsPerQuoteMax } from './contract.ts'

const refundedTicket = z.object({
  ticketIdentifier: z.string(),
  itemName: z.string(),
  /** Null for a pass, which has no date of its own. */
  startsAt: instant.nullable(),
  /** IANA time zone of the place where it begins. */
  timeZone: z.string(),
  typeName: z.string(),
  section: z.string().nullable(),
  row: z.string().nullable(),
  seat: z.string().nullable(),
  placeName: z.string().nullable(),
  /** The passenger; null for a ticket without a name. */
  passengerName: z.string().nullable(),
  /** The price paid for the ticket itself: its price less its share of the order's discounts. */
  paid: moneyField,
  /** The fees refunded with it. */
  fee: moneyField,
  /** The fees charged for it that are not refunded. */
  feeKept: moneyField,
  back: moneyField,
})

export const refundQuoteView = z.object({
  tickets: z.array(refundedTicket),
  /** Other lines of the order, such as insurance, which are refunded with its last tickets. */
  rest: moneyField,
  feeKept: moneyField,
  /** The sum that is refunded. */
  back: moneyField,
  /** Where it is paid to. */
  to: z.array(z.object({ kind: z.enum(['card', 'balance']), amount: moneyField })),
})
export type RefundQuoteView = z.output<typeof refundQuoteView>

/** Tickets of one order by their identifiers, with commas between. */
export const refundedTickets = text(ticketsPerQuoteMax * 41, 1).refine(
  (list) => list.split(',').length <= ticketsPerQuoteMax,
  { message: `at most ${ticketsPerQuoteMax} tickets` },
)

/** The sum that was shown; the refund is refused if it is another one by then. */
export const shownAmount = z.int().min(0).max(1_000_000_000).optional()
