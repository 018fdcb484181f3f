/** The call that holds a ferry's places, in a new order or in an existing one with other items. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, uuid, wholeNumber } from '#contract/fields.ts'
import { ok } from '#kernel/result.ts'
import { orderWithSessionView } from '#modules/orders/contract.ts'
import {
  openedSession,
  presentOrder,
  requestFor,
  takeOffers,
  type OrderPorts,
} from '#modules/orders/server/public-api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { ferrySource } from './offer-source.ts'

const position = wholeNumber(0, 3)

export const chooseSailing = defineCall({
  id: 'own-ferry-choose',
  area: 'own',
  method: 'POST',
  path: '/v2/ferry/choose',
  summary: 'Holds places of sailings, all or none, for a new or an open order',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    orderKey: uuid.optional(),
    sailings: z
      .array(
        z.object({
          sailingId: identifier,
          parts: z
            .array(
              z.object({
                from: position,
                to: position,
                typeId: wholeNumber(1, 1_000),
                placeIds: z.array(wholeNumber(1, 1_000)).max(20).default([]),
                cars: wholeNumber(0, 5).default(0),
              }),
            )
            .min(1)
            .max(20),
        }),
      )
      .min(1)
      .max(5),
  }),
  reply: orderWithSessionView,
  errors: [
    'BadRequest',
    'NotFound',
    'EventNotActive',
    'SeatNotAvailable',
    'OrderNotFound',
    'OrderExpired',
  ],
  opensSession: true,
  idempotent: true,
})

export function ferryRoutes(ports: OrderPorts): readonly Implementation[] {
  return [
    implement(chooseSailing, async (context, { body }) => {
      const requests = body.sailings.map((request) => requestFor(ferrySource, request))
      const { orderKey } = body
      const taken = await takeOffers(context, requests, { orderKey, isAllOrNothing: true })
      if (!taken.ok) return taken
      const view = await presentOrder(context, ports, taken.value.order)
      return ok({ ...view, ...openedSession(context) })
    }),
  ]
}
