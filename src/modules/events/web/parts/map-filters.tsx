import { useId } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import { hasFilters, type SeatFilters } from '#seatmap/filter.ts'
import type { LiveAvailability } from '#seatmap/live.ts'
import { useUpdates } from '#seatmap/web/use-live.ts'
import { minorPrices, type ZonePrices } from '#seatmap/web/labels.ts'
import { useChoosingTexts } from '../choosing-texts.ts'

interface FilterProps {
  readonly live: LiveAvailability
  readonly zonePrices: ZonePrices
  readonly filters: SeatFilters
  readonly onChange: (filters: SeatFilters) => void
}

const onlyFilters = ['accessibleOnly', 'resaleOnly', 'clearViewOnly'] as const

/** Filters for places, with the number of free matches. */
export default function MapFilters(props: FilterProps) {
  const t = useChoosingTexts()
  const { live, zonePrices, filters, onChange } = props
  useUpdates(live)
  const prices = [...new Set(minorPrices(zonePrices).values())].toSorted((a, b) => a - b)
  const free = live
    .summaries(minorPrices(zonePrices))
    .reduce((sum, summary) => sum + summary.free, 0)
  return (
    <fieldset className="card card-ruled z-20 mt-2 grid gap-x-8 gap-y-4 p-4 max-tablet:absolute max-tablet:inset-x-0 max-tablet:top-12 max-tablet:max-h-[60dvh] max-tablet:overflow-y-auto max-tablet:shadow-(--shadow) tablet:grid-cols-2">
      <legend className="sr-only">{t('filters')}</legend>
      {prices.length > 1 && <PriceRange prices={prices} filters={filters} onChange={onChange} />}
      <div className="grid content-start">
        {onlyFilters.map((request) => (
          <Checkbox
            key={request}
            label={
              <>
                {t(request)}
                {request === 'resaleOnly' && (
                  <>
                    {'\u00a0'}
                    <span className="ml-1 inline-block size-3 rounded-full border-3 border-(--category-resale)" />
                  </>
                )}
              </>
            }
            checked={filters[request] ?? false}
            onChange={(event) => onChange({ ...filters, [request]: event.target.checked })}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 tablet:col-span-2">
        <output className="figures text-soft">{t('filterCount', { count: free })}</output>
        <Button look="quiet" disabled={!hasFilters(filters)} onClick={() => onChange({})}>
          {t('filterClear')}
        </Button>
      </div>
    </fieldset>
  )
}

/** Price sliders from the lowest to the highest price, in steps of existing prices. */
function PriceRange(
  props: Pick<FilterProps, 'filters' | 'onChange'> & { prices: readonly number[] },
) {
  const t = useChoosingTexts()
  const locale = useLocale()
  const { prices, filters, onChange } = props
  const last = prices.length - 1
  const low = Math.max(prices.indexOf(filters.priceMinorMin ?? -1), 0)
  const high = filters.priceMinorMax === undefined ? last : prices.indexOf(filters.priceMinorMax)
  const words = (index: number) => formatMoney(locale, money(prices[index] ?? 0))

  function change(from: number, to: number): void {
    const { priceMinorMin: _, priceMinorMax: __, ...others } = filters
    onChange({
      ...others,
      ...(from > 0 ? { priceMinorMin: prices[from] } : {}),
      ...(to < last ? { priceMinorMax: prices[to] } : {}),
    })
  }

  return (
    <div className="grid content-start gap-2">
      <p className="figures font-semibold">
        {t('priceRange', { from: words(low), to: words(high) })}
      </p>
      <Slider
        label={t('priceFrom')}
        value={low}
        last={last}
        text={words(low)}
        onChange={(index) => change(Math.min(index, high), high)}
      />
      <Slider
        label={t('priceTo')}
        value={high}
        last={last}
        text={words(high)}
        onChange={(index) => change(low, Math.max(index, low))}
      />
    </div>
  )
}

function Slider(props: {
  label: string
  value: number
  last: number
  text: string
  onChange: (index: number) => void
}) {
  const id = useId()
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-3">
      <label htmlFor={id} className="text-sm text-soft">
        {props.label}
      </label>
      <input
        id={id}
        type="range"
        className="h-11 w-full accent-(--accent)"
        min={0}
        max={props.last}
        step={1}
        value={props.value}
        aria-valuetext={props.text}
        onChange={(event) => props.onChange(Number(event.target.value))}
      />
    </div>
  )
}
