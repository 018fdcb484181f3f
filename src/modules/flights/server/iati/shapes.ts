/** Fields that are read of IATI's replies. Amounts are decimal text; times are local to the airports. */
import { z } from 'zod'

const segment = z.object({
  carrier: z.string(),
  operatingCarrier: z.string().nullish(),
  number: z.string(),
  from: z.string(),
  to: z.string(),
  /** `2026-12-01T06:10`. */
  departure: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/),
  arrival: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/),
  departureZone: z.string().nullish(),
  arrivalZone: z.string().nullish(),
  aircraft: z.string().nullish(),
})
const trip = z.object({ segments: z.array(segment).min(1) })
export type IatiTrip = z.output<typeof trip>

const term = z.object({ allowed: z.boolean(), fee: z.string().nullish() })

const fare = z.object({
  fareId: z.string(),
  brand: z.string(),
  cabin: z.string(),
  currency: z.string(),
  cabinBagKg: z.number().nullish(),
  checkedBags: z.number().int(),
  checkedBagKg: z.number().nullish(),
  refund: term,
  change: term,
  paxFares: z
    .array(
      z.object({
        type: z.enum(['ADT', 'CHD', 'INF']),
        count: z.number().int().min(1),
        /** Price per passenger, taxes included. */
        total: z.string(),
      }),
    )
    .min(1),
  seats: z.number().int().nullish(),
  validUntil: z.string(),
})
export type IatiFare = z.output<typeof fare>

const flight = z.object({
  validatingCarrier: z.string(),
  trips: z.array(trip).min(1),
  fares: z.array(fare),
})
export type IatiFlight = z.output<typeof flight>

const order = z.object({
  orderId: z.string(),
  reference: z.string(),
  status: z.enum(['OPTION', 'IN_PROGRESS', 'TICKETED', 'CANCELLED']),
  pnr: z.string().nullish(),
  amount: z.string(),
  currency: z.string(),
  optionUntil: z.string().nullish(),
  tickets: z.array(z.string()),
  changes: z
    .array(
      z.object({
        changeId: z.string(),
        before: z.array(trip),
        after: z.array(trip),
        status: z.enum(['OPEN', 'ACCEPTED']),
      }),
    )
    .nullish(),
})
export type IatiOrder = z.output<typeof order>

const refund = z.object({ amount: z.string(), currency: z.string() })

export const searchReply = z.object({ flights: z.array(flight) })
export const fareReply = z.object({ flight })
export const orderReply = z.object({ order })
export const ordersReply = z.object({ orders: z.array(order) })
export const refundReply = z.object({ refund })
export const acceptReply = z.object({ accepted: z.literal(true) })
export const errorReply = z.object({ error: z.object({ code: z.string() }) })
