/** Secret API keys of partners, whose servers sell for a channel of their own; operators make, limit and revoke them. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, instant, personName, uuid, wholeNumber } from '#contract/fields.ts'

const partnerKeyView = z.object({
  keyId: uuid,
  name: z.string(),
  /** Channel of the orders that are made with it. */
  channel: z.string(),
  /** The last characters of the key; empty for keys of older releases. */
  hint: z.string(),
  /** Null: limited by network, like everybody. */
  requestsPerMinute: z.number().int().nullable(),
  createdAt: instant,
  /** Null without an expiry. */
  expiresAt: instant.nullable(),
  /** To within half a minute; null before its first use. */
  lastUsedAt: instant.nullable(),
  state: z.enum(['active', 'revoked', 'expired']),
})
export type PartnerKeyView = z.output<typeof partnerKeyView>

const shared = { area: 'own', credential: 'operator' } as const
const requestsPerMinute = wholeNumber(1, 60_000)

export const listPartnerKeys = defineCall({
  ...shared,
  id: 'own-operator-partner-keys',
  method: 'GET',
  path: '/v2/operator/partner-keys',
  summary: 'Secret API keys of partners, newest first',
  reply: z.object({ items: z.array(partnerKeyView) }),
})

export const makePartnerKey = defineCall({
  ...shared,
  id: 'own-operator-partner-key-make',
  method: 'POST',
  path: '/v2/operator/partner-keys',
  summary: 'Creates a secret API key for a partner’s servers; returns the key once',
  isForm: true,
  stepUp: { purpose: 'payouts' },
  required: ['body'],
  body: z.object({
    name: personName(60, 1),
    /** A partner has one channel, whatever keys it has. */
    channel: z.string().regex(/^[a-z][a-z0-9-]{1,39}$/),
    /** Over all server processes. */
    requestsPerMinute: requestsPerMinute.default(600),
    /** No expiry when absent. */
    expiresInDays: wholeNumber(1, 3_650).optional(),
  }),
  reply: partnerKeyView.extend({
    /** Sent in the header `x-api-key`, or as `api_key` in the query. */
    key: z.string(),
  }),
  errors: ['ChannelTaken'],
})

export const changePartnerKey = defineCall({
  ...shared,
  id: 'own-operator-partner-key-change',
  method: 'POST',
  path: '/v2/operator/partner-keys/change',
  summary: 'Changes the limit of a partner’s key, or revokes it, effective within half a minute',
  stepUp: { purpose: 'payouts' },
  required: ['body'],
  body: z.object({
    keyId: uuid,
    requestsPerMinute: requestsPerMinute.optional(),
    /** A revoked key stays revoked. */
    isRevoked: flag.default(false),
  }),
  reply: partnerKeyView,
  errors: ['NotFound'],
})
