import { TicketPercent, X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { FieldError } from '#design/parts/field-frame.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { OrderView } from '../../contract.ts'
import {
  ordersPromoApply,
  ordersPromoUnapply,
  ownDiscountCardApply,
  ownDiscountCardUnapply,
  type OrderPriceBreakdownView,
} from '../../discounts-contract.ts'
import { usePriceTexts } from '../prices-texts.ts'
import { usePriceBreakdown } from '../use-price-breakdown.ts'
import { Options } from './price-options.tsx'

interface PriceBreakdownProps {
  readonly order: OrderView
  readonly prices: OrderPriceBreakdownView
  readonly onOrder: (order: OrderView) => void
}

type Prices = ReturnType<typeof usePriceBreakdown>
type Card = OrderPriceBreakdownView['cards'][number]

/** What may change the sum: a promo code, discount cards, extras to tick. What each comes to is a line of the order above. */
export default function PriceBreakdown({ order, prices, onOrder }: PriceBreakdownProps) {
  const t = usePriceTexts()
  const locale = useLocale()
  const changing = usePriceBreakdown(onOrder)
  return (
    <div className="flex flex-col gap-6">
      <section aria-label={t('discountsTitle')} className="space-y-3">
        <h2 className="font-display text-2xl font-bold">{t('discountsTitle')}</h2>
        {prices.loyalty && (
          <p className="flex items-baseline justify-between gap-4">
            <span>
              {t('loyaltyGiven', {
                name: prices.loyalty.name,
                percent: prices.loyalty.feeOffPercent,
              })}
            </span>
            <span className="figures shrink-0 text-soft">
              {t('minusAmount', { amount: formatMoney(locale, prices.loyalty.takenOff) })}
            </span>
          </p>
        )}
        <Promo prices={prices} changing={changing} />
        <Cards prices={prices} changing={changing} />
      </section>
      {prices.options.length > 0 && <Options prices={prices} changing={changing} />}
      <output className="sr-only" aria-live="polite">
        {t('totalNow', { amount: formatMoney(locale, order.totals.total) })}
      </output>
    </div>
  )
}

/** Its field is in sight as soon as the row around it is open: most have no code, and that row is folded for them. */
function Promo({ prices, changing }: { prices: OrderPriceBreakdownView; changing: Prices }) {
  const t = usePriceTexts()
  const locale = useLocale()
  const [code, setCode] = useState('')
  const { orderKey, promo } = prices
  const isRunning = changing.running === 'promo'
  const refusal = changing.refusalOf('promo')

  async function apply(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (code.trim() === '') return
    if (await changing.change('promo', ordersPromoApply, { orderKey, promoCode: code })) setCode('')
  }

  if (promo)
    return (
      <div>
        <div className="flex items-center justify-between gap-4 rounded-lg border-[1.5px] border-accent bg-accent-wash px-4 py-2">
          <p className="flex min-w-0 flex-wrap items-center gap-x-3">
            <TicketPercent size={22} aria-hidden="true" className="shrink-0 text-accent" />
            <span className="font-semibold break-all">{promo.code}</span>
            <span className="figures text-soft">
              {t('minusAmount', { amount: formatMoney(locale, promo.takenOff) })}
            </span>
          </p>
          <TakeOff
            label={t('takeOffNamed', { name: promo.code })}
            isRunning={isRunning}
            onPress={() => void changing.change('promo', ordersPromoUnapply, { orderKey })}
          />
        </div>
        {refusal && <FieldError id="promo-refusal">{refusal}</FieldError>}
      </div>
    )
  return (
    // What is wrong with the code is said over the width of field and button.
    <form
      onSubmit={(event) => void apply(event)}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 [&_label]:col-span-2 [&_p]:col-span-2"
    >
      <TextField
        label={t('promoLabel')}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={refusal}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        frameClassName="contents"
      />
      <Button
        type="submit"
        look="quiet"
        isWaiting={isRunning}
        waitingText={t('applying')}
        className="col-start-2 row-start-2 mt-1.5"
      >
        {t('apply')}
      </Button>
    </form>
  )
}

/** The customer's own cards, with what each takes off; one at a time. */
function Cards({ prices, changing }: { prices: OrderPriceBreakdownView; changing: Prices }) {
  const t = usePriceTexts()
  const locale = useLocale()
  const { orderKey, cards } = prices
  const refusal = changing.refusalOf('cards')
  const [wanted, setWanted] = useState<{
    since: OrderPriceBreakdownView
    card: Card | null
  } | null>(null)
  if (cards.length === 0) return null
  const applied =
    wanted?.since === prices ? wanted.card : (cards.find(({ isApplied }) => isApplied) ?? null)

  /** Ticks at once; another card than the one that is ticked takes its place. */
  async function toggle(card: Card): Promise<void> {
    const { typeId, cardNumber } = card
    const isOn = card !== applied
    setWanted({ since: prices, card: isOn ? card : null })
    const isTaken = await (isOn
      ? changing.change('cards', ownDiscountCardApply, { orderKey, typeId, cardNumber })
      : changing.change('cards', ownDiscountCardUnapply, { orderKey }))
    if (!isTaken) setWanted(null)
  }

  return (
    <fieldset className="space-y-2">
      <legend className="font-semibold">{t('cardsTitle')}</legend>
      {cards.map((card) => (
        <Checkbox
          key={`${card.typeId} ${card.cardNumber}`}
          look="card"
          checked={card === applied}
          disabled={card.isBlocked || (card !== applied && card.takesOff.amount === 0)}
          onChange={() => void toggle(card)}
          label={
            <>
              <span className="block font-semibold">{card.name}</span>
              <span className="figures text-note text-soft">•••• {card.cardNumber.slice(-4)}</span>
            </>
          }
          hint={card.isBlocked && t('cardBlocked')}
          end={
            <span className="figures font-semibold">
              {t('minusAmount', { amount: formatMoney(locale, card.takesOff) })}
            </span>
          }
        />
      ))}
      {refusal && <FieldError id="cards-refusal">{refusal}</FieldError>}
    </fieldset>
  )
}

function TakeOff(props: { label: string; isRunning: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      aria-disabled={props.isRunning || undefined}
      onClick={props.onPress}
      className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunk"
    >
      <X size={20} aria-hidden="true" />
    </button>
  )
}
