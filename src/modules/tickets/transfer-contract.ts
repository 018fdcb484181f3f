/** Ticket transfers: the holder's note, links, transfers and gifts. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { email, flag, instant, phone, text, uuid, wholeNumber } from '#contract/fields.ts'
import { shareView, ticketCardView, ticketIdentifier, ticketView } from './shapes.ts'

/** Length of a note in characters; it is plain text. */
export const noteLengthMax = 500

/** Slightly over a year: nothing is sold further ahead. */
const shareHoursMax = 24 * 400

/** One ticket that the caller holds, or all that they hold of an order of theirs. */
const whichTickets = {
  ticketIdentifier: ticketIdentifier.optional(),
  orderNumber: text(20, 1).optional(),
  orderKey: uuid.optional(),
}

const shareOptions = {
  /** The receiver may take the tickets over; otherwise the link only shows them. */
  handsOver: flag.default(false),
  /** When absent, until it is revoked. */
  expiresInHours: wholeNumber(1, shareHoursMax).optional(),
}

/** Recipient of a link: one of the two. */
const recipient = { email: email.optional(), phone: phone.optional() }

const shareErrors = [
  'BadRequest',
  'Unauthenticated',
  'TicketNotFound',
  'OrderNotFound',
  'TicketUsed',
  'TicketNotTransferable',
  'TooManyRequests',
  'SmsBudgetSpent',
] as const

export const commentTicket = defineCall({
  id: 'tickets-comment',
  area: 'tickets',
  method: 'POST',
  path: '/v2/tickets/comment',
  summary: 'Keeps a note of the holder’s with a ticket, for them alone; an empty one removes it',
  credential: 'guest-or-customer',
  isForm: true,
  required: ['body'],
  body: z.object({ ticketIdentifier, comment: text(noteLengthMax) }),
  reply: z.object({ ticketIdentifier: z.string(), comment: z.string() }),
  errors: ['Unauthenticated', 'TicketNotFound'],
})

export const getShareUrl = defineCall({
  id: 'tickets-share-url-get',
  area: 'tickets',
  method: 'GET',
  path: '/v2/tickets/share-url',
  summary: 'The links that are open for tickets of the caller, the newest first',
  credential: 'guest-or-customer',
  required: [],
  query: z.object({ ...whichTickets, 'request.ticketId': ticketIdentifier.optional() }),
  reply: z.object({
    /** Token of the newest link that the caller created for copying; null without one. */
    url: z.string().nullable(),
    ticketShareToken: z.string().nullable(),
    shares: z.array(shareView),
  }),
  errors: ['BadRequest', 'Unauthenticated', 'TicketNotFound', 'OrderNotFound'],
})

export const createShareUrl = defineCall({
  id: 'tickets-share-url-create',
  area: 'tickets',
  method: 'POST',
  path: '/v2/tickets/share-url',
  summary: 'Makes a link that shows tickets of the caller to whoever has it, or hands them over',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ ...whichTickets, ...shareOptions }),
  reply: shareView,
  errors: shareErrors,
})

export const shareTickets = defineCall({
  id: 'tickets-share',
  cost: 'message',
  area: 'tickets',
  method: 'POST',
  path: '/v2/tickets/share',
  summary: 'Sends such a link to an e-mail address or by SMS to a telephone',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ ...whichTickets, ...shareOptions, ...recipient }),
  reply: shareView,
  errors: shareErrors,
  limit: 'flood',
})

export const unshareTickets = defineCall({
  id: 'tickets-unshare',
  area: 'tickets',
  method: 'POST',
  path: '/v2/tickets/unshare',
  summary: 'Ends one link, or all links to these tickets, at once; a gift that waits is taken back',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ ...whichTickets, shareId: uuid.optional() }),
  reply: z.object({ ended: z.number().int() }),
  errors: ['BadRequest', 'Unauthenticated', 'TicketNotFound', 'OrderNotFound'],
})

export const donateTickets = defineCall({
  id: 'tickets-donate',
  cost: 'message',
  area: 'tickets',
  method: 'POST',
  path: '/v2/tickets/donate',
  summary: 'Gives tickets to somebody by e-mail or SMS; they are the giver’s until they are taken',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ ...whichTickets, ...recipient }),
  reply: shareView,
  errors: shareErrors,
  limit: 'flood',
})

export const donateToOrganizer = defineCall({
  id: 'tickets-donate-to-organizer',
  area: 'tickets',
  method: 'POST',
  path: '/v2/tickets/donate-to-organizer',
  summary: 'Gives tickets back to the organiser for nothing; they open no door any more',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ ...whichTickets, confirm: z.literal(true) }),
  reply: z.object({
    ticketIdentifiers: z.array(z.string()),
    /** How many of their places are on sale again. */
    backOnSale: z.number().int(),
  }),
  errors: [
    'BadRequest',
    'Unauthenticated',
    'TicketNotFound',
    'OrderNotFound',
    'TicketUsed',
    'ChildTicketFirst',
  ],
})

export const sharedTickets = defineCall({
  id: 'own-ticket-share',
  area: 'own',
  method: 'GET',
  path: '/v2/tickets/shared/{token}',
  summary: 'What a link shows to whoever has it',
  credential: 'none',
  params: z.object({ token: text(100, 1) }),
  reply: z.object({
    /** `yours`: the caller has taken these tickets over, or shared them. */
    state: z.enum(['open', 'yours']),
    handsOver: z.boolean(),
    /** The link of a receiver who keeps the tickets by it. */
    keeps: z.boolean(),
    /** First name of the sender, if it is a plausible name; empty when unknown. */
    giverName: z.string(),
    expiresAt: instant.nullable(),
    /** Without codes while they wait to be taken over. */
    tickets: z.array(ticketCardView),
  }),
  errors: ['TicketNotFound', 'TicketShareEnded'],
  limit: 'guess',
})

export const takeOverTickets = defineCall({
  id: 'own-ticket-take-over',
  area: 'own',
  method: 'POST',
  path: '/v2/tickets/take-over',
  summary: 'Makes the caller the holder of the tickets behind a link; the old codes die with it',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ token: text(100, 1) }),
  reply: z.object({
    tickets: z.array(ticketView),
    /** For receivers without an account: opens the tickets in other browsers. */
    keepUrl: z.string().nullable(),
  }),
  errors: [
    'TicketNotFound',
    'TicketShareEnded',
    'TicketAlreadyYours',
    'TicketNotTransferable',
    'Forbidden',
  ],
  opensSession: true,
  limit: 'guess',
})

export const receivedTickets = defineCall({
  id: 'own-received-tickets',
  area: 'own',
  method: 'GET',
  path: '/v2/tickets/received',
  summary: 'Tickets that have passed to the caller, with their codes, the soonest first',
  credential: 'guest-or-customer',
  required: [],
  reply: z.object({ tickets: z.array(ticketCardView) }),
  errors: ['Unauthenticated'],
})
