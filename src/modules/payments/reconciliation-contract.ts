/** The operator's calls for comparing our payments with the statements of the providers, a day at a time. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant } from '#contract/fields.ts'
import { tableFormat } from '#contract/table-format.ts'

/** A calendar day in Tbilisi: `2026-11-21`. */
const day = z.iso.date().regex(/^20/)

/**
 * `missing-here`: the provider took money for a payment that we do not have; `missing-there`: we have a payment that
 * the provider does not; `amount`, `currency`, `refund`: both have it, with different values; `state`: only one side
 * reports it as taken.
 */
export const differenceKinds = [
  'missing-here',
  'missing-there',
  'amount',
  'currency',
  'state',
  'refund',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

const total = z.object({
  currency: z.string(),
  count: z.number().int(),
  /** Minor units. */
  capturedMinor: z.number().int(),
  returnedMinor: z.number().int(),
})
export type DayTotal = z.output<typeof total>

const providerDay = z.object({
  provider: z.number().int(),
  name: z.string(),
  /**
   * `one-by-one`: the provider has no statement; it was asked about each of our payments, so money that we do not know of
   * is not found. `unanswered`: the provider did not answer; `never`: this day has not been compared yet.
   */
  state: z.enum(['agreed', 'one-by-one', 'differs', 'unanswered', 'never']),
  /** The day was over when it was compared; false: what was taken later is not in it. */
  isWholeDay: z.boolean(),
  ranAt: instant.nullable(),
  theirs: z.array(total),
  ours: z.array(total),
})
export type ProviderDayView = z.output<typeof providerDay>

const difference = z.object({
  differenceId: z.number().int(),
  provider: z.number().int(),
  name: z.string(),
  kind: z.enum(differenceKinds),
  externalId: z.string().nullable(),
  paymentId: z.string().nullable(),
  /** A readable line; empty when there is nothing. */
  ours: z.string(),
  theirs: z.string(),
})
export type DifferenceView = z.output<typeof difference>

const reconciliation = z.object({
  day,
  /** Every provider that takes cards. */
  providers: z.array(providerDay),
  differences: z.array(difference),
})
export type ReconciliationView = z.output<typeof reconciliation>

export const readReconciliation = defineCall({
  id: 'own-operator-payments',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/payments',
  summary:
    'How our payments of a day compare with the statements of the providers, as last looked at',
  credential: 'operator',
  /** Yesterday in Tbilisi when absent. */
  query: z.object({ day: day.optional() }),
  reply: reconciliation,
})

export const runReconciliation = defineCall({
  id: 'own-operator-payments-run',
  cost: 'bank',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/payments/run',
  summary: 'Compares a day again now; today so far too. Money we did not know of is taken up',
  credential: 'operator',
  body: z.object({ day }),
  reply: reconciliation,
  errors: ['BadRequest'],
  required: ['body'],
  limit: 'flood',
})

export const reconciliationFile = defineCall({
  id: 'own-operator-payments-file',
  cost: 'search',
  limit: 'flood',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/payments.csv',
  summary: 'The differences of a day as a table',
  credential: 'operator',
  query: z.object({ day: day.optional(), format: tableFormat.default('csv') }),
  reply: z.unknown(),
  produces: 'text/csv',
})
