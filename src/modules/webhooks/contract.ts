/** Webhooks of merchants: subscriptions of their systems, and delivery attempts. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, uuid, wholeNumber } from '#contract/fields.ts'

export const webhookEndpointView = z.object({
  endpointId: z.number().int(),
  url: z.string(),
  isActive: z.boolean(),
  createdAt: instant,
  waitingCount: z.number().int(),
  givenUpCount: z.number().int(),
})

export type WebhookEndpointView = z.output<typeof webhookEndpointView>

export const webhookMessageView = z.object({
  messageId: uuid,
  type: z.string(),
  state: z.enum(['waiting', 'delivered', 'given-up']),
  orderNumber: z.string(),
  createdAt: instant,
  deliveredAt: instant.nullable(),
  /** Null where nothing is tried any more. */
  nextAttemptAt: instant.nullable(),
  /** The newest first. */
  attempts: z.array(
    z.object({
      at: instant,
      durationMs: z.number().int(),
      /** Null where nobody answered. */
      httpStatus: z.number().int().nullable(),
      problem: z.string().nullable(),
    }),
  ),
})
export type WebhookMessageView = z.output<typeof webhookMessageView>

const shared = { area: 'own', credential: 'merchant', staffPermission: 'webhooks' } as const
const url = z
  .string()
  .trim()
  .max(500)
  .pipe(z.url({ protocol: /^https?$/ }))

export const listWebhooks = defineCall({
  ...shared,
  id: 'own-merchant-webhooks',
  method: 'GET',
  path: '/v2/merchantusers/webhooks',
  summary: 'Where the merchant’s own systems are told of changed tickets; owners and managers',
  required: [],
  reply: z.object({ items: z.array(webhookEndpointView) }),
  errors: ['Forbidden'],
})

export const addWebhook = defineCall({
  ...shared,
  id: 'own-merchant-webhook-add',
  method: 'POST',
  path: '/v2/merchantusers/webhooks',
  summary: 'Adds an address that is told from now on; answers its secret, once',
  required: ['body'],
  body: z.object({ url }),
  reply: webhookEndpointView.extend({
    /** `whsec_` and the key in base64, as Standard Webhooks writes it. */
    secret: z.string(),
  }),
  errors: ['Forbidden', 'WebhookAddressNotAllowed', 'TooManyWebhooks'],
  limit: 'flood',
})

export const switchWebhook = defineCall({
  ...shared,
  id: 'own-merchant-webhook-switch',
  method: 'POST',
  path: '/v2/merchantusers/webhooks/switch',
  summary: 'Stops telling an address, or goes on with what waits for it',
  required: ['body'],
  body: z.object({ endpointId: identifier, isActive: flag }),
  reply: webhookEndpointView,
  errors: ['Forbidden', 'NotFound'],
})

export const listWebhookMessages = defineCall({
  ...shared,
  id: 'own-merchant-webhook-messages',
  method: 'GET',
  path: '/v2/merchantusers/webhooks/messages',
  summary: 'What an address was told, the newest first, with each attempt',
  required: ['endpointId'],
  query: z.object({
    endpointId: identifier,
    offset: wholeNumber(0, 1_000_000).default(0),
    limit: wholeNumber(1, 100).default(20),
  }),
  reply: z.object({ totalCount: z.number().int(), items: z.array(webhookMessageView) }),
  errors: ['Forbidden', 'NotFound'],
})

export const replayWebhook = defineCall({
  ...shared,
  id: 'own-merchant-webhook-replay',
  method: 'POST',
  path: '/v2/merchantusers/webhooks/replay',
  summary: 'Sends a message again under its own id, whatever became of it',
  required: ['body'],
  body: z.object({ messageId: uuid }),
  reply: webhookMessageView,
  errors: ['Forbidden', 'NotFound'],
  limit: 'flood',
})
