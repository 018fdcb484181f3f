/** Shapes that organisers' and operators' calls about money share. */
import { z } from 'zod'
import { instant, moneyField, uuid } from '#contract/fields.ts'

export const statementPeriods = ['week', 'month'] as const
export type StatementPeriod = (typeof statementPeriods)[number]

/**
 * `proposed`: an operator has yet to decide. `approved`: goes to the bank. `sent`: the bank has accepted it. `paid`: the
 * bank has paid. `rejected`: the bank has refused, the money is owed again. `declined`: the operator refused.
 * `superseded`: a newer statement proposed another one.
 */
export const payoutStates = [
  'proposed',
  'approved',
  'sent',
  'paid',
  'rejected',
  'declined',
  'superseded',
] as const
export type PayoutState = (typeof payoutStates)[number]

/** What a line of a statement sums up. */
export const entryKinds = [
  'sale',
  'return',
  'commission',
  'commission-return',
  'payout',
  'payout-returned',
  'claim-paid',
  'counter-cash',
  'own-fee',
  'own-fee-return',
  'other',
] as const
export type EntryKind = (typeof entryKinds)[number]

export const termsView = z.object({
  validFrom: instant,
  /** Hundredths of a percent of what a ticket earned. */
  commissionBasisPoints: z.number().int(),
  /** Of each ticket that is not free, besides. */
  commission: moneyField,
  /** Whether a ticket that goes back brings its commission back. */
  isCommissionReturned: z.boolean(),
  /** Share of what was sold of dates to come that is not paid out before them. */
  reserveBasisPoints: z.number().int(),
  period: z.enum(statementPeriods),
  /** Less than this waits for the next statement. */
  payoutMin: moneyField,
})
export type TermsView = z.output<typeof termsView>

/** What an organiser adds to its tickets from a moment on. */
export const feeTermsView = z.object({
  validFrom: instant,
  /** The buyer pays the commission beside the price; else it is inside. */
  isCommissionAdded: z.boolean(),
  /** The organiser's own fee of each ticket that is not free: a share in hundredths of a percent, and a sum. */
  ownBasisPoints: z.number().int(),
  own: moneyField,
  ownMin: moneyField,
  /** Null: no limit. */
  ownMax: moneyField.nullable(),
  /** Whether a ticket that its buyer returns brings the own fee back. */
  isOwnReturned: z.boolean(),
})
export type FeeTermsView = z.output<typeof feeTermsView>

/** The shop's service fee of most shows: a share in hundredths of a percent, and a sum for each ticket. */
export const serviceFeeView = z.object({ basisPoints: z.number().int(), fixed: moneyField })
export type ServiceFeeView = z.output<typeof serviceFeeView>

export const statementView = z.object({
  statementId: uuid,
  number: z.number().int(),
  /** Null for the first. */
  from: instant.nullable(),
  /** Exclusive. */
  until: instant,
  opening: moneyField,
  closing: moneyField,
  /** Kept for dates to come when it was closed. */
  reserved: moneyField,
  lines: z.array(
    z.object({ kind: z.enum(entryKinds), count: z.number().int(), amount: moneyField }),
  ),
})
export type StatementView = z.output<typeof statementView>

export const payoutView = z.object({
  payoutId: uuid,
  state: z.enum(payoutStates),
  amount: moneyField,
  statementNumber: z.number().int(),
  /** `GE29 •••• 1901`; null until it is approved. */
  ibanHint: z.string().nullable(),
  /** The bank's reason. */
  failureCode: z.string().nullable(),
  createdAt: instant,
  endedAt: instant.nullable(),
})
export type PayoutView = z.output<typeof payoutView>

export const claimView = z.object({
  claimId: uuid,
  state: z.enum(['open', 'paid', 'withdrawn']),
  amount: moneyField,
  createdAt: instant,
  endedAt: instant.nullable(),
})
export type ClaimView = z.output<typeof claimView>

/** Balance of an organiser; negative when refunds exceed earnings. */
export const standing = {
  owed: moneyField,
  /** Of it, kept for dates to come. */
  reserved: moneyField,
  /** On its way to the bank. */
  inTransit: moneyField,
}
