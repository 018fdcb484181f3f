import { money } from '#kernel/money.ts'
import { ibanHint } from '#modules/wallet/server/public-api.ts'
import type { ClaimView, EntryKind, PayoutView, StatementView } from '../shapes.ts'
import type { Claim } from './claims.ts'
import type { Payout } from './payouts.ts'
import type { Statement } from './statements.ts'

const kinds: Readonly<Record<string, EntryKind>> = {
  sale: 'sale',
  'ticket-return': 'return',
  commission: 'commission',
  'commission-return': 'commission-return',
  payout: 'payout',
  'payout-returned': 'payout-returned',
  'claim-paid': 'claim-paid',
  'counter-cash': 'counter-cash',
  'own-fee': 'own-fee',
  'own-fee-return': 'own-fee-return',
}

/** The statement entry kind of a ledger transfer. */
export function entryKindOf(kind: string): EntryKind {
  return kinds[kind] ?? 'other'
}

export function presentStatement(statement: Statement): StatementView {
  return {
    statementId: statement.id,
    number: statement.number,
    from: statement.fromAt?.toISOString() ?? null,
    until: statement.untilAt.toISOString(),
    opening: money(statement.openingMinor),
    closing: money(statement.closingMinor),
    reserved: money(statement.reservedMinor),
    lines: statement.lines.map(({ kind, count, amountMinor }) => ({
      kind: entryKindOf(kind),
      count,
      amount: money(amountMinor),
    })),
  }
}

export function presentPayout(payout: Payout): PayoutView {
  return {
    payoutId: payout.id,
    state: payout.state,
    amount: money(payout.amountMinor),
    statementNumber: payout.statementNumber,
    ibanHint: payout.iban === null ? null : ibanHint(payout.iban),
    failureCode: payout.failureCode,
    createdAt: payout.createdAt.toISOString(),
    endedAt: payout.endedAt?.toISOString() ?? null,
  }
}

export function presentClaim(claim: Claim): ClaimView {
  return {
    claimId: claim.id,
    state: claim.state,
    amount: money(claim.amountMinor),
    createdAt: claim.createdAt.toISOString(),
    endedAt: claim.endedAt?.toISOString() ?? null,
  }
}
