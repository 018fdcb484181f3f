/** The reason of a refusal, when the device has more data than the outcome. Pure. */
import type { Outcome } from '../../outcomes.ts'

/** Facts about a refusal; instants in ISO 8601. */
export interface RefusalFacts {
  readonly outcome: Outcome
  /** The server's clock, in milliseconds. */
  readonly now: number
  /** When check-in opens and closes here. */
  readonly opensAt: string
  readonly closesAt: string
  /** When doors open; when unknown, the start. */
  readonly doorsAt: string
  /** The item is; its tickets are not. */
  readonly isCancelled: boolean
  /** Its tickets are passes, which admit several times. */
  readonly hasSeveralUses: boolean
  /** The ticket is for another item. */
  readonly isForOther: boolean
  /** It is a pass, and this is not its entrance. */
  readonly isForeignPass: boolean
  /** The boarding stop of its holder; null for items without stops. */
  readonly boardsAt: string | null
  /** Gates that admit the ticket's type; empty if unknown. */
  readonly gates: readonly string[]
  /** Time of admission; null before. */
  readonly usedAt: string | null
  readonly usedGate: string | null
}

export type Reason =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'doors-open'; readonly at: string }
  | { readonly kind: 'is-over'; readonly at: string }
  | { readonly kind: 'boards-at'; readonly stop: string }
  | { readonly kind: 'other-gates'; readonly gates: readonly string[] }
  /** A pass without a use left: nobody came in with it at one time. */
  | { readonly kind: 'used-up' }
  /** A pass outside the days of its own validity. */
  | { readonly kind: 'pass-not-valid' }
  /** A cancelled pass: passes are not returned. */
  | { readonly kind: 'pass-cancelled' }
  /** A pass that has been given to somebody else, who has a newer code. */
  | { readonly kind: 'pass-given' }
  /** A pass where tickets are scanned, or at the entrance of another one. */
  | { readonly kind: 'foreign-pass' }
  | { readonly kind: 'used'; readonly at: string; readonly gate: string | null }

/** A reason that staff can act on; null when the outcome is sufficient. */
export function refusalReason(facts: RefusalFacts): Reason | null {
  const { outcome, now, boardsAt, gates, usedAt } = facts
  if (outcome === 'WrongDay' && !facts.isForOther) {
    if (now < Date.parse(facts.opensAt)) return { kind: 'doors-open', at: facts.doorsAt }
    if (now > Date.parse(facts.closesAt)) return { kind: 'is-over', at: facts.closesAt }
    if (facts.hasSeveralUses) return { kind: 'pass-not-valid' }
  }
  if (outcome === 'WrongEvent' && facts.isForeignPass) return { kind: 'foreign-pass' }
  if (outcome === 'Returned' && facts.isCancelled) return { kind: 'cancelled' }
  if (outcome === 'Returned' && facts.hasSeveralUses) return { kind: 'pass-cancelled' }
  if (outcome === 'OldCode' && facts.hasSeveralUses) return { kind: 'pass-given' }
  if (outcome === 'WrongStop' && boardsAt !== null) return { kind: 'boards-at', stop: boardsAt }
  if (outcome === 'WrongGate' && gates.length > 0) return { kind: 'other-gates', gates }
  if (usedAt !== null && (outcome === 'AlreadyUsed' || outcome === 'Conflict'))
    return { kind: 'used', at: usedAt, gate: facts.usedGate }
  return outcome === 'AlreadyUsed' ? { kind: 'used-up' } : null
}
