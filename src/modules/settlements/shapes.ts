/** Schemas shared by organisers' and operators' calls about money. */
import { z } from 'zod'
import { instant, moneyField, uuid } from '#contract/fields.ts'

export const statementPeriods = ['week', 'month'] as const
export type StatementPeriod = (typeof statementPeriods)[number]

/**
 * `proposed`: awaits an operator's decision. `approved`: is being sent to the bank. `sent`: accepted by the bank.
 * `paid`: paid by the bank. `rejected`: refused by the bank; the money is owed again. `declined`: refused by an
 * operator. `superseded`: replaced by the proposal of a newer statement.
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

/** Kinds of ledger entries that a line of a statement sums up. */
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
  /** Share of a ticket's earnings, in hundredths of a percent. */
  commissionBasisPoints: z.number().int(),
  /** Fixed amount per ticket that is not free, in addition to the share. */
  commission: moneyField,
  /** Whether the commission is refunded with a returned ticket. */
  isCommissionReturned: z.boolean(),
  /** Share of the sales of upcoming dates that is not paid out before them. */
  reserveBasisPoints: z.number().int(),
  period: z.enum(statementPeriods),
  /** Smaller amounts are carried over to the next statement. */
  payoutMin: moneyField,
})
export type TermsView = z.output<typeof termsView>

/** Fees that an organiser adds to its tickets from a given time. */
export const feeTermsView = z.object({
  validFrom: instant,
  /** Whether the buyer pays the commission in addition to the price; otherwise the price includes it. */
  isCommissionAdded: z.boolean(),
  /** The organiser's own fee per ticket that is not free: a share in hundredths of a percent, and a fixed amount. */
  ownBasisPoints: z.number().int(),
  own: moneyField,
  ownMin: moneyField,
  /** Null for no limit. */
  ownMax: moneyField.nullable(),
  /** Whether the own fee is refunded when the buyer returns the ticket. */
  isOwnReturned: z.boolean(),
})
export type FeeTermsView = z.output<typeof feeTermsView>

/** The platform's default service fee for shows: a share in hundredths of a percent, and a fixed amount per ticket. */
export const serviceFeeView = z.object({ basisPoints: z.number().int(), fixed: moneyField })
export type ServiceFeeView = z.output<typeof serviceFeeView>

export const statementView = z.object({
  statementId: uuid,
  number: z.number().int(),
  /** Null for the first statement. */
  from: instant.nullable(),
  /** Exclusive. */
  until: instant,
  opening: moneyField,
  closing: moneyField,
  /** Reserved for upcoming dates when it was closed. */
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
export const balanceFields = {
  owed: moneyField,
  /** The part of it reserved for upcoming dates. */
  reserved: moneyField,
  /** On its way to the bank. */
  inTransit: moneyField,
}
