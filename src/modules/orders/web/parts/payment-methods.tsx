import { lazy, Suspense } from 'react'
import { partyName } from '#modules/payments/party-shapes.ts'
import { Checkbox, Radio } from '#design/parts/checkbox.tsx'
import type { CheckoutView } from '../../checkout-contract.ts'
import { takesNewCards, methodsBesideCard } from '../pay-choice.ts'
import { CardIcon, CoinsIcon } from '../icons.tsx'
import { useTexts } from '../texts.ts'
import type { Method } from '../use-method.ts'
import { paymentMethodLabels } from '../payment-method-labels.ts'

/** Few have a balance. */
const BalanceMethod = lazy(() => import('./balance-method.tsx'))

interface PaymentMethodsProps {
  readonly methods: CheckoutView['paymentWays']
  readonly method: Method
}

const brandNames = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' } as const

/**
 * The ways to pay: a balance beside or instead of a card, saved cards, one new card whichever acquirer takes it, and what
 * is no card. What a way means in full is said of the chosen one.
 */
export function PaymentMethods({ methods, method }: PaymentMethodsProps) {
  const t = useTexts()
  const { choice, setChoice, cards } = method
  const isCardNeeded = !(method.isBalanceUsed && method.share.left.amount === 0)
  return (
    <fieldset>
      <legend className="font-display text-2xl font-bold">{t('wayTitle')}</legend>
      <div className="figures mt-3 space-y-2">
        {method.share.has.amount > 0 && (
          <Suspense>
            <BalanceMethod method={method} />
          </Suspense>
        )}
        {isCardNeeded &&
          cards.map((card) => {
            const isChosen = choice.kind === 'card' && choice.cardId === card.cardId
            return (
              <Radio
                key={card.cardId}
                look="card"
                name="way"
                value={card.cardId}
                checked={isChosen}
                onChange={() => setChoice({ kind: 'card', cardId: card.cardId })}
                label={t('waySaved', {
                  brand: card.brand === 'other' ? t('wayCard') : brandNames[card.brand],
                  digits: card.lastFour,
                })}
                hint={isChosen && t('waySavedNote', { bank: partyName(card.provider, '') })}
                end={<CardIcon size={24} />}
              />
            )
          })}
        {isCardNeeded && takesNewCards(methods) && <NewCard method={method} />}
        {isCardNeeded &&
          methodsBesideCard(methods).map((provider) => {
            const isChosen = choice.kind === 'way' && choice.provider === provider
            const words = paymentMethodLabels(provider)
            return (
              <Radio
                key={provider}
                look="card"
                name="way"
                value={String(provider)}
                checked={isChosen}
                onChange={() => setChoice({ kind: 'way', provider })}
                label={t(words.name)}
                hint={isChosen && t(words.note)}
                end={<CoinsIcon size={24} />}
              />
            )
          })}
      </div>
    </fieldset>
  )
}

/** A card that is entered on the acquirer's page. */
function NewCard({ method }: { method: Method }) {
  const t = useTexts()
  const isChosen = method.choice.kind === 'newCard'
  return (
    <>
      <Radio
        look="card"
        name="way"
        value="card"
        checked={isChosen}
        onChange={() => method.setChoice({ kind: 'newCard' })}
        label={t(method.cards.length > 0 ? 'wayOtherCard' : 'wayCard')}
        hint={isChosen && t('wayCardNote')}
        end={<CardIcon size={24} />}
      />
      {method.mayKeep && (
        <Checkbox
          className="pl-4"
          label={t('saveCard')}
          checked={method.savesCard}
          onChange={(event) => method.setSavesCard(event.target.checked)}
        />
      )}
    </>
  )
}
