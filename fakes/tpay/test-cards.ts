import type { Misbehaviour } from './misbehaviour.ts'
import type { ResultCode } from './protocol.ts'

/** What the bank does when one of its own cards is entered. */
export type CardOutcome =
  | { kind: 'approve'; misbehaviour?: Misbehaviour }
  | { kind: 'decline'; resultCode: ResultCode }
  | { kind: 'challenge'; alwaysFails: boolean }
  | { kind: 'slow'; settlesAfterMs: number }

/** `label` is a key of the page's messages. */
export type TestCard = { number: string; label: string; outcome: CardOutcome }

/**
 * The only cards the demo bank knows. Every other number is declined, so that a real card typed
 * by mistake never looks accepted; numbers are kept nowhere but as a mask.
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

/** Finds a test card by what a shopper typed, spaces and dashes ignored. */
export function findTestCard(typed: string): TestCard | undefined {
  const digits = typed.replace(/[\s-]/g, '')
  return testCards.find((card) => card.number === digits)
}

/** Writes a card number in groups of four. */
export function spacedCardNumber(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1 ')
}

/** Keeps the first six and last four digits, as the bank reports a saved card. */
export function maskCardNumber(number: string): string {
  return `${number.slice(0, 6)}******${number.slice(-4)}`
}
