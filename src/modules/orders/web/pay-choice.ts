import type { SavedCardView } from '#modules/payments/contract.ts'
import { money, type Money } from '#kernel/money.ts'
import type { CheckoutView, OrderView } from '../contract.ts'

/** What a signed-in customer may pay with besides a new card. */
export interface PaymentMethodsView {
  readonly cards: readonly SavedCardView[]
  /** What is on the balance and not set aside for anything. */
  readonly available: Money
}

/** How the part of an order that no balance pays is to be paid. */
export type PayChoice =
  | { readonly kind: 'card'; readonly cardId: string; readonly provider: number }
  | { readonly kind: 'way'; readonly provider: number }

/** The cards that can be charged by a way that is switched on, the newest first. */
export function chargeableCards(
  methods: CheckoutView['paymentWays'],
  paymentMethods: PaymentMethodsView | null,
): readonly SavedCardView[] {
  const joined = new Set(methods.map((method) => method.provider))
  return (paymentMethods?.cards ?? []).filter(
    (card) => joined.has(card.provider) && savesCards(card.provider),
  )
}

/** Banks that charge a card they have kept. */
const savingProviders: readonly number[] = [1, 2, 3]

export function savesCards(provider: number): boolean {
  return savingProviders.includes(provider)
}

/** The card saved last, else the first way: what most people press without looking. */
export function firstChoice(
  methods: CheckoutView['paymentWays'],
  cards: readonly SavedCardView[],
): PayChoice {
  const [card] = cards
  if (card) return { kind: 'card', cardId: card.cardId, provider: card.provider }
  return { kind: 'way', provider: methods[0]?.provider ?? 0 }
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
