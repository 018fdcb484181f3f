import { useState } from 'react'
import { FieldError } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { ordersFeesApply, type OrderSumsView } from '../../reductions-contract.ts'
import { useTexts } from '../texts.ts'
import type { useSums } from '../use-sums.ts'

type Option = OrderSumsView['options'][number]

interface OptionsProps {
  readonly sums: OrderSumsView
  readonly changing: ReturnType<typeof useSums>
}

/** What may be had beside the tickets. Nothing is ticked unless the buyer ticks it. */
export function Options({ sums, changing }: OptionsProps) {
  const t = useTexts()
  const { orderKey, options } = sums
  const refusal = changing.refusalOf('options')

  /** Sends all that is ticked then: the call replaces what there was. */
  function choose(option: Option, amount: number | null): void {
    const fees = options
      .filter((each) => (each.feeId === option.feeId ? amount !== null : each.isChosen))
      .map((each) => ({
        feeId: each.feeId,
        ...(each.pricing === 'free' && {
          amount: each.feeId === option.feeId ? (amount ?? 0) : each.cost.amount,
        }),
      }))
    void changing.change('options', ordersFeesApply, { orderKey, fees })
  }

  return (
    <fieldset className="space-y-2">
      <legend className="font-display text-2xl font-bold">{t('optionsTitle')}</legend>
      {options.map((option) => (
        <OptionRow key={option.feeId} option={option} onChoose={choose} />
      ))}
      {refusal && <FieldError id="options-refusal">{refusal}</FieldError>}
    </fieldset>
  )
}

interface OptionRowProps {
  readonly option: Option
  readonly onChoose: (option: Option, amount: number | null) => void
}

function OptionRow({ option, onChoose }: OptionRowProps) {
  const t = useTexts()
  const locale = useLocale()
  const { name, description, isChosen, cost, price, pricing } = option
  const each = pricing === 'ticket' ? t('perTicket', { amount: formatMoney(locale, price) }) : null
  return (
    <div className="rounded-lg border-[1.5px] border-rule-strong bg-card has-checked:border-accent has-checked:bg-accent-wash">
      <label className="flex min-h-14 items-start gap-4 px-4 py-3">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={() => onChoose(option, isChosen ? null : cost.amount)}
          className="mt-0.5 size-5 shrink-0 accent-(--accent)"
        />
        <span className="min-w-0 grow">
          <span className="block font-semibold">{name}</span>
          <span className="block text-[0.9375rem] text-soft">{description}</span>
          {each && <span className="figures block text-[0.9375rem] text-soft">{each}</span>}
        </span>
        <span className="figures shrink-0 font-semibold">{formatMoney(locale, cost)}</span>
      </label>
      {isChosen && pricing === 'free' && (
        <Amount option={option} onAmount={(amount) => onChoose(option, amount)} />
      )}
    </div>
  )
}

/** Fixed sums to choose from and a field for any other; in lari, since nobody counts in tetri. */
function Amount({ option, onAmount }: { option: Option; onAmount: (amount: number) => void }) {
  const t = useTexts()
  const locale = useLocale()
  const { cost, price, priceMax } = option
  const [typed, setTyped] = useState<string | null>(null)
  const most = priceMax?.amount ?? price.amount
  const wished = typed === null ? null : Math.round(Number(typed.replace(',', '.')) * 100)
  const isWrong = wished !== null && !(wished >= price.amount && wished <= most)
  const steps = [1, 2.5, 5].map((times) => price.amount * times).filter((step) => step <= most)

  function send(): void {
    if (wished === null || isWrong || wished === cost.amount) return
    setTyped(null)
    onAmount(wished)
  }

  return (
    <div className="px-4 pb-3 pl-13">
      <div className="flex flex-wrap items-center gap-2">
        {steps.map((step) => (
          <button
            key={step}
            type="button"
            className="chip figures"
            aria-pressed={cost.amount === step}
            onClick={() => {
              setTyped(null)
              onAmount(step)
            }}
          >
            {formatMoney(locale, { ...price, amount: step })}
          </button>
        ))}
        <input
          className="field figures w-28"
          inputMode="decimal"
          aria-label={t('anotherAmount')}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `amount-${option.feeId}` : undefined}
          placeholder={t('anotherAmount')}
          value={typed ?? (steps.includes(cost.amount) ? '' : String(cost.amount / 100))}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={send}
          onKeyDown={(event) => {
            if (event.key === 'Enter') send()
          }}
        />
      </div>
      {isWrong && (
        <FieldError id={`amount-${option.feeId}`}>
          {t('amountBetween', {
            least: formatMoney(locale, price),
            most: formatMoney(locale, { ...price, amount: most }),
          })}
        </FieldError>
      )}
    </div>
  )
}
