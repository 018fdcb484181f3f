import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant, wholeNumber } from '#contract/fields.ts'

export const operatorProfile = defineCall({
  id: 'own-operator-profile',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/profile',
  summary: 'Who runs this installation, as far as the caller does.',
  credential: 'operator',
  reply: z.object({ email: z.string(), fullName: z.string() }),
  required: ['authorization'],
})

/** One change that an operator made by hand or by a file. */
const logEntry = z.object({
  logId: z.number().int(),
  at: instant,
  /** Empty: done from the command line. */
  operatorName: z.string(),
  /** Room and verb, `catalogue.change-event`. */
  action: z.string(),
  /** Kind and identifier, `event 101`. */
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()),
})

export type LogEntryView = z.output<typeof logEntry>

export const listOperatorLog = defineCall({
  id: 'own-operator-log',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/log',
  summary: 'What operators changed, the newest first, fifty at a time.',
  credential: 'operator',
  query: z.object({
    /** Entries older than this one; from the newest when absent. */
    before: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
  }),
  reply: z.object({
    entries: z.array(logEntry),
    /** Pass as `before` to go on; null at the end. */
    next: z.number().int().nullable(),
  }),
  required: ['authorization'],
})
