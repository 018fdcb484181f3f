import { sumMoney } from '#kernel/money-arithmetic.ts'
import { type Money } from '#kernel/money.ts'
import type { ReturnQuoteView } from '#modules/returns/contract.ts'

/** An option for a ticket that cannot be used: refund and loss; null without a refund. */
export interface DisposalOption {
  readonly kind: 'return' | 'resale' | 'organizer'
  readonly back: Money | null
  readonly lost: Money | null
  /** Fees that were charged and are not refunded; null without a refund. */
  readonly feeKept: Money | null
  /** Only together with the ticket of a child, which may not travel alone; the sum is not known before. */
  readonly isWithChild?: boolean
}

/**
 * The best sum first. The organiser takes a ticket whatever else is refused, for nothing: that way comes last. It is not
 * open to an adult whose child would travel alone.
 */
export function bestFirst(ways: readonly DisposalOption[]): DisposalOption[] {
  const sumOf = (way: DisposalOption): number => way.back?.amount ?? 0
  return [
    ...ways.toSorted((left, right) => sumOf(right) - sumOf(left)),
    {
      kind: 'organizer',
      back: null,
      lost: null,
      feeKept: null,
      isWithChild: ways.some(({ isWithChild }) => isWithChild === true),
    },
  ]
}

/** The option that a quote describes; none if nothing can be returned. */
export function optionsOfQuote(
  kind: 'return' | 'resale',
  quote: ReturnQuoteView,
): readonly DisposalOption[] {
  if (quote.quote === null) {
    const isWithChild = quote.tickets.some(({ refusal }) => refusal?.code === 'ChildTicketFirst')
    return isWithChild ? [{ kind, back: null, lost: null, feeKept: null, isWithChild }] : []
  }
  const going = quote.tickets.filter(({ refusal }) => refusal === null)
  const feeKept = sumMoney(
    going.map((ticket) => ticket.feeKept),
    quote.back.currency,
  )
  return [{ kind, back: quote.back, lost: quote.deduction, feeKept }]
}
