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
  /** Null when no further attempt is planned. */
  nextAttemptAt: instant.nullable(),
  /** Newest first. */
  attempts: z.array(
    z.object({
      at: instant,
      durationMs: z.number().int(),
      /** Null without an HTTP response. */
      httpStatus: z.number().int().nullable(),
      problem: z.string().nullable(),
    }),
  ),
})
export type WebhookMessageView = z.output<typeof webhookMessageView>

/** By time, by the number of the order, or by state, each in both directions; what was not delivered is the last state. */
export const webhookMessageSorts = [
  'newest',
  'oldest',
  'order',
  'orderReversed',
  'state',
  'stateReversed',
] as const
export type WebhookMessageSort = (typeof webhookMessageSorts)[number]

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
  summary:
    'Endpoints of the merchant’s own systems that receive ticket changes; owners and managers only',
  required: [],
  reply: z.object({ items: z.array(webhookEndpointView) }),
  errors: ['Forbidden'],
})

export const addWebhook = defineCall({
  ...shared,
  id: 'own-merchant-webhook-add',
  stepUp: { purpose: 'webhooks' },
  method: 'POST',
  path: '/v2/merchantusers/webhooks',
  summary: 'Adds an endpoint that receives changes from now on; returns its secret once',
  required: ['body'],
  body: z.object({ url }),
  reply: webhookEndpointView.extend({
    /** `whsec_` and the base64 key, as in Standard Webhooks. */
    secret: z.string(),
  }),
  errors: ['Forbidden', 'WebhookAddressNotAllowed', 'TooManyWebhooks'],
  limit: 'flood',
  // All owners are told.
  cost: 'message',
})

export const switchWebhook = defineCall({
  ...shared,
  id: 'own-merchant-webhook-switch',
  method: 'POST',
  path: '/v2/merchantusers/webhooks/switch',
  summary: 'Disables an endpoint, or enables it again and delivers its pending messages',
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
  summary: 'Messages to an endpoint, newest first or sorted otherwise, with each delivery attempt',
  required: ['endpointId'],
  query: z.object({
    endpointId: identifier,
    sort: z.enum(webhookMessageSorts).default('newest'),
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
  summary: 'Sends a message again under its id, whatever its state',
  required: ['body'],
  body: z.object({ messageId: uuid }),
  reply: webhookMessageView,
  errors: ['Forbidden', 'NotFound'],
  limit: 'flood',
})
