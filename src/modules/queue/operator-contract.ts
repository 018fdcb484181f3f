/** The operator's controls of queues: opening, rate, pause, close, message; and their statistics. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, text, wholeNumber } from '#contract/fields.ts'
import { queuePhases } from './contract.ts'

const message = z.object({ ka: z.string(), en: z.string() })

export const operatorQueueView = z.object({
  queueId: z.number().int(),
  source: z.string(),
  groupId: z.number().int().nullable(),
  itemId: z.number().int().nullable(),
  /** In the language of the request; null when the source gives none. */
  name: z.string().nullable(),
  pagePath: z.string().nullable(),
  isOn: z.boolean(),
  phase: z.enum(queuePhases),
  opensAt: instant.nullable(),
  ratePerMinute: z.number().int().nullable(),
  admittedMax: z.number().int(),
  /** How long admitted visitors may buy, and after how long without a poll a visitor counts as gone. */
  admittedMinutes: z.number().int(),
  idleSeconds: z.number().int(),
  /** One place per phone, verified by a code. */
  asksPhone: z.boolean(),
  isPaused: z.boolean(),
  isClosed: z.boolean(),
  message: message.nullable(),
  waitingCount: z.number().int(),
  insideCount: z.number().int(),
  boughtCount: z.number().int(),
  /** People admitted per minute, recently. */
  perMinute: z.number().nullable(),
})
export type OperatorQueueView = z.output<typeof operatorQueueView>

export const listOperatorQueues = defineCall({
  id: 'own-operator-queues',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/queues',
  summary:
    'Every queue with its settings and the numbers of waiting, admitted and finished visitors',
  credential: 'operator',
  required: ['authorization'],
  reply: z.object({ queues: z.array(operatorQueueView), serverNow: instant }),
})

/** Implemented by the server, where all offer sources are registered. */
export const saveQueue = defineCall({
  id: 'own-operator-waiting-room-save',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/rulebook/waiting-rooms',
  summary:
    'Creates or changes the queue of a show, or of a group or an item of another source, or switches it off (`isOn`).',
  credential: 'operator',
  isForm: true,
  body: z.object({
    showId: identifier.optional(),
    source: text(40, 1).optional(),
    groupId: identifier.optional(),
    itemId: identifier.optional(),
    isOn: flag,
    admittedMax: wholeNumber(1, 100_000),
    admittedMinutes: wholeNumber(1, 120),
    idleSeconds: wholeNumber(30, 3_600),
    asksPhone: flag.default(false),
  }),
  reply: z.object({ id: z.number().int() }),
  errors: ['BadRequest', 'NotFound'],
  required: ['body'],
})

export const changeQueueControls = defineCall({
  id: 'own-operator-queue-dial',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/queues/{queueId}/dial',
  summary:
    'Changes only the given settings; effective within a second. A new opening in the future draws new lots for visitors who join before it.',
  credential: 'operator',
  required: ['body'],
  params: z.object({ queueId: identifier }),
  body: z.object({
    isOn: flag.optional(),
    admittedMinutes: wholeNumber(1, 120).optional(),
    idleSeconds: wholeNumber(30, 3_600).optional(),
    asksPhone: flag.optional(),
    opensAt: instant.nullable().optional(),
    ratePerMinute: wholeNumber(1, 100_000).nullable().optional(),
    admittedMax: wholeNumber(1, 1_000_000).optional(),
    isPaused: flag.optional(),
    isClosed: flag.optional(),
    message: z
      .object({ ka: text(300), en: text(300) })
      .nullable()
      .optional(),
  }),
  reply: operatorQueueView,
  errors: ['BadRequest', 'NotFound'],
})

export const queueMinute = z.object({
  at: instant,
  joined: z.number().int(),
  admitted: z.number().int(),
  bought: z.number().int(),
  left: z.number().int(),
})

export const readQueueFigures = defineCall({
  id: 'own-operator-queue-figures',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/queues/{queueId}/figures',
  summary:
    'The last hour of a queue by minutes, and the networks with the most joins, with their proof of work',
  credential: 'operator',
  required: ['authorization'],
  params: z.object({ queueId: identifier }),
  reply: z.object({
    minutes: z.array(queueMinute),
    networks: z.array(
      z.object({
        /** A key from which no address can be recovered. */
        network: z.string(),
        joined: z.number().int(),
        waiting: z.number().int(),
        /** Places joined with proof of work, and the highest difficulty in bits. */
        proved: z.number().int(),
        bitsMax: z.number().int(),
      }),
    ),
  }),
  errors: ['NotFound'],
})
export type QueueFigures = z.output<(typeof readQueueFigures)['reply']>

export const createQueueBypass = defineCall({
  id: 'own-operator-queue-bypass',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/queues/{queueId}/bypass',
  summary:
    'Creates tokens that are admitted immediately, for the organiser’s guests: not counted against the capacity, each for one order',
  credential: 'operator',
  required: ['body'],
  params: z.object({ queueId: identifier }),
  body: z.object({ quantity: wholeNumber(1, 100), minutes: wholeNumber(5, 10_080) }),
  /** The tokens are sent only in this reply. */
  reply: z.object({ waitingRoomTokens: z.array(z.string()), validUntil: instant }),
  errors: ['BadRequest', 'NotFound'],
})

/** Protections of a queue, and reasons for treating a visitor as a program. */
export const suspectReasons = [
  'trap-field',
  'trap-link',
  'many-places',
  'too-often',
  'foreign-place',
] as const
export const queueMeasures = [
  'work-asked',
  'work-proved',
  'network-full',
  'phone-asked',
  'phone-used',
  ...suspectReasons,
] as const
/** What a visitor does at a queue. */
export const queueSteps = ['join', 'look', 'leave', 'choose', ...suspectReasons] as const

export const readQueueGuards = defineCall({
  id: 'own-operator-queue-guards',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/queues/{queueId}/guards',
  summary:
    'Protections of a queue with the number of their applications, and visitors that behave like programs',
  credential: 'operator',
  required: ['authorization'],
  params: z.object({ queueId: identifier }),
  reply: z.object({
    measures: z.array(
      z.object({
        measure: z.enum(queueMeasures),
        count: z.number().int(),
        lastAt: instant.nullable(),
      }),
    ),
    /** Maximum places of one network, and how many it may join before proof of work is required; 0: no limit. */
    placesPerNetworkMax: z.number().int(),
    joinsFree: z.number().int(),
    /** The latest first, fifty at most. */
    suspects: z.array(
      z.object({
        suspectId: z.number().int(),
        /** A key from which neither the address nor the browser can be recovered. */
        device: z.string(),
        reasons: z.array(z.enum(suspectReasons)),
        firstAt: instant,
        lastAt: instant,
        steps: z.number().int(),
      }),
    ),
  }),
  errors: ['NotFound'],
})
export type QueueGuards = z.output<(typeof readQueueGuards)['reply']>

export const readQueueSuspect = defineCall({
  id: 'own-operator-queue-suspect',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/queues/{queueId}/suspects/{suspectId}',
  summary: 'The recorded steps of a visitor that behaves like a program',
  credential: 'operator',
  required: ['authorization'],
  params: z.object({ queueId: identifier, suspectId: identifier }),
  /** The earliest first; steps of one kind within a second are merged. */
  reply: z.object({
    steps: z.array(z.object({ at: instant, step: z.enum(queueSteps), count: z.number().int() })),
  }),
  errors: ['NotFound'],
})
