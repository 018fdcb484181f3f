import type { Money } from '#kernel/money.ts'

/** An option for a ticket that cannot be used: refund and loss; null without a refund. */
export interface DisposalOption {
  readonly kind: 'return' | 'resale' | 'organizer'
  readonly back: Money | null
  readonly lost: Money | null
  /** The service fee stays as well. */
  readonly isFeeLost: boolean
}

/** The best sum first. The organiser takes a ticket whatever else is refused, for nothing: that way comes last. */
export function bestFirst(ways: readonly DisposalOption[]): DisposalOption[] {
  const sumOf = (way: DisposalOption): number => way.back?.amount ?? 0
  return [
    ...ways.toSorted((left, right) => sumOf(right) - sumOf(left)),
    { kind: 'organizer', back: null, lost: null, isFeeLost: false },
  ]
}
