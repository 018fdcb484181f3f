/** The queue before a high-demand sale: join, poll, leave. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, text, uuid } from '#contract/fields.ts'
import { codeSent, phone } from '#modules/accounts/shapes.ts'

/**
 * `Open`: the show has no line now. `None`: no token of this show. `Waiting`, `Admitted`. `Used`: its order was
 * bought. `Gone`: left, not heard of for too long, or the time inside ran out; joining again means the end of the queue.
 */
export const queueStates = ['Open', 'None', 'Waiting', 'Admitted', 'Used', 'Gone'] as const

export const queueView = z.object({
  showId: z.number().int(),
  state: z.enum(queueStates),
  /** 1 for who is let in next; null unless waiting. */
  position: z.number().int().nullable(),
  /** How many wait in all, the caller counted in. */
  waitingCount: z.number().int(),
  /** Until then the token chooses places; null unless admitted. */
  admittedUntil: instant.nullable(),
  serverNow: instant,
  /** When to look again; who does not look for a while loses the place. */
  lookAgainSeconds: z.number().int(),
  /** Joining takes a phone that was proved by a code. */
  asksPhone: z.boolean(),
})
export type QueueView = z.output<typeof queueView>

const token = text(100)

export const queueJoin = defineCall({
  id: 'queue-join',
  area: 'queue',
  method: 'POST',
  path: '/v2/shows/queue',
  summary: 'Joins the queue of a show; with a token that is in it already, the place is kept',
  credential: 'api-key',
  required: [],
  body: z.object({
    showId: identifier,
    waitingRoomToken: token.optional(),
    /** From `validate-otp`, where the queue asks for a phone. */
    phonePass: token.optional(),
  }),
  /** The token leaves once, here; null when there is no line to wait in. */
  reply: queueView.extend({ waitingRoomToken: z.string().nullable() }),
  errors: ['PhoneNotConfirmed', 'QueueTokenAlreadyUsed'],
  limit: 'flood',
})

export const queueSendOtp = defineCall({
  id: 'queue-send-otp',
  area: 'queue',
  method: 'POST',
  path: '/v2/shows/send-otp',
  summary: 'Sends a code to a phone that wants to join the queue of a show',
  credential: 'api-key',
  required: [],
  body: z.object({ showId: identifier, phone }),
  reply: codeSent.omit({ againAfterSeconds: true }),
  errors: ['NotFound', 'TooManyRequests', 'SmsBudgetSpent'],
  limit: 'guess',
})

export const queueValidateOtp = defineCall({
  id: 'queue-validate-otp',
  area: 'queue',
  method: 'POST',
  path: '/v2/shows/validate-otp',
  summary:
    'Proves the phone with the code that came to it; answers a pass that joins the queue once',
  credential: 'api-key',
  required: [],
  body: z.object({ showId: identifier, codeId: uuid, code: z.string().regex(/^\d{6}$/) }),
  reply: z.object({ phonePass: z.string(), expiresAt: instant }),
  errors: ['NotFound', 'CodeWrong'],
  limit: 'guess',
})

export const queueLeave = defineCall({
  id: 'queue-leave',
  area: 'queue',
  method: 'DELETE',
  path: '/v2/shows/queue',
  summary: 'Leaves the queue, or gives the place inside to the next',
  credential: 'api-key',
  required: [],
  body: z.object({ waitingRoomToken: token }),
  reply: queueView,
  errors: ['QueueTokenNotFound'],
})

export const queueShowsGet = defineCall({
  id: 'queue-shows-get',
  area: 'queue',
  method: 'GET',
  path: '/v2/shows/get',
  summary: 'Where a token stands in the queue of its show, or whether a show has a queue at all',
  credential: 'api-key',
  required: [],
  /** One of the two; with both, a token of another show counts as none. */
  query: z.object({ showId: identifier.optional(), waitingRoomToken: token.optional() }),
  reply: queueView,
  errors: ['BadRequest', 'QueueTokenNotFound'],
  actsOnGet: true,
})
