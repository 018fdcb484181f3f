import { Coins, CreditCard } from 'lucide-react'
import { paymentProvider } from '#contract/enumerations.ts'
import type { CheckoutView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { wordsOfWay } from '../way-words.ts'

interface WaysToPayProps {
  readonly ways: CheckoutView['paymentWays']
  readonly chosen: number
  readonly onChoose: (provider: number) => void
}

/** The ways to pay that are switched on; the one that is alone is chosen already. */
export function WaysToPay({ ways, chosen, onChoose }: WaysToPayProps) {
  const t = useTexts()
  return (
    <fieldset>
      <legend className="font-display text-2xl font-bold">{t('wayTitle')}</legend>
      <div className="mt-3 space-y-2">
        {ways.map((way) => (
          <label
            key={way.provider}
            className="flex min-h-16 items-center gap-4 rounded-lg border-[1.5px] border-rule-strong bg-card px-4 py-3 has-checked:border-accent has-checked:bg-accent-wash"
          >
            <input
              type="radio"
              name="way"
              value={way.provider}
              checked={way.provider === chosen}
              onChange={() => onChoose(way.provider)}
              className="size-5 shrink-0 accent-(--accent)"
            />
            <span className="min-w-0 grow">
              <span className="block font-semibold">{t(wordsOfWay(way.provider).name)}</span>
              <span className="block text-[0.9375rem] text-soft">
                {t(wordsOfWay(way.provider).note, { bank: way.name })}
              </span>
            </span>
            <WayIcon provider={way.provider} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function WayIcon({ provider }: { provider: number }) {
  const Icon = provider === paymentProvider.citypay ? Coins : CreditCard
  return <Icon size={26} aria-hidden="true" className="shrink-0" />
}
