/** Calls of the queue before a high-demand sale: join, poll, leave. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, phone, smsCode, text, uuid } from '#contract/fields.ts'
import { codeSent } from '#modules/accounts/shapes.ts'
import type { LocalizedText } from '#kernel/locale.ts'

/**
 * `Open`: there is no queue now. `None`: no token of this queue. `Waiting`, `Admitted`. `Used`: its order was
 * bought. `Gone`: left, inactive for too long, or the admission expired; joining again starts at the end of the queue.
 */
export const queueStates = ['Open', 'None', 'Waiting', 'Admitted', 'Used', 'Gone'] as const

/**
 * `Before`: not open yet; positions of those who join now are drawn by lot. `Paused`: positions are kept. `Closed`:
 * nobody is admitted.
 */
export const queuePhases = ['Before', 'Open', 'Paused', 'Closed'] as const

export const queueView = z.object({
  /** Null when the queue is not for a show. */
  showId: z.number().int().nullable(),
  /** Name of the offer source, and the subject of the queue: a group of its items or one of them. */
  source: z.string(),
  groupId: z.number().int().nullable(),
  itemId: z.number().int().nullable(),
  /**
   * Name of the queue's subject in the language of the request, and its page without a locale prefix; null when the
   * source provides none.
   */
  name: z.string().nullable(),
  pagePath: z.string().nullable(),
  state: z.enum(queueStates),
  phase: z.enum(queuePhases),
  opensAt: instant.nullable(),
  /** 1 for the next to be admitted; null unless waiting in an open queue. */
  position: z.number().int().nullable(),
  /** Total number waiting, including the caller. */
  waitingCount: z.number().int(),
  /** Estimated seconds until admission at the rate of the last minutes; null when unknown. */
  estimateSeconds: z.number().int().nullable(),
  /** The organiser's message to those who wait, in the language of the request. */
  message: z.string().nullable(),
  /**
   * The draw before an opening: SHA-256 of the seed, and the seed once the queue is open, both as hex. A lot is the
   * first 52 bits of HMAC-SHA256(seed, SHA-256(token)); the smallest is first.
   */
  draw: z.object({ commitment: z.string(), seed: z.string().nullable() }).nullable(),
  /** Places can be chosen with the token until then; null unless admitted. */
  admittedUntil: instant.nullable(),
  serverNow: instant,
  /** When to poll again; inactive visitors lose their position. */
  lookAgainSeconds: z.number().int(),
  /** Joining requires a phone verified by a code. */
  asksPhone: z.boolean(),
})
export type QueueView = z.output<typeof queueView>

const token = text(100)

/** The subject of a queue: a show; or, of another source, a group of its items, one of them, or both. */
export const subjectFields = {
  showId: identifier.optional(),
  source: text(40, 1).optional(),
  groupId: identifier.optional(),
  itemId: identifier.optional(),
}

export const queueJoin = defineCall({
  id: 'queue-join',
  area: 'queue',
  method: 'POST',
  path: '/v2/shows/queue',
  summary:
    'Joins the queue of a show, or of a group or an item of another source; a token that is already in the queue keeps its place',
  credential: 'api-key',
  required: [],
  body: z.object({
    ...subjectFields,
    waitingRoomToken: token.optional(),
    /** From `validate-otp`, when the queue requires a phone. */
    phonePass: token.optional(),
    /**
     * When `ProofOfWorkNeeded` returned a challenge: SHA-256 of `challenge:nonce` begins with the required number of
     * zero bits.
     */
    proof: z.object({ challenge: text(200, 1), nonce: text(40, 1) }).optional(),
    /** A hidden field of the form. Filling it in requires more work. */
    website: text(500).optional(),
  }),
  /** The token is sent only in this reply; null when there is no queue. */
  reply: queueView.extend({ waitingRoomToken: z.string().nullable() }),
  errors: [
    'BadRequest',
    'PhoneNotConfirmed',
    'QueueTokenAlreadyUsed',
    'QueueClosed',
    'ProofOfWorkNeeded',
    'QueueNetworkFull',
  ],
  idempotent: true,
  limit: 'flood',
})

export const queueSendOtp = defineCall({
  id: 'queue-send-otp',
  cost: 'message',
  area: 'queue',
  method: 'POST',
  path: '/v2/shows/send-otp',
  summary: 'Sends a code to the phone of a visitor who joins the queue of a show',
  credential: 'api-key',
  required: [],
  body: z.object({ ...subjectFields, phone }),
  reply: codeSent.omit({ againAfterSeconds: true }),
  errors: ['BadRequest', 'NotFound', 'TooManyRequests', 'SmsBudgetSpent'],
  limit: 'guess',
})

export const queueValidateOtp = defineCall({
  id: 'queue-validate-otp',
  area: 'queue',
  method: 'POST',
  path: '/v2/shows/validate-otp',
  summary: 'Verifies the phone with the code sent to it; returns a pass for joining the queue once',
  credential: 'api-key',
  required: [],
  body: z.object({ ...subjectFields, codeId: uuid, code: smsCode }),
  reply: z.object({ phonePass: z.string(), expiresAt: instant }),
  errors: ['BadRequest', 'NotFound', 'CodeWrong'],
  limit: 'guess',
})

export const queueLeave = defineCall({
  id: 'queue-leave',
  area: 'queue',
  method: 'DELETE',
  path: '/v2/shows/queue',
  summary: 'Leaves the queue; the admission of an admitted visitor goes to the next',
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
  summary: 'Position of a token in the queue of its show, or whether a show has a queue',
  credential: 'api-key',
  required: [],
  /** The queue's subject or a token; with both, a token of another queue is ignored. */
  query: z.object({
    ...subjectFields,
    waitingRoomToken: token.optional(),
    /** Parameter of a hidden link. Following it raises the required work. */
    first: text(20).optional(),
  }),
  reply: queueView,
  errors: ['BadRequest', 'QueueTokenNotFound'],
  actsOnGet: true,
})

export const queueLive = defineCall({
  id: 'own-queue-live',
  area: 'own',
  method: 'GET',
  path: '/v2/shows/queue/live',
  summary:
    'Server-sent events: position of a token, at most five seconds old, until it is admitted or gone. An open connection counts as presence.',
  credential: 'api-key',
  required: ['waitingRoomToken'],
  query: z.object({ waitingRoomToken: token }),
  reply: z.unknown(),
  errors: ['QueueTokenNotFound'],
  produces: 'text/event-stream',
})

/** A token's state, independent of the caller and the language. */
export type QueueStanding = Pick<
  QueueView,
  | 'state'
  | 'phase'
  | 'opensAt'
  | 'position'
  | 'waitingCount'
  | 'estimateSeconds'
  | 'admittedUntil'
  | 'lookAgainSeconds'
>

/** The data of each event of `own-queue-live`. */
export interface QueueNews extends QueueStanding {
  /** The organiser's message to those who wait. */
  readonly message: LocalizedText | null
}
