/** The queue before a high-demand sale: join, poll, leave. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, text, uuid } from '#contract/fields.ts'
import { codeSent, phone } from '#modules/accounts/shapes.ts'
import type { LocalizedText } from '#kernel/locale.ts'

/**
 * `Open`: there is no queue now. `None`: no token of this queue. `Waiting`, `Admitted`. `Used`: its order was
 * bought. `Gone`: left, inactive for too long, or the admission expired; joining again means the end of the queue.
 */
export const queueStates = ['Open', 'None', 'Waiting', 'Admitted', 'Used', 'Gone'] as const

/** `Before`: not open yet, who joins now is put in order by lot. `Paused`: places are kept. `Closed`: nobody gets in. */
export const queuePhases = ['Before', 'Open', 'Paused', 'Closed'] as const

export const queueView = z.object({
  /** Null before what is no show. */
  showId: z.number().int().nullable(),
  /** Name of the offer source, with what the queue is before: a group of its items or one of them. */
  source: z.string(),
  groupId: z.number().int().nullable(),
  itemId: z.number().int().nullable(),
  /** What is waited for, in the language of the request, and its page without a locale prefix; null where nobody says. */
  name: z.string().nullable(),
  pagePath: z.string().nullable(),
  state: z.enum(queueStates),
  phase: z.enum(queuePhases),
  opensAt: instant.nullable(),
  /** 1 for the next to be admitted; null unless waiting in an open queue. */
  position: z.number().int().nullable(),
  /** How many wait in all, the caller counted in. */
  waitingCount: z.number().int(),
  /** Seconds until one's turn at the speed of the last minutes; null when nobody can tell. */
  estimateSeconds: z.number().int().nullable(),
  /** What the organiser says to those who wait, in the language of the request. */
  message: z.string().nullable(),
  /**
   * Of the lots before an opening: SHA-256 of the seed, and the seed once the queue is open, both as hex. A lot is the
   * first 52 bits of HMAC-SHA256(seed, SHA-256(token)); the smallest is first.
   */
  draw: z.object({ commitment: z.string(), seed: z.string().nullable() }).nullable(),
  /** Until then the token chooses places; null unless admitted. */
  admittedUntil: instant.nullable(),
  serverNow: instant,
  /** When to poll again; inactive visitors lose their position. */
  lookAgainSeconds: z.number().int(),
  /** Joining takes a phone that was proved by a code. */
  asksPhone: z.boolean(),
})
export type QueueView = z.output<typeof queueView>

const token = text(100)

/** What a queue is before: a show; or of another source a group of its items, one of them, or both. */
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
    'Joins the queue of a show, or before a group or an item of another source; with a token that is in it already, the place is kept',
  credential: 'api-key',
  required: [],
  body: z.object({
    ...subjectFields,
    waitingRoomToken: token.optional(),
    /** From `validate-otp`, where the queue asks for a phone. */
    phonePass: token.optional(),
    /** Where `ProofOfWorkNeeded` gave a challenge: SHA-256 of `challenge:nonce` begins with so many zero bits. */
    proof: z.object({ challenge: text(200, 1), nonce: text(40, 1) }).optional(),
    /** A hidden field of the form. Filling it in requires more work. */
    website: text(500).optional(),
  }),
  /** The token leaves once, here; null when there is no line to wait in. */
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
  area: 'queue',
  method: 'POST',
  path: '/v2/shows/send-otp',
  summary: 'Sends a code to a phone that wants to join the queue of a show',
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
  summary:
    'Proves the phone with the code that came to it; answers a pass that joins the queue once',
  credential: 'api-key',
  required: [],
  body: z.object({ ...subjectFields, codeId: uuid, code: z.string().regex(/^\d{6}$/) }),
  reply: z.object({ phonePass: z.string(), expiresAt: instant }),
  errors: ['BadRequest', 'NotFound', 'CodeWrong'],
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
  /** What the queue is before or a token; with both, a token of another queue counts as none. */
  query: z.object({
    ...subjectFields,
    waitingRoomToken: token.optional(),
    /** Of a hidden link. Following it requires more work. */
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
    'Server-sent events: where a token stands, at most five seconds old, until it is admitted or gone. An open connection counts as presence.',
  credential: 'api-key',
  required: ['waitingRoomToken'],
  query: z.object({ waitingRoomToken: token }),
  reply: z.unknown(),
  errors: ['QueueTokenNotFound'],
  produces: 'text/event-stream',
})

/** Where a token stands, whoever asks in whatever language. */
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
  /** What the organiser says to those who wait. */
  readonly message: LocalizedText | null
}
