/** Wallet passes of tickets: creating a pass, and the calls of Apple's devices. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { text, uuid } from '#contract/fields.ts'
import { ticketIdentifier } from './shapes.ts'

export const walletKinds = ['apple', 'google'] as const

export const addToWallet = defineCall({
  id: 'tickets-wallet',
  cost: 'picture',
  area: 'tickets',
  method: 'POST',
  path: '/v2/tickets/wallet',
  summary: 'Makes a pass of a ticket for the wallet of a telephone and answers where to open it',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ ticketIdentifier, kind: z.enum(walletKinds) }),
  reply: z.object({
    kind: z.enum(walletKinds),
    /** `apple`: downloads the pass, for the same caller; `google`: a page of Google’s that keeps it. */
    url: z.url(),
    /** Signed with keys not issued by Apple or Google: their wallets refuse it. */
    isTrial: z.boolean(),
  }),
  errors: [
    'Unauthenticated',
    'TicketNotFound',
    'TicketUsed',
    'TicketGoneBack',
    'TicketCodeChanges',
    'WalletNotSetUp',
  ],
  limit: 'flood',
})

export const walletPassFile = defineCall({
  id: 'own-wallet-pass-file',
  cost: 'picture',
  area: 'own',
  method: 'GET',
  path: '/v2/tickets/wallet/pass',
  summary:
    'The pass of a ticket that the caller holds and has asked for, as Apple’s wallet takes it',
  credential: 'guest-or-customer',
  required: ['ticketIdentifier'],
  query: z.object({ ticketIdentifier }),
  reply: z.string(),
  produces: 'application/vnd.apple.pkpass',
  errors: ['Unauthenticated', 'TicketNotFound', 'WalletNotSetUp'],
  limit: 'flood',
})

/** The device's identifier at Apple. */
const device = z.string().regex(/^\w{24,100}$/)
const passType = text(100, 1)
const serial = uuid

/** Devices add these paths to the address that the pass names; their form is Apple’s. */
export const walletServicePath = '/v2/wallet'

export const registerDevice = defineCall({
  id: 'own-wallet-register',
  area: 'own',
  method: 'POST',
  path: '/v2/wallet/v1/devices/{device}/registrations/{passType}/{serial}',
  summary:
    'Apple’s protocol: a device has a pass and will ask for its news (201; 200 if it had it)',
  credential: 'provider-signature',
  params: z.object({ device, passType, serial }),
  body: z.object({ pushToken: text(200, 1) }),
  reply: z.string(),
  produces: 'text/plain',
  errors: ['Unauthenticated', 'TooManyRequests'],
  limit: 'flood',
})

export const unregisterDevice = defineCall({
  id: 'own-wallet-unregister',
  area: 'own',
  method: 'DELETE',
  path: '/v2/wallet/v1/devices/{device}/registrations/{passType}/{serial}',
  summary: 'Apple’s protocol: a device has dropped a pass',
  credential: 'provider-signature',
  params: z.object({ device, passType, serial }),
  reply: z.string(),
  produces: 'text/plain',
  errors: ['Unauthenticated'],
  limit: 'flood',
})

export const changedPasses = defineCall({
  id: 'own-wallet-changed',
  area: 'own',
  method: 'GET',
  path: '/v2/wallet/v1/devices/{device}/registrations/{passType}',
  summary: 'Apple’s protocol: which passes of a device say something new (204: none)',
  credential: 'provider-signature',
  params: z.object({ device, passType }),
  query: z.object({
    /** `lastUpdated` of the previous answer; absent: all passes. */
    passesUpdatedSince: z.string().max(4_000).optional(),
  }),
  reply: z.object({ serialNumbers: z.array(z.string()), lastUpdated: z.string() }),
  errors: ['NotFound'],
  // Device identifiers could be guessed.
  limit: 'guess',
})

export const latestPass = defineCall({
  id: 'own-wallet-latest',
  cost: 'picture',
  area: 'own',
  method: 'GET',
  path: '/v2/wallet/v1/passes/{passType}/{serial}',
  summary:
    'Apple’s protocol: a pass as it is now; void once the ticket is not the holder’s any more',
  credential: 'provider-signature',
  params: z.object({ passType, serial }),
  reply: z.string(),
  produces: 'application/vnd.apple.pkpass',
  errors: ['Unauthenticated'],
  limit: 'flood',
})

export const walletLog = defineCall({
  id: 'own-wallet-log',
  area: 'own',
  method: 'POST',
  path: '/v2/wallet/v1/log',
  summary: 'Apple’s protocol: what devices complain about',
  credential: 'provider-signature',
  required: ['body'],
  body: z.object({ logs: z.array(z.string().max(2_000)).max(20) }),
  reply: z.string(),
  produces: 'text/plain',
  limit: 'flood',
})
