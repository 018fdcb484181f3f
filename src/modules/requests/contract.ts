/** Requests for tickets that cannot be bought now: sold out, or not on sale yet. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import {
  email,
  identifier,
  instant,
  optionalPhone,
  personName,
  text,
  uuid,
  wholeNumber,
} from '#contract/fields.ts'
import { legCountMax } from '#kernel/legs.ts'
import { soldItemView } from '#modules/orders/item-contract.ts'

export const purchaseRequestStatuses = [
  'New',
  'Accepted',
  'Declined',
  'Fulfilled',
  'Withdrawn',
] as const
export type PurchaseRequestStatus = (typeof purchaseRequestStatuses)[number]

/** `to` is exclusive. */
export const leg = { from: wholeNumber(0, legCountMax - 1), to: wholeNumber(1, legCountMax) }

/**
 * The requested item. The specification knows events only, so its id is `eventId` and the other fields are optional.
 */
export const requestedItem = {
  /** The item's id within its source. */
  eventId: identifier,
  source: text(40, 1).default('event'),
  legFrom: leg.from.default(0),
  /** Exclusive. */
  legTo: leg.to.default(1),
}

/** A request as shown to its author. */
export const purchaseRequestView = z.object({
  requestId: z.number().int(),
  /** The item's id within its source. */
  eventId: z.number().int(),
  source: z.string(),
  legFrom: z.number().int(),
  legTo: z.number().int(),
  ticketTypeId: z.number().int().nullable(),
  quantity: z.number().int(),
  status: z.enum(purchaseRequestStatuses),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  message: z.string(),
  createdAt: instant,
  updatedAt: instant,
})
export type PurchaseRequestView = z.output<typeof purchaseRequestView>

export const createPurchaseRequest = defineCall({
  id: 'events-older-request-create',
  cost: 'message',
  area: 'events-older',
  method: 'POST',
  path: '/v2/events/request',
  summary:
    'Requests tickets of an event or another item; updates the caller’s open request for it, if any',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    ...requestedItem,
    /** The caller's own id, or absent. */
    userId: uuid.optional(),
    name: personName(120, 1),
    email,
    phone: optionalPhone,
    quantity: wholeNumber(1, 1_000),
    ticketTypeId: identifier.optional(),
    message: text(1_000).default(''),
    /** The access key of a private show. */
    accessCode: text(64).optional(),
  }),
  reply: purchaseRequestView.extend({ accessToken: z.string().optional() }),
  errors: ['NotFound', 'Forbidden', 'EventNotActive', 'TicketTypeNotFound'],
  opensSession: true,
  limit: 'flood',
})

export const readPurchaseRequests = defineCall({
  id: 'events-older-request-get',
  area: 'events-older',
  method: 'GET',
  path: '/v2/events/request',
  summary: 'The caller’s own requests, newest first; optionally of one item',
  credential: 'guest-or-customer',
  required: [],
  query: z.object({
    eventId: identifier.optional(),
    source: requestedItem.source,
    userId: uuid.optional(),
  }),
  reply: z.object({ items: z.array(purchaseRequestView) }),
  errors: ['Forbidden'],
})

export const withdrawPurchaseRequest = defineCall({
  id: 'own-event-request-withdraw',
  area: 'own',
  method: 'POST',
  path: '/v2/events/request/withdraw',
  summary: 'Withdraws the caller’s open request for an item',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object(requestedItem),
  reply: purchaseRequestView,
  errors: ['NotFound'],
})

export const readRequestedItem = defineCall({
  id: 'own-requested-item',
  area: 'own',
  method: 'GET',
  path: '/v2/events/request/item',
  summary: 'Describes an item that accepts requests',
  credential: 'api-key',
  required: ['eventId'],
  query: z.object({ ...requestedItem, accessCode: text(64).optional() }),
  reply: soldItemView,
  errors: ['NotFound', 'EventNotActive'],
})
