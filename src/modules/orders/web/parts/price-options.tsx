import { useState } from 'react'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { FieldError } from '#design/parts/field-frame.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { ordersFeesApply, type OrderPriceBreakdownView } from '../../discounts-contract.ts'
import { usePriceTexts } from '../prices-texts.ts'
import type { usePriceBreakdown } from '../use-price-breakdown.ts'

type Option = OrderPriceBreakdownView['options'][number]

interface OptionsProps {
  readonly prices: OrderPriceBreakdownView
  readonly changing: ReturnType<typeof usePriceBreakdown>
}

/** What may be had beside the tickets. Nothing is ticked unless the buyer ticks it. */
export function Options({ prices, changing }: OptionsProps) {
  const t = usePriceTexts()
  const { orderKey, options } = prices
  const refusal = changing.refusalOf('options')

  const [wanted, setWanted] = useState<{ since: OrderPriceBreakdownView; chosen: Chosen } | null>(
    null,
  )
  const isWanted = wanted && (wanted.since === prices || changing.running === 'options')
  const chosen = isWanted ? wanted.chosen : chosenOf(options)

  /** Ticks at once and sends all that is ticked then: the call replaces what there was. */
  async function choose(option: Option, amount: number | null): Promise<void> {
    const next = new Map(chosen)
    if (amount === null) next.delete(option.feeId)
    else next.set(option.feeId, amount)
    setWanted({ since: prices, chosen: next })
    const fees = options
      .filter(({ feeId }) => next.has(feeId))
      .map(({ feeId, pricing }) => ({
        feeId,
        ...(pricing === 'free' && { amount: next.get(feeId) ?? 0 }),
      }))
    if (!(await changing.change('options', ordersFeesApply, { orderKey, fees }))) setWanted(null)
  }

  return (
    <fieldset className="space-y-2">
      <legend className="font-display text-2xl font-bold">{t('optionsTitle')}</legend>
      {options.map((option) => (
        <OptionRow
          key={option.feeId}
          option={option}
          amount={chosen.get(option.feeId) ?? null}
          onChoose={(amount) => void choose(option, amount)}
        />
      ))}
      {refusal && <FieldError id="options-refusal">{refusal}</FieldError>}
    </fieldset>
  )
}

/** What is ticked, with what it comes to. */
type Chosen = ReadonlyMap<number, number>

function chosenOf(options: readonly Option[]): Chosen {
  return new Map(
    options.filter(({ isChosen }) => isChosen).map(({ feeId, cost }) => [feeId, cost.amount]),
  )
}

interface OptionRowProps {
  readonly option: Option
  /** What it comes to; null while it is not ticked. */
  readonly amount: number | null
  readonly onChoose: (amount: number | null) => void
}

function OptionRow({ option, amount, onChoose }: OptionRowProps) {
  const t = usePriceTexts()
  const locale = useLocale()
  const { name, description, cost, price, pricing } = option
  const each = pricing === 'ticket' ? t('perTicket', { amount: formatMoney(locale, price) }) : null
  const isFree = pricing === 'free'
  const shown = isFree && amount !== null ? { ...cost, amount } : cost
  return (
    <div>
      <Checkbox
        look="card"
        checked={amount !== null}
        onChange={() => onChoose(amount === null ? cost.amount : null)}
        label={<span className="font-semibold">{name}</span>}
        hint={
          <>
            <span className="block">{description}</span>
            {each && <span className="figures block">{each}</span>}
          </>
        }
        end={<span className="figures font-semibold">{formatMoney(locale, shown)}</span>}
      />
      {isFree && amount !== null && <Amount option={option} given={amount} onAmount={onChoose} />}
    </div>
  )
}

interface AmountProps {
  readonly option: Option
  readonly given: number
  readonly onAmount: (amount: number) => void
}

/** Fixed sums to choose from and a field for any other; in lari, since nobody counts in tetri. */
function Amount({ option, given, onAmount }: AmountProps) {
  const t = usePriceTexts()
  const locale = useLocale()
  const { price, priceMax } = option
  const [typed, setTyped] = useState<string | null>(null)
  const most = priceMax?.amount ?? price.amount
  const requested = typed === null ? null : Math.round(Number(typed.replace(',', '.')) * 100)
  const isWrong = requested !== null && !(requested >= price.amount && requested <= most)
  const steps = [1, 2.5, 5].map((times) => price.amount * times).filter((step) => step <= most)

  function send(): void {
    if (requested === null || isWrong || requested === given) return
    setTyped(null)
    onAmount(requested)
  }

  return (
    <div className="mt-2 pl-13">
      <div className="flex flex-wrap items-start gap-2">
        {steps.map((step) => (
          <button
            key={step}
            type="button"
            className="chip figures"
            aria-pressed={given === step}
            onClick={() => {
              setTyped(null)
              onAmount(step)
            }}
          >
            {formatMoney(locale, { ...price, amount: step })}
          </button>
        ))}
        <TextField
          label={t('anotherAmount')}
          isLabelHidden
          frameClassName="w-52"
          className="figures"
          inputMode="decimal"
          error={
            isWrong
              ? t('amountBetween', {
                  least: formatMoney(locale, price),
                  most: formatMoney(locale, { ...price, amount: most }),
                })
              : null
          }
          placeholder={t('anotherAmount')}
          value={typed ?? (steps.includes(given) ? '' : String(given / 100))}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={send}
          onKeyDown={(event) => {
            if (event.key === 'Enter') send()
          }}
        />
      </div>
    </div>
  )
}
