/** Asking for tickets that cannot be bought now: sold out, or not on sale yet. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, personName, text, uuid, wholeNumber } from '#contract/fields.ts'

export const purchaseRequestStatuses = [
  'New',
  'Accepted',
  'Declined',
  'Fulfilled',
  'Withdrawn',
] as const
export type PurchaseRequestStatus = (typeof purchaseRequestStatuses)[number]

/** A request as its author sees it. */
export const purchaseRequestView = z.object({
  requestId: z.number().int(),
  eventId: z.number().int(),
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
  area: 'events-older',
  method: 'POST',
  path: '/v2/events/request',
  summary: 'Asks for tickets of an event; an open request of the caller’s for it is changed',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    eventId: identifier,
    /** The caller's own, or absent. */
    userId: uuid.optional(),
    name: personName(120, 1),
    email: z.string().trim().max(254).pipe(z.email()),
    phone: z
      .string()
      .trim()
      .regex(/^(?:\+?[0-9 ()-]{5,32})?$/)
      .default(''),
    quantity: wholeNumber(1, 1_000),
    ticketTypeId: identifier.optional(),
    message: text(1_000).default(''),
    /** The key of a private show. */
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
  summary: 'The caller’s own requests, newest first; of one event when it is named',
  credential: 'guest-or-customer',
  required: [],
  query: z.object({ eventId: identifier.optional(), userId: uuid.optional() }),
  reply: z.object({ items: z.array(purchaseRequestView) }),
  errors: ['Forbidden'],
})

export const withdrawPurchaseRequest = defineCall({
  id: 'own-event-request-withdraw',
  area: 'own',
  method: 'POST',
  path: '/v2/events/request/withdraw',
  summary: 'Takes the caller’s open request for an event back',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ eventId: identifier }),
  reply: purchaseRequestView,
  errors: ['NotFound'],
})
