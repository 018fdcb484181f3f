/** Request schemas and faults of the fake. */
import { z } from 'zod'

export const offerRequestBody = z.object({
  data: z.object({
    slices: z
      .array(
        z.object({
          origin: z.string(),
          destination: z.string(),
          departure_date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
        }),
      )
      .min(1)
      .max(4),
    passengers: z
      .array(z.object({ type: z.enum(['adult', 'child', 'infant_without_seat']) }))
      .min(1),
    cabin_class: z.string(),
  }),
})
export type OfferRequest = z.output<typeof offerRequestBody>['data']

const latin = /^[A-Za-z][A-Za-z' -]*$/
export const orderBody = z.object({
  data: z.object({
    type: z.enum(['hold', 'instant']),
    selected_offers: z.tuple([z.string()]),
    metadata: z.record(z.string(), z.string()).optional(),
    services: z.array(z.object({ id: z.string(), quantity: z.literal(1) })).optional(),
    payments: z.array(z.object({ amount: z.string(), currency: z.string() })).optional(),
    passengers: z.array(
      z.object({
        id: z.string(),
        given_name: z.string().regex(latin),
        family_name: z.string().regex(latin),
        born_on: z.string(),
        gender: z.enum(['m', 'f']),
        title: z.string(),
        email: z.string(),
        phone_number: z.string(),
        infant_passenger_id: z.string().optional(),
      }),
    ),
  }),
})
export type WantedOrder = z.output<typeof orderBody>['data']

export const paymentBody = z.object({
  data: z.object({
    order_id: z.string(),
    payment: z.object({ amount: z.string(), currency: z.string() }),
  }),
})
export type WantedPayment = z.output<typeof paymentBody>['data']

export const cancellationBody = z.object({ data: z.object({ order_id: z.string() }) })

const calls = z.int().min(0)
/** Fields that end in `Calls` count down; `Lost` means that the call takes effect but is not answered. */
export const faultsShape = z.strictObject({
  searchErrorCalls: calls,
  searchSilentCalls: calls,
  priceGoneCalls: calls,
  orderErrorCalls: calls,
  orderLostCalls: calls,
  orderSoldOutCalls: calls,
  /** Number of orders whose seats another buyer takes first. */
  seatTakenCalls: calls,
  paymentErrorCalls: calls,
  paymentLostCalls: calls,
  readErrorCalls: calls,
  cancelLostCalls: calls,
  /** Number of reads until tickets of the next orders are issued; -1: never. */
  ticketsAfterLooks: z.int().min(-1),
  /** Prices from now on, as a percentage of the usual ones. */
  pricePercent: z.int().min(1),
  /** Offers cannot be held without payment. */
  instantOnly: z.boolean(),
  /** How often each event is sent; 0: never. */
  eventCopies: z.int().min(0),
  /** How long an unanswered call is held open, in milliseconds. */
  silenceMs: z.int().min(1),
})
export type DuffelFaults = z.output<typeof faultsShape>

export const noFaults: DuffelFaults = {
  searchErrorCalls: 0,
  searchSilentCalls: 0,
  priceGoneCalls: 0,
  orderErrorCalls: 0,
  orderLostCalls: 0,
  orderSoldOutCalls: 0,
  seatTakenCalls: 0,
  paymentErrorCalls: 0,
  paymentLostCalls: 0,
  readErrorCalls: 0,
  cancelLostCalls: 0,
  ticketsAfterLooks: 0,
  pricePercent: 100,
  instantOnly: false,
  eventCopies: 1,
  silenceMs: 60_000,
}
