/** API keys of an organiser's own programs; only owners create and revoke them. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant, personName, uuid, wholeNumber } from '#contract/fields.ts'
import { keyPermissions } from '#contract/staff-permissions.ts'

/** `left`: its creator is no longer an owner of the organiser. */
const states = ['active', 'revoked', 'expired', 'left'] as const

const apiKeyView = z.object({
  apiKeyId: uuid,
  name: z.string(),
  /** The last characters of the key. */
  hint: z.string(),
  permissions: z.array(z.enum(keyPermissions)),
  requestsPerMinute: z.number().int(),
  createdBy: z.string(),
  createdAt: instant,
  /** Null without an expiry. */
  expiresAt: instant.nullable(),
  /** Accurate to a minute; null when never used. */
  lastUsedAt: instant.nullable(),
  state: z.enum(states),
})
export type ApiKeyView = z.output<typeof apiKeyView>

const shared = { area: 'own', credential: 'merchant', staffPermission: 'api-keys' } as const

export const listApiKeys = defineCall({
  ...shared,
  id: 'own-merchant-api-keys',
  method: 'GET',
  path: '/v2/merchantusers/api-keys',
  summary: 'The organiser’s API keys, newest first; owners only',
  reply: z.object({ items: z.array(apiKeyView) }),
})

export const makeApiKey = defineCall({
  ...shared,
  id: 'own-merchant-api-key-make',
  method: 'POST',
  path: '/v2/merchantusers/api-keys',
  summary:
    'Creates an API key, which acts for the caller with the permissions of the key; returns the key once. Requires the password again',
  isForm: true,
  asksPassword: true,
  required: ['body'],
  body: z.object({
    name: personName(60, 1),
    permissions: z.array(z.enum(keyPermissions)).min(1).max(keyPermissions.length),
    /** Limit over all server processes. */
    requestsPerMinute: wholeNumber(1, 6_000).default(600),
    /** No expiry when absent. */
    expiresInDays: wholeNumber(1, 3_650).optional(),
    password: z.string().min(1).max(200),
  }),
  reply: apiKeyView.extend({
    /** Sent as `Authorization: Bearer …`. */
    key: z.string(),
  }),
  errors: ['TooManyApiKeys'],
  limit: 'guess',
})

export const revokeApiKey = defineCall({
  ...shared,
  id: 'own-merchant-api-key-revoke',
  method: 'POST',
  path: '/v2/merchantusers/api-keys/revoke',
  summary: 'Revokes a key, effective within three seconds; requires the password again',
  asksPassword: true,
  required: ['body'],
  body: z.object({ apiKeyId: uuid, password: z.string().min(1).max(200) }),
  reply: apiKeyView,
  errors: ['NotFound'],
  limit: 'guess',
})
