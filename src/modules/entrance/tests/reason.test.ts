/**
 * Goal: each refusal has a specific reason. Method: the pure function, one line per reason, and the outcomes
 * without a reason.
 */
import { expect, test } from 'vitest'
import { outcomes } from '../outcomes.ts'
import { refusalReason, type RefusalFacts } from '../web/scanner/reason.ts'

const facts: RefusalFacts = {
  outcome: 'WrongDay',
  now: Date.parse('2026-11-28T15:00:00Z'),
  opensAt: '2026-11-28T02:00:00Z',
  closesAt: '2026-11-29T06:00:00Z',
  doorsAt: '2026-11-28T14:00:00Z',
  isCancelled: false,
  hasSeveralUses: false,
  isForeignPass: false,
  isForOther: false,
  boardsAt: null,
  gates: [],
  usedAt: null,
  usedGate: null,
}
const early = Date.parse('2026-11-27T14:00:00Z')
const late = Date.parse('2026-11-29T06:00:01Z')

test.each([
  [{ now: early }, { kind: 'doors-open', at: facts.doorsAt }],
  [{ now: late }, { kind: 'is-over', at: facts.closesAt }],
  [{ now: early, isForOther: true }, null],
  [{ hasSeveralUses: true }, { kind: 'pass-not-valid' }],
  [
    { hasSeveralUses: true, now: late },
    { kind: 'is-over', at: facts.closesAt },
  ],
  [{ hasSeveralUses: true, isForOther: true }, null],
  [
    { outcome: 'WrongStop', boardsAt: 'Pier 2' },
    { kind: 'boards-at', stop: 'Pier 2' },
  ],
  [{ outcome: 'WrongStop' }, null],
  [
    { outcome: 'WrongGate', gates: ['B'] },
    { kind: 'other-gates', gates: ['B'] },
  ],
  [{ outcome: 'WrongGate' }, null],
  [
    { outcome: 'AlreadyUsed', usedAt: '2026-11-28T15:02:00Z', usedGate: 'A' },
    { kind: 'used', at: '2026-11-28T15:02:00Z', gate: 'A' },
  ],
  // Only a pass is used without a time of its own.
  [{ outcome: 'AlreadyUsed' }, { kind: 'used-up' }],
  [{ outcome: 'Returned', isCancelled: true }, { kind: 'cancelled' }],
  [{ outcome: 'Returned', hasSeveralUses: true }, { kind: 'pass-cancelled' }],
  [{ outcome: 'OldCode', hasSeveralUses: true }, { kind: 'pass-given' }],
  [{ outcome: 'WrongEvent', isForeignPass: true }, { kind: 'foreign-pass' }],
  [{ outcome: 'WrongEvent', hasSeveralUses: true }, null],
  // Another device took its last use: a pass has no time of its own, with or without a network.
  [{ outcome: 'AlreadyUsed', hasSeveralUses: true }, { kind: 'used-up' }],
  [{ outcome: 'Returned', usedAt: '2026-11-28T15:02:00Z' }, null],
] as const)('%o is refused because %o', (given, reason) => {
  expect(refusalReason({ ...facts, ...given } as RefusalFacts)).toEqual(reason)
})

test('returns no reason for self-explanatory outcomes', () => {
  const plain = outcomes.filter((outcome) => outcome !== 'AlreadyUsed')
  for (const outcome of plain) expect(refusalReason({ ...facts, outcome })).toBeNull()
})
