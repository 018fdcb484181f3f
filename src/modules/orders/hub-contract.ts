/** Checkout of a booking that a partner's event hub identifies by its own number. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, text, uuid } from '#contract/fields.ts'
import { buyerFields, checkoutView } from './checkout-contract.ts'
import { extraAnswers } from './extra-contract.ts'
import { givenPassengers } from './passenger-contract.ts'

export const beginHubCheckout = defineCall({
  id: 'orders-eventhub-begin-checkout',
  area: 'orders',
  method: 'POST',
  path: '/v2/orders/eventHub/beginCheckOut',
  summary:
    'Ties the caller’s open order to a hub’s booking and begins its checkout; again answers the same order',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    eventHubBookingId: text(100, 1),
    /** The order; when absent the one of this booking, else the caller's newest draft. */
    orderKey: uuid.optional(),
    /** With `acceptTerms`. May also be given in a later checkout call; payment requires it. */
    buyer: buyerFields.optional(),
    acceptTerms: flag.optional(),
    extras: extraAnswers,
    passengers: givenPassengers,
  }),
  reply: checkoutView,
  errors: [
    'OrderNotFound',
    'OrderStatusNotAllowed',
    'OrderExpired',
    'OrderEmpty',
    'TermsNotAccepted',
    'ExtraFieldsMissing',
    'CompanionNeeded',
    'PassengerNotAllowed',
    'PassengerTwice',
    'PassengerAgeWrong',
    'Unauthenticated',
  ],
  idempotent: true,
})
