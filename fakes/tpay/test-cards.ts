import type { Misbehaviour } from './misbehaviour.ts'
import type { ResultCode } from './protocol.ts'

/** What happens when one of the test cards is used. */
export type CardOutcome =
  | { kind: 'approve'; misbehaviour?: Misbehaviour }
  | { kind: 'decline'; resultCode: ResultCode }
  | { kind: 'challenge'; alwaysFails: boolean }
  | { kind: 'slow'; settlesAfterMs: number }

/** `label` is a message key of the page. */
export type TestCard = { number: string; label: string; outcome: CardOutcome }

/**
 * The only cards that the fake bank accepts. Any other number is declined, so that a real card entered by
 * mistake is never accepted; numbers are stored masked only.
 */
export const testCards: readonly TestCard[] = [
  { number: '4000000000010001', label: 'cardApprove', outcome: { kind: 'approve' } },
  {
    number: '4000000000020000',
    label: 'cardNoFunds',
    outcome: { kind: 'decline', resultCode: 'decline_not_sufficient_funds' },
  },
  {
    number: '4000000000030009',
    label: 'cardDecline',
    outcome: { kind: 'decline', resultCode: 'decline_general' },
  },
  {
    number: '4000000000040008',
    label: 'cardChallenge',
    outcome: { kind: 'challenge', alwaysFails: false },
  },
  {
    number: '4000000000050007',
    label: 'cardChallengeFails',
    outcome: { kind: 'challenge', alwaysFails: true },
  },
  {
    number: '4000000000060006',
    label: 'cardSlow',
    outcome: { kind: 'slow', settlesAfterMs: 20_000 },
  },
  {
    number: '4000000000110009',
    label: 'cardLateCallback',
    outcome: { kind: 'approve', misbehaviour: { callbackDelayMs: 30_000 } },
  },
  {
    number: '4000000000120008',
    label: 'cardDuplicateCallback',
    outcome: { kind: 'approve', misbehaviour: { callbackCopies: 3 } },
  },
  {
    number: '4000000000130007',
    label: 'cardLostCallback',
    outcome: { kind: 'approve', misbehaviour: { callbackLost: true } },
  },
  {
    number: '4000000000140006',
    label: 'cardFailureAfterSuccess',
    outcome: { kind: 'approve', misbehaviour: { failureAfterSuccess: true } },
  },
  {
    number: '4000000000150005',
    label: 'cardOtherAmount',
    outcome: { kind: 'approve', misbehaviour: { approveAmountMinor: 1 } },
  },
  {
    number: '4000000000160004',
    label: 'cardOtherCurrency',
    outcome: { kind: 'approve', misbehaviour: { approveCurrency: 'USD' } },
  },
]

/** Finds a test card by the entered number, ignoring spaces and dashes. */
export function findTestCard(typed: string): TestCard | undefined {
  const digits = typed.replace(/[\s-]/g, '')
  return testCards.find((card) => card.number === digits)
}

/** Formats a card number in groups of four. */
export function spacedCardNumber(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1 ')
}

/** Keeps the first six and last four digits, as the bank does for saved cards. */
export function maskCardNumber(number: string): string {
  return `${number.slice(0, 6)}******${number.slice(-4)}`
}
