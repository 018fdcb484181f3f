/** Invitations by which another person pays for an order or receives one of its tickets. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import {
  email,
  instant,
  moneyField,
  personName,
  phone,
  text,
  uuid,
  wholeNumber,
} from '#contract/fields.ts'
import { buyerCheckErrors } from '#modules/orders/check-contract.ts'
import { orderItemView, orderLineView, paymentStates } from '#modules/orders/contract.ts'
import { paymentMethodView } from '#modules/orders/checkout-contract.ts'

/** Maximum length of the name that invited people give. */
export const guestNameLengthMax = 60

const purpose = z.enum(['pay', 'join'])
const token = text(100, 1)
const guestName = personName(guestNameLengthMax, 1)

/** An invitation as shown to its sender. */
export const invitationView = z.object({
  invitationId: uuid,
  purpose,
  channel: z.enum(['link', 'email', 'phone']),
  /** Masked email address or phone number; null for a link to copy. */
  recipient: z.string().nullable(),
  /** The link, when it is to be copied. */
  url: z.string().nullable(),
  /**
   * `paying`: a payer is at the bank. `accepted`: waits for the order to be paid. `ready`: a ticket is reserved.
   * `taken`: the ticket was received. `ended`: final, without effect.
   */
  state: z.enum(['open', 'paying', 'paid', 'accepted', 'ready', 'taken', 'ended']),
  /** Name given by the person who accepted or pays; may be empty. */
  name: z.string(),
  createdAt: instant,
})
export type InvitationView = z.output<typeof invitationView>

/** An order line as shown to an invited payer, without the order key and the owner. */
const invitedLineView = orderLineView.pick({
  kind: true,
  description: true,
  quantity: true,
  amount: true,
  row: true,
  seat: true,
  section: true,
  placeName: true,
})

/** What the holder of a link may see. */
export const invitedView = z.object({
  purpose,
  /** First name of the sender; empty when unknown or not a plausible name. */
  inviterName: z.string(),
  /**
   * To pay: `open`, `busy` (somebody else is at the bank), `yours` (the caller is), `paid`, `declined` (can be
   * retried), `ended`. To join: `open`, `accepted` (by the caller, waits for the order to be paid), `taken` (by
   * somebody else), `ready` and `received` (the caller's ticket is reserved, or received), `ended`.
   */
  state: z.enum([
    'open',
    'busy',
    'yours',
    'paid',
    'declined',
    'ended',
    'accepted',
    'taken',
    'ready',
    'received',
  ]),
  event: orderItemView.nullable(),
  ticketCount: z.number().int(),
  /** Empty for invitations to join. */
  lines: z.array(invitedLineView),
  total: moneyField.nullable(),
  deadlineAt: instant,
  serverNow: instant,
  /** Payment methods whose refunds go back to the payer. */
  paymentWays: z.array(paymentMethodView),
  /** The caller's newest payment. */
  payment: z
    .object({
      state: z.enum(paymentStates),
      amount: moneyField,
      refunded: moneyField,
      /** The bank's payment page, while it is usable. */
      redirectUrl: z.string().nullable(),
    })
    .nullable(),
  /** Path of the transfer link of the caller's ticket. */
  ticketPath: z.string().nullable(),
})
export type InvitedView = z.output<typeof invitedView>

const ownerErrors = ['Unauthenticated', 'OrderNotFound'] as const

export const inviteToOrder = defineCall({
  id: 'orders-invite',
  cost: 'message',
  area: 'orders',
  method: 'POST',
  path: '/v2/orders/invite',
  summary: 'Invites somebody to pay the caller’s order, or to receive one of its tickets',
  credential: 'guest-or-customer',
  required: ['body'],
  /** At most one of `email` and `phone`, to which the link is sent; without either it is returned to be copied. */
  body: z.object({ orderKey: uuid, purpose, email: email.optional(), phone: phone.optional() }),
  reply: invitationView,
  errors: [
    ...ownerErrors,
    'BadRequest',
    'OrderStatusNotAllowed',
    'OrderExpired',
    'OrderEmpty',
    'BuyerDetailsMissing',
    'ExtraFieldsMissing',
    'CompanionNeeded',
    'PassengerNotAllowed',
    ...buyerCheckErrors,
    'InvitationsUsedUp',
    'TooManyRequests',
    'SmsBudgetSpent',
  ],
  limit: 'flood',
})

export const listInvitations = defineCall({
  id: 'own-order-invitations',
  area: 'own',
  method: 'GET',
  path: '/v2/orders/invitations',
  summary: 'Invitations to the caller’s order, newest first',
  credential: 'guest-or-customer',
  query: z.object({ orderKey: uuid }),
  reply: z.object({ invitations: z.array(invitationView), ticketCount: z.number().int() }),
  errors: ownerErrors,
})

export const revokeInvitation = defineCall({
  id: 'own-order-invitation-revoke',
  area: 'own',
  method: 'POST',
  path: '/v2/orders/invitations/revoke',
  summary: 'Revokes an invitation and releases its reserved ticket',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ orderKey: uuid, invitationId: uuid }),
  reply: z.object({ done: z.literal(true) }),
  errors: [...ownerErrors, 'InvitationNotFound', 'TicketPassedOn'],
})

export const openInvitation = defineCall({
  id: 'own-invitation',
  area: 'own',
  method: 'GET',
  path: '/v2/invitations/{token}',
  summary: 'What the link of an invitation shows',
  credential: 'none',
  params: z.object({ token }),
  reply: invitedView,
  errors: ['InvitationNotFound'],
  limit: 'guess',
})

export const acceptInvitation = defineCall({
  id: 'own-invitation-accept',
  area: 'own',
  method: 'POST',
  path: '/v2/invitations/accept',
  summary: 'Accepts an invitation to join; only the first caller can',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ token, name: guestName }),
  reply: invitedView,
  errors: ['InvitationNotFound', 'InvitationEnded', 'InvitationTaken', 'Forbidden'],
  opensSession: true,
  limit: 'guess',
})

export const payByInvitation = defineCall({
  id: 'own-invitation-pay',
  area: 'own',
  method: 'POST',
  path: '/v2/invitations/pay',
  summary: 'Starts the payment of somebody else’s order and returns the bank’s payment page',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    token,
    /** Absent: a card, charged by the acquirer that the shop chooses. */
    provider: wholeNumber(1, 4).optional(),
    /** The total that the caller was shown, in minor units; a payment of any other amount is refused. */
    totalMinor: wholeNumber(1, 2_147_483_647),
    /** The payer's name as shown to the owner of the order. */
    name: personName(guestNameLengthMax).optional(),
  }),
  reply: z.object({ redirectUrl: z.string() }),
  errors: [
    'InvitationNotFound',
    'InvitationEnded',
    'OrderExpired',
    'OrderStatusNotAllowed',
    'SeatNotAvailable',
    'HoldTimeOver',
    'QuoteChanged',
    'PaymentInProgress',
    'PaymentProviderNotAvailable',
    'PaymentProviderFailed',
  ],
  opensSession: true,
  limit: 'guess',
})

export const finishByInvitation = defineCall({
  id: 'own-invitation-finish',
  area: 'own',
  method: 'POST',
  path: '/v2/invitations/finish',
  summary:
    'Return from the bank of an invited payer: requests the payment’s status from the provider and returns the state of the link',
  credential: 'none',
  required: ['body'],
  body: z.object({ token }),
  reply: invitedView,
  errors: ['InvitationNotFound'],
  limit: 'guess',
})
