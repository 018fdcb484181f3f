/** Somebody else pays an order, or comes along with one of its tickets. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant, moneyField, personName, text, uuid, wholeNumber } from '#contract/fields.ts'
import { email, phone } from '#modules/accounts/shapes.ts'
import { buyerCheckErrors } from '#modules/orders/check-contract.ts'
import { orderItemView, orderLineView, paymentStates } from '#modules/orders/contract.ts'
import { paymentMethodView } from '#modules/orders/checkout-contract.ts'

/** Characters of a name somebody gives of themselves. */
export const guestNameLengthMax = 60

const purpose = z.enum(['pay', 'join'])
const token = text(100, 1)
const guestName = personName(guestNameLengthMax, 1)

/** An invitation as its maker sees it. */
export const invitationView = z.object({
  invitationId: uuid,
  purpose,
  channel: z.enum(['link', 'email', 'phone']),
  /** Where it was sent, with its middle hidden; null for a link to copy. */
  recipient: z.string().nullable(),
  /** The link, where it is to be copied. */
  url: z.string().nullable(),
  /**
   * `paying`: somebody is at the bank. `accepted`: waits for the order to be paid. `ready`: a ticket waits for them.
   * `taken`: they have it. `ended`: nothing can come of it any more.
   */
  state: z.enum(['open', 'paying', 'paid', 'accepted', 'ready', 'taken', 'ended']),
  /** What who accepted or pays calls themselves; empty when they did not say. */
  name: z.string(),
  createdAt: instant,
})
export type InvitationView = z.output<typeof invitationView>

/** A line as who is invited to pay may see it: nothing of the order's key or its owner. */
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
  /** First name of who invites, as far as it is a name; empty when it is not known. */
  inviterName: z.string(),
  /**
   * To pay: `open`, `busy` (somebody else is at the bank), `yours` (the caller is), `paid`, `declined` (may be tried
   * again), `ended`. To join: `open`, `accepted` (by the caller, waits for the order to be paid), `taken` (by somebody
   * else), `ready` and `received` (the caller's ticket waits for them, is theirs), `ended`.
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
  /** Empty for who is invited to join. */
  lines: z.array(invitedLineView),
  total: moneyField.nullable(),
  deadlineAt: instant,
  serverNow: instant,
  /** Ways to pay that can give the money back the way it came. */
  paymentWays: z.array(paymentMethodView),
  /** The newest payment that the caller began. */
  payment: z
    .object({
      state: z.enum(paymentStates),
      amount: moneyField,
      refunded: moneyField,
      /** The bank's page, while it may still be used. */
      redirectUrl: z.string().nullable(),
    })
    .nullable(),
  /** Path of the link that hands the caller's ticket over. */
  ticketPath: z.string().nullable(),
})
export type InvitedView = z.output<typeof invitedView>

const ownerErrors = ['Unauthenticated', 'OrderNotFound'] as const

export const inviteToOrder = defineCall({
  id: 'orders-invite',
  area: 'orders',
  method: 'POST',
  path: '/v2/orders/invite',
  summary: 'Invites somebody to pay the caller’s order as it is, or to have one of its tickets',
  credential: 'guest-or-customer',
  required: ['body'],
  /** At most one of the two sends the link; neither makes one to copy. */
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
  summary: 'The invitations to an order of the caller’s, the newest first',
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
  summary: 'Takes an invitation back, with the ticket that waits behind it',
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
  summary: 'What a link of an invitation shows to whoever has it',
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
  summary: 'Accepts an invitation to come along: the first who does has it',
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
  summary: 'Starts the payment of somebody else’s order as it is, and answers the bank’s page',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    token,
    provider: wholeNumber(1, 4),
    /** The sum the caller was shown, in minor units: another one is not paid. */
    totalMinor: wholeNumber(1, 2_147_483_647),
    /** What the order's owner may see of the payer. */
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
    'Who paid for another comes back: the provider is asked, and the link shows what happened',
  credential: 'none',
  required: ['body'],
  body: z.object({ token }),
  reply: invitedView,
  errors: ['InvitationNotFound'],
  limit: 'guess',
})
