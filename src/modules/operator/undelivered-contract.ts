import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant, uuid } from '#contract/fields.ts'

/** A message to a customer that was abandoned. */
const undeliveredMessage = z.object({
  id: z.uuid(),
  /** Which kind of message: the name of its job. */
  kind: z.string(),
  /** What it is about, numbers and identifiers only: `orderId 512`. */
  about: z.array(z.string()),
  /** Where it was to go, with the name before the @ hidden; null where only its order knows. */
  recipient: z.string().nullable(),
  /** What the mail server said last. */
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
  reply: z.object({ messages: z.array(undeliveredMessage), total: z.number().int() }),
})

export const resendUndelivered = defineCall({
  id: 'own-operator-resend',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/undelivered/resend',
  summary: 'Sends messages again that could not be delivered. One that is not there is left out.',
  credential: 'operator',
  body: z.object({ ids: z.array(uuid).min(1).max(100) }),
  reply: z.object({ resent: z.number().int() }),
})
