/** The operator's calls for settlements: terms, statements, payouts, claims. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, localizedText, uuid, wholeNumber } from '#contract/fields.ts'
import { tableFormats } from '#contract/table-format.ts'
import {
  claimView,
  feeTermsView,
  payoutView,
  serviceFeeView,
  balanceFields,
  statementPeriods,
  statementView,
  termsView,
} from './shapes.ts'

const settlementView = z.object({
  merchantId: z.number().int(),
  name: localizedText,
  ...balanceFields,
  terms: termsView.nullable(),
  nextTerms: termsView.nullable(),
  /** Fees that the organiser adds to its tickets; null without any. */
  fees: feeTermsView.nullable(),
  nextStatementAt: instant.nullable(),
  hasBankAccount: z.boolean(),
  /** The newest statement; null before the first. */
  statement: statementView.nullable(),
  /** Payout that awaits a decision. */
  proposed: payoutView.nullable(),
  claim: claimView.nullable(),
})
export type SettlementView = z.output<typeof settlementView>

/** Every decision about an organiser's money. */
const stepUp = { purpose: 'payouts' } as const

export const listSettlements = defineCall({
  id: 'own-operator-settlements',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/settlements',
  summary: 'Balance of each organiser, with payouts that await a decision',
  credential: 'operator',
  reply: z.object({
    merchants: z.array(settlementView),
    /** The default for shows; null without one. */
    serviceFee: serviceFeeView.nullable(),
    /** Approved and completed payouts, newest first. */
    payouts: z.array(payoutView.extend({ merchantId: z.number().int(), name: localizedText })),
  }),
})

const done = z.object({ done: z.literal(true) })

export const closeStatement = defineCall({
  id: 'own-operator-statement-close',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/settlements/close',
  summary: 'Makes a statement of an organiser now, before its period ends, and proposes a payout',
  credential: 'operator',
  stepUp,
  body: z.object({ merchantId: identifier }),
  reply: statementView,
  errors: ['NotFound', 'NothingToState'],
  required: ['body'],
})

export const decidePayout = defineCall({
  id: 'own-operator-payout-decide',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/payouts/decide',
  summary: 'Approves a proposed payout, which is then sent to the bank, or declines it',
  credential: 'operator',
  stepUp,
  body: z.object({
    payoutId: uuid,
    decision: z.enum(['approve', 'decline']),
    /** The amount shown to the operator, in tetri; it may have decreased meanwhile. */
    amountMinor: wholeNumber(1, 100_000_000_000),
  }),
  reply: payoutView,
  errors: [
    'NotFound',
    'PayoutDecided',
    'PayoutChanged',
    'PayoutAccountMissing',
    'PayoutAccountNew',
    'PayoutsPaused',
    'PaymentProviderNotAvailable',
  ],
  required: ['body'],
})

export const setTerms = defineCall({
  id: 'own-operator-terms',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/settlements/terms',
  summary: 'Agrees terms with an organiser from the start of a future day',
  credential: 'operator',
  stepUp,
  isForm: true,
  body: z.object({
    merchantId: identifier,
    /** A day in Tbilisi. */
    validFrom: z.iso.date(),
    commissionBasisPoints: wholeNumber(0, 10_000),
    commissionMinor: wholeNumber(0, 100_000),
    isCommissionReturned: flag,
    reserveBasisPoints: wholeNumber(0, 10_000),
    period: z.enum(statementPeriods),
    payoutMinorMin: wholeNumber(0, 100_000_000),
  }),
  reply: termsView,
  errors: ['NotFound', 'TermsTooSoon'],
  required: ['body'],
})

export const openClaim = defineCall({
  id: 'own-operator-claim',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/settlements/claim',
  summary: 'Claims a negative balance from an organiser; all owners are notified',
  credential: 'operator',
  stepUp,
  body: z.object({ merchantId: identifier }),
  reply: claimView,
  errors: ['NotFound', 'NothingToClaim'],
  required: ['body'],
})

export const endClaim = defineCall({
  id: 'own-operator-claim-end',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/settlements/claim/end',
  summary: 'Ends a claim: the organiser has paid it, or it is withdrawn',
  credential: 'operator',
  stepUp,
  body: z.object({ claimId: uuid, outcome: z.enum(['paid', 'withdrawn']) }),
  reply: done,
  errors: ['NotFound', 'ClaimEnded'],
  required: ['body'],
})

export const operatorStatementFile = defineCall({
  id: 'own-operator-statement-file',
  cost: 'picture',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/statements/{statementId}/file',
  summary: 'A statement of any organiser: a PDF with totals, or a table with every entry',
  credential: 'operator',
  required: ['statementId', 'format'],
  params: z.object({ statementId: uuid }),
  query: z.object({
    format: z.enum(['pdf', ...tableFormats]),
    /** Language of the file: a browser following a link sends its own languages, not the page's. */
    locale: z.enum(['ka', 'en']).optional(),
  }),
  reply: z.unknown(),
  produces: 'application/pdf',
  errors: ['NotFound'],
})
