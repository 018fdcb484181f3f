/** Calls by which organisers and operators decide on ticket requests. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, isoDate, text, wholeNumber } from '#contract/fields.ts'
import { leg, purchaseRequestStatuses, requestedItem } from './contract.ts'

/** A request as shown to deciding staff. */
export const requestView = z.object({
  requestId: z.number().int(),
  /** The item's id within its source. */
  eventId: z.number().int(),
  source: z.string(),
  legFrom: z.number().int(),
  legTo: z.number().int(),
  ticketTypeId: z.number().int().nullable(),
  status: z.enum(purchaseRequestStatuses),
  /** States that it may change to. */
  next: z.array(z.enum(purchaseRequestStatuses)),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  quantity: z.number().int(),
  message: z.string(),
  createdAt: instant,
  updatedAt: instant,
  /** State changes, oldest first. */
  history: z.array(
    z.object({
      status: z.enum(purchaseRequestStatuses),
      at: instant,
      /** Name of the deciding member of staff; null for the requester and for operators. */
      by: z.string().nullable(),
      answer: z.string(),
    }),
  ),
})
export type RequestView = z.output<typeof requestView>

const decision = z.object({
  requestId: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  status: z.enum(['Accepted', 'Declined', 'Fulfilled']),
  /** Message to the requester, written by the decider. */
  answer: text(1_000).default(''),
})

const offset = wholeNumber(0, 1_000_000).default(0)
const limit = wholeNumber(1, 100).default(20)

export const merchantPurchaseRequests = defineCall({
  id: 'merchant-purchase-requests',
  area: 'merchant',
  method: 'GET',
  path: '/v2/merchantusers/purchase-requests',
  summary: 'Requests for tickets of an event, or of an item of another source, newest first',
  credential: 'merchant',
  staffPermission: 'requests',
  required: ['eventId'],
  query: z.object({
    eventId: requestedItem.eventId,
    source: requestedItem.source,
    /** Any legs when absent. */
    legFrom: leg.from.optional(),
    legTo: leg.to.optional(),
    status: z.enum(purchaseRequestStatuses).optional(),
    /** Matched as substrings, ignoring letter case. */
    name: text(120).optional(),
    email: text(254).optional(),
    /** Consecutive digits of the number, or the whole number in any notation. */
    phoneNumber: text(64).optional(),
    /** Calendar days in Tbilisi, or instants; both ends are inclusive. */
    requestDateFrom: isoDate.optional(),
    requestDateTo: isoDate.optional(),
    offset,
    limit,
  }),
  reply: z.object({ totalCount: z.number().int(), items: z.array(requestView) }),
  errors: ['Forbidden', 'NotFound'],
})

export const merchantPurchaseRequestMove = defineCall({
  id: 'merchant-purchase-requests-change-status',
  cost: 'message',
  area: 'merchant',
  method: 'POST',
  path: '/v2/merchantusers/purchase-requests',
  summary: 'Decides on a request; the requester is informed by email, with the answer',
  credential: 'merchant',
  staffPermission: 'requests',
  required: ['body'],
  body: decision,
  reply: requestView,
  errors: ['Forbidden', 'NotFound', 'OrderStatusNotAllowed'],
  idempotent: true,
  limit: 'flood',
})

export const merchantPurchaseRequestEvents = defineCall({
  id: 'merchant-purchase-requests-event',
  area: 'merchant',
  method: 'GET',
  path: '/v2/merchantusers/purchase-requests/event',
  summary:
    'Events, journeys and screenings of the organiser that have ticket requests, with the number of undecided ones',
  credential: 'merchant',
  staffPermission: 'requests',
  required: [],
  reply: z.object({
    items: z.array(
      z.object({
        /** The item's id within its source. */
        eventId: z.number().int(),
        source: z.string(),
        legFrom: z.number().int(),
        legTo: z.number().int(),
        name: z.string(),
        venue: z.string(),
        startsAt: instant,
        timeZone: z.string(),
        requestCount: z.number().int(),
        /** Number of undecided requests. */
        newCount: z.number().int(),
        /** Number of tickets in new and accepted requests. */
        ticketCount: z.number().int(),
      }),
    ),
  }),
  errors: ['Forbidden'],
})

const operatorRequestView = requestView.extend({
  /** The requested item; null when its source no longer knows it. */
  item: z
    .object({ name: z.string(), venue: z.string(), startsAt: instant, timeZone: z.string() })
    .nullable(),
  organiser: z.string(),
})
export type OperatorRequestView = z.output<typeof operatorRequestView>

export const operatorRequests = defineCall({
  id: 'own-operator-requests',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/requests',
  summary: 'Ticket requests of all organisers, newest first',
  credential: 'operator',
  required: [],
  query: z.object({
    status: z.enum(purchaseRequestStatuses).optional(),
    source: text(40, 1).optional(),
    eventId: identifier.optional(),
    offset,
    limit,
  }),
  reply: z.object({ totalCount: z.number().int(), items: z.array(operatorRequestView) }),
})

export const operatorRequestMove = defineCall({
  id: 'own-operator-request-decide',
  cost: 'message',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/requests',
  summary: 'Decides on a request on behalf of its organiser; the requester is informed by email',
  credential: 'operator',
  required: ['body'],
  body: decision,
  reply: requestView,
  errors: ['NotFound', 'OrderStatusNotAllowed'],
  idempotent: true,
  limit: 'flood',
})
