import { capabilitiesOf } from '#modules/payments/capability-shapes.ts'
import type { SavedCardView } from '#modules/payments/contract.ts'
import { money, type Money } from '#kernel/money.ts'
import type { OrderView } from '../contract.ts'
import type { CheckoutView } from '../checkout-contract.ts'

/** What a signed-in customer may pay with besides a new card. */
export interface PaymentMethodsView {
  readonly cards: readonly SavedCardView[]
  /** What is on the balance and not set aside for anything. */
  readonly available: Money
}

/** How the part of an order that no balance pays is to be paid. */
export type PayChoice =
  | { readonly kind: 'card'; readonly cardId: string }
  /** The shop chooses the acquirer. */
  | { readonly kind: 'newCard' }
  | { readonly kind: 'way'; readonly provider: number }

type PaymentWays = CheckoutView['paymentWays']

/** The providers besides those of cards; a balance, which has none, is offered beside all of them. */
export function methodsBesideCard(ways: PaymentWays): number[] {
  return ways.flatMap(({ provider }) =>
    provider && !capabilitiesOf(provider).takesCards ? provider : [],
  )
}

export function takesNewCards(ways: PaymentWays): boolean {
  return ways.some(({ provider }) => capabilitiesOf(provider).takesCards)
}

/** The cards that can be charged by a way that is switched on, the newest first. */
export function chargeableCards(
  ways: PaymentWays,
  paymentMethods: PaymentMethodsView | null,
): readonly SavedCardView[] {
  const joined = new Set(ways.map(({ provider }) => provider))
  return (paymentMethods?.cards ?? []).filter(
    (card) => joined.has(card.provider) && capabilitiesOf(card.provider).savesCards,
  )
}

/** Somebody who keeps cards is there to take a new one. */
export function savesCards(ways: PaymentWays): boolean {
  return ways.some(({ provider }) => capabilitiesOf(provider).savesCards)
}

/** The card saved last, else a new one: what most people press without looking. */
export function firstChoice(ways: PaymentWays, cards: readonly SavedCardView[]): PayChoice {
  const [card] = cards
  if (card) return { kind: 'card', cardId: card.cardId }
  const [provider] = methodsBesideCard(ways)
  return !provider || takesNewCards(ways) ? { kind: 'newCard' } : { kind: 'way', provider }
}

/** The order as it would be paid: its line of the balance and its total follow the choice at once. */
export function withBalance(
  order: OrderView,
  { isApplied, pays, left, whole }: ReturnType<typeof shareOfBalance>,
  isUsed: boolean,
  description: string,
): OrderView {
  const lines = order.lines.filter(({ kind }) => kind !== 'Balance')
  const [first] = lines
  if (isUsed === isApplied || !first) return order
  const price = { ...pays, amount: -pays.amount }
  const line = { ...first, lineId: 0, kind: 'Balance', quantity: 1 } as const
  return {
    ...order,
    lines: isUsed ? [...lines, { ...line, description, price, amount: price }] : lines,
    totals: { ...order.totals, total: isUsed ? left : whole },
  }
}

/** What a balance would pay of an order, and what would be left. */
export function shareOfBalance(order: OrderView, paymentMethods: PaymentMethodsView | null) {
  const { currency } = order.totals.total
  const applied = order.lines
    .filter((line) => line.kind === 'Balance')
    .reduce((sum, line) => sum - line.amount.amount, 0)
  const whole = order.totals.total.amount + applied
  const has =
    paymentMethods?.available.currency === currency
      ? paymentMethods.available.amount + applied
      : applied
  const pays = Math.min(has, whole)
  return {
    isApplied: applied > 0,
    has: money(has, currency),
    pays: money(pays, currency),
    left: money(whole - pays, currency),
    whole: money(whole, currency),
  }
}
