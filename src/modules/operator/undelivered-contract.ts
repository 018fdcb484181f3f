import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { email, instant, uuid } from '#contract/fields.ts'

/** A message to a customer that was abandoned. */
const undeliveredMessage = z.object({
  id: z.uuid(),
  /** Name of its job. */
  kind: z.string(),
  /** What it refers to, ids only: `orderId 512`. */
  about: z.array(z.string()),
  /** Masked recipient address; null when only the order has it. */
  recipient: z.string().nullable(),
  /** Its address can be corrected: it has one of its own, or its order has. */
  isCorrectable: z.boolean(),
  /** Last error of the mail server. */
  error: z.string(),
  attempts: z.number().int(),
  failedAt: instant,
})
export type UndeliveredView = z.output<typeof undeliveredMessage>

export const listUndelivered = defineCall({
  id: 'own-operator-undelivered',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/undelivered',
  summary: 'Messages that could not be delivered, the newest hundred.',
  credential: 'operator',
  reply: z.object({
    messages: z.array(undeliveredMessage),
    total: z.number().int(),
    /** Messages that are due and not delivered yet; those sent again are among them. */
    onTheWay: z.number().int(),
  }),
})

export const resendUndelivered = defineCall({
  id: 'own-operator-resend',
  cost: 'message',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/undelivered/resend',
  summary:
    'Sends undeliverable messages again, one of them to another address if that was wrong. Unknown ones are ignored.',
  credential: 'operator',
  body: z.object({
    ids: z.array(uuid).min(1).max(100),
    /** The right address of a single message: of the message itself, or of its order. */
    email: email.optional(),
  }),
  reply: z.object({
    /** Put back into the queue; none of them is delivered yet. */
    resent: z.number().int(),
    /** Messages that are still undelivered and were not sent again. */
    undelivered: z.number().int(),
  }),
  errors: ['BadRequest', 'NotFound'],
})
