import { useState } from 'react'
import type { CheckoutView } from '../checkout-contract.ts'
import {
  chargeableCards,
  firstChoice,
  savesCards,
  shareOfBalance,
  type PayChoice,
  type PaymentMethodsView,
} from './pay-choice.ts'
import { paymentMethodLabels } from './payment-method-labels.ts'

/**
 * How the buyer wants to pay: a saved card, a new one, another provider, the balance, or the balance and a card.
 * Nothing of it is sent before the button is pressed.
 */
export function useMethod(
  { order, paymentWays }: CheckoutView,
  paymentMethods: PaymentMethodsView | null,
) {
  const cards = chargeableCards(paymentWays, paymentMethods)
  const share = shareOfBalance(order, paymentMethods)
  const [chosen, setChosen] = useState<PayChoice | null>(null)
  const [savesCard, setSavesCard] = useState(false)
  const [usesBalance, setUsesBalance] = useState<boolean | null>(null)
  const isBalanceUsed = share.has.amount > 0 && (usesBalance ?? share.isApplied)
  const choice = chosen ?? firstChoice(paymentWays, cards)
  const toPay = isBalanceUsed ? share.left : share.whole
  const isNothingLeft = toPay.amount === 0
  const mayKeep = paymentMethods !== null && choice.kind === 'newCard' && savesCards(paymentWays)
  return {
    choice,
    setChoice: setChosen,
    cards,
    share,
    isBalanceUsed,
    setUsesBalance,
    savesCard: mayKeep && savesCard,
    setSavesCard,
    mayKeep,
    /** What the button names: the card's part, or the whole when the balance pays it all. */
    toPay: isBalanceUsed && isNothingLeft ? share.whole : toPay,
    /** No bank is needed. */
    isFree: isNothingLeft,
    /** Something is to be chosen: an order that costs nothing asks for nothing. */
    isAsked: share.whole.amount > 0,
    ...wordsOf(isNothingLeft, isBalanceUsed, choice),
    request: {
      choice,
      savesCard: mayKeep && savesCard,
      ...(isBalanceUsed ? { balance: 'apply' as const } : {}),
      ...(!isBalanceUsed && share.isApplied ? { balance: 'unapply' as const } : {}),
    },
  }
}

export type Method = ReturnType<typeof useMethod>

/** What the button leads to, in words, before it is pressed and while it works. */
function wordsOf(isNothingLeft: boolean, isBalanceUsed: boolean, choice: PayChoice) {
  if (isNothingLeft)
    return { note: isBalanceUsed ? 'balanceNote' : 'freeNote', going: 'finishing' } as const
  if (choice.kind === 'card') return { note: 'cardNote', going: 'finishing' } as const
  const { payNote: note, going } = paymentMethodLabels(
    choice.kind === 'way' ? choice.provider : null,
  )
  return { note, going } as const
}
