import { Coins, CreditCard, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { paymentProvider } from '#contract/enumerations.ts'
import { partyName } from '#modules/payments/party-shapes.ts'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { CheckoutView } from '../../contract.ts'
import type { PaymentMethodsView } from '../pay-choice.ts'
import { useTexts } from '../texts.ts'
import type { Method } from '../use-method.ts'
import { paymentMethodLabels } from '../payment-method-labels.ts'

interface PaymentMethodsProps {
  readonly methods: CheckoutView['paymentWays']
  readonly paymentMethods: PaymentMethodsView | null
  readonly method: Method
}

const brandNames = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' } as const

/** The ways to pay: a balance beside or instead of a card, cards that were saved, and everything switched on. */
export function PaymentMethods({ methods, paymentMethods, method }: PaymentMethodsProps) {
  const t = useTexts()
  const { choice, setChoice } = method
  const isCardNeeded = !(method.isBalanceUsed && method.share.left.amount === 0)
  return (
    <fieldset>
      <legend className="font-display text-2xl font-bold">{t('wayTitle')}</legend>
      <div className="mt-3 space-y-2">
        {paymentMethods && method.share.has.amount > 0 && <BalanceMethod method={method} />}
        {isCardNeeded &&
          method.cards.map((card) => (
            <MethodOption
              key={card.cardId}
              value={card.cardId}
              isChosen={choice.kind === 'card' && choice.cardId === card.cardId}
              onChoose={() =>
                setChoice({ kind: 'card', cardId: card.cardId, provider: card.provider })
              }
              title={t('waySaved', {
                brand: card.brand === 'other' ? t('wayCard') : brandNames[card.brand],
                digits: card.lastFour,
              })}
              note={t('waySavedNote', { bank: partyName(card.provider, '') })}
              icon={<CreditCard size={26} aria-hidden="true" className="shrink-0" />}
            />
          ))}
        {isCardNeeded &&
          methods.map(({ provider, name }) => (
            <MethodOption
              key={provider}
              value={String(provider)}
              isChosen={choice.kind === 'way' && choice.provider === provider}
              onChoose={() => setChoice({ kind: 'way', provider })}
              title={t(paymentMethodLabels(provider).name, { bank: partyName(provider, name) })}
              note={t(paymentMethodLabels(provider).note, { bank: partyName(provider, name) })}
              icon={iconOf(provider)}
            />
          ))}
      </div>
      {isCardNeeded && method.mayKeep && (
        <Tick isChecked={method.savesCard} onChange={method.setSavesCard}>
          {t('saveCard')}
        </Tick>
      )}
    </fieldset>
  )
}

function iconOf(provider: number): ReactNode {
  const Icon = provider === paymentProvider.citypay ? Coins : CreditCard
  return <Icon size={26} aria-hidden="true" className="shrink-0" />
}

const methodClass =
  'group flex min-h-14 items-center gap-4 rounded-lg border-[1.5px] border-rule-strong bg-card px-4 py-3 has-checked:border-accent has-checked:bg-accent-wash'

/** What a way means in full is said of the chosen one: four paragraphs would push the button off a phone. */
interface MethodProps {
  readonly value: string
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly title: string
  readonly note: string
  readonly icon: ReactNode
}

function MethodOption({ value, isChosen, onChoose, title, note, icon }: MethodProps) {
  return (
    <label className={methodClass}>
      <input
        type="radio"
        name="way"
        value={value}
        checked={isChosen}
        onChange={onChoose}
        className="size-5 shrink-0 accent-(--accent)"
      />
      <span className="min-w-0 grow">
        <span className="figures block font-semibold">{title}</span>
        <span className="hidden text-note text-soft group-has-checked:block">{note}</span>
      </span>
      {icon}
    </label>
  )
}

/** Beside a card or instead of one. */
function BalanceMethod({ method }: { method: Method }) {
  const t = useTexts()
  const locale = useLocale()
  const { has, pays, left } = method.share
  const amounts = {
    available: formatMoney(locale, has),
    pays: formatMoney(locale, pays),
    left: formatMoney(locale, left),
  }
  const note = left.amount === 0 ? 'wayBalanceWhole' : 'wayBalancePart'
  return (
    <label className={methodClass}>
      <input
        type="checkbox"
        checked={method.isBalanceUsed}
        onChange={(event) => method.setUsesBalance(event.target.checked)}
        className="size-5 shrink-0 accent-(--accent)"
      />
      <span className="min-w-0 grow">
        <span className="figures block font-semibold">{t('wayBalance', amounts)}</span>
        <span className="figures block text-note text-soft">{t(note, amounts)}</span>
      </span>
      <Wallet size={26} aria-hidden="true" className="shrink-0" />
    </label>
  )
}

function Tick(props: {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  children: ReactNode
}) {
  return (
    <Checkbox
      label={props.children}
      checked={props.isChecked}
      onChange={(event) => props.onChange(event.target.checked)}
      className="mt-3"
    />
  )
}
