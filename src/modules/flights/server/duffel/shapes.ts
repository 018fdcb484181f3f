/** Fields that are read of the replies of Duffel's API, version v2 (duffel.com/docs/api). Amounts are decimal text. */
import { z } from 'zod'

const airline = z.object({ iata_code: z.string().nullable(), name: z.string() })
const airport = z.object({ iata_code: z.string(), time_zone: z.string().nullish() })
const condition = z
  .object({
    allowed: z.boolean(),
    penalty_amount: z.string().nullish(),
    penalty_currency: z.string().nullish(),
  })
  .nullish()
const conditions = z.object({
  refund_before_departure: condition,
  change_before_departure: condition,
})

const segment = z.object({
  /** Absent in segments of airline-initiated changes. */
  id: z.string().optional(),
  origin: airport,
  destination: airport,
  departing_at: z.string(),
  arriving_at: z.string(),
  marketing_carrier: airline,
  marketing_carrier_flight_number: z.string(),
  operating_carrier: airline,
  aircraft: z.object({ iata_code: z.string() }).nullish(),
  passengers: z
    .array(
      z.object({
        cabin_class: z.string(),
        baggages: z.array(z.object({ type: z.string(), quantity: z.number() })),
      }),
    )
    // May be absent in segments of airline-initiated changes.
    .default([]),
})
export type DuffelSegment = z.output<typeof segment>

export const duffelOffer = z.object({
  id: z.string(),
  owner: airline,
  total_amount: z.string(),
  total_currency: z.string(),
  expires_at: z.string(),
  payment_requirements: z.object({ requires_instant_payment: z.boolean() }),
  passengers: z.array(z.object({ id: z.string(), type: z.string().nullish() })),
  slices: z.array(
    z.object({ fare_brand_name: z.string().nullish(), segments: z.array(segment).min(1) }),
  ),
  conditions,
})
export type DuffelOffer = z.output<typeof duffelOffer>

export const duffelOrder = z.object({
  id: z.string(),
  booking_reference: z.string().nullish(),
  total_amount: z.string(),
  total_currency: z.string(),
  cancelled_at: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  passengers: z.array(z.object({ id: z.string() })),
  payment_status: z.object({
    awaiting_payment: z.boolean(),
    payment_required_by: z.string().nullish(),
  }),
  documents: z
    .array(
      z.object({
        type: z.string(),
        unique_identifier: z.string(),
        passenger_ids: z.array(z.string()).nullish(),
      }),
    )
    .nullish(),
})
export type DuffelOrder = z.output<typeof duffelOrder>

export const duffelCancellation = z.object({
  id: z.string(),
  refund_amount: z.string().nullish(),
  refund_currency: z.string().nullish(),
})

const changedSlices = z.array(z.object({ segments: z.array(segment).min(1) }))
export const changesReply = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      added: changedSlices,
      removed: changedSlices,
      action_taken: z.string().nullish(),
    }),
  ),
})
export const changeReply = z.object({ data: z.object({ id: z.string() }) })

export const offerRequestReply = z.object({ data: z.object({ offers: z.array(duffelOffer) }) })
export const offerReply = z.object({ data: duffelOffer })
export const orderReply = z.object({ data: duffelOrder })
export const ordersReply = z.object({
  data: z.array(duffelOrder),
  meta: z.object({ after: z.string().nullish() }).nullish(),
})
export const cancellationReply = z.object({ data: duffelCancellation })
const seatService = z.object({
  id: z.string(),
  passenger_id: z.string(),
  total_amount: z.string(),
  total_currency: z.string(),
})
/** `seat` has a designator; others are toilets, galleys, exits and gaps. */
const element = z.object({
  type: z.string(),
  designator: z.string().nullish(),
  available_services: z.array(seatService).nullish(),
})
export type DuffelElement = z.output<typeof element>
const seatMap = z.object({
  segment_id: z.string(),
  cabins: z.array(
    z.object({
      rows: z.array(z.object({ sections: z.array(z.object({ elements: z.array(element) })) })),
    }),
  ),
})
export type DuffelSeatMap = z.output<typeof seatMap>
export const seatMapsReply = z.object({ data: z.array(seatMap) })

export const errorReply = z.object({
  errors: z.array(z.object({ code: z.string(), title: z.string().nullish() })).min(1),
})
