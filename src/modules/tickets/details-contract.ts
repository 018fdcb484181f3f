/** Attendee details required by the gate or the organiser: a name with a document, and an offering's questions. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant, personName, text } from '#contract/fields.ts'
import { extraAnswers, extraQuestionView } from '#modules/orders/extra-contract.ts'
import { ticketIdentifier } from './shapes.ts'

export const documentKinds = ['personalNumber', 'passport'] as const

const verificationView = z.object({
  ticketIdentifier: z.string(),
  isVerified: z.boolean(),
  fullName: z.string().nullable(),
  documentKind: z.enum(documentKinds).nullable(),
  /** The last four characters; the full number is never shown. */
  documentEnding: z.string().nullable(),
  verifiedAt: instant.nullable(),
  /** Whether it may be given or changed: the ticket is valid and unused. */
  isOpen: z.boolean(),
})

export const ticketVerificationDetails = defineCall({
  id: 'tickets-verification-details',
  area: 'tickets',
  method: 'GET',
  path: '/v2/tickets/verification-details',
  summary:
    'Who will come with each ticket of an order that the caller holds, as far as it was said',
  credential: 'guest-or-customer',
  required: [],
  query: z.object({ orderNumber: text(20, 1).optional() }),
  reply: z.object({ tickets: z.array(verificationView) }),
  errors: ['Unauthenticated', 'OrderNotFound'],
})

export const verifyHolder = defineCall({
  id: 'tickets-verify',
  area: 'tickets',
  method: 'POST',
  path: '/v2/tickets/verify',
  summary: 'Says who will come with a ticket, so that the door can compare it with a document',
  credential: 'guest-or-customer',
  isForm: true,
  required: ['body'],
  body: z.object({
    ticketIdentifier,
    fullName: personName(120, 1),
    documentKind: z.enum(documentKinds),
    documentNumber: text(40, 1),
  }),
  reply: verificationView,
  errors: ['BadRequest', 'Unauthenticated', 'TicketNotFound', 'DetailsClosed'],
})

const detailView = extraQuestionView.extend({
  /** Until when it may be changed; null once that has passed. */
  changeableUntil: instant.nullable(),
  isOpen: z.boolean(),
})
export type DetailView = z.output<typeof detailView>

/** Number of an order, or identifier of a ticket of it for its receiver, who does not know the number. */
const orderNo = text(40, 1)

/** `orderNo` is the order's number for its buyer, and as it was asked for anybody else. */
const additionalInfo = z.object({ orderNo: z.string(), questions: z.array(detailView) })

export const ticketAdditionalInfo = defineCall({
  id: 'tickets-additional-info-get',
  area: 'tickets',
  method: 'GET',
  path: '/v2/tickets/additional-info',
  summary:
    'What the order was asked beside the buyer, the answers, and until when each may be changed',
  credential: 'guest-or-customer',
  required: ['orderNo'],
  query: z.object({ orderNo }),
  reply: additionalInfo,
  errors: ['Unauthenticated', 'OrderNotFound'],
})

export const saveAdditionalInfo = defineCall({
  id: 'tickets-additional-info-save',
  area: 'tickets',
  method: 'POST',
  path: '/v2/tickets/additional-info',
  summary: 'Changes answers after buying; what is not named stays as it was',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ orderNo, extras: extraAnswers }),
  reply: additionalInfo,
  errors: ['Unauthenticated', 'OrderNotFound', 'ExtraFieldsMissing', 'DetailsClosed'],
})
