import { useState } from 'react'
import { chooseBest } from '#seatmap/best.ts'
import type { SeatFilters } from '#seatmap/filter.ts'
import type { LiveAvailability } from '#seatmap/live.ts'
import { minorPrices, type ZonePrices } from '#seatmap/web/labels.ts'
import { Button } from '#design/parts/button.tsx'
import { useChoosingTexts } from '../choosing-texts.ts'
import { Stepper } from './ticket-types.tsx'

interface Suggested {
  readonly quantity: number
  readonly filters: SeatFilters
  /** Every place that was suggested so far. */
  readonly placeIds: ReadonlySet<number>
}

/** The best places for so many, within the filter's requests; and other ones, for who likes those less. */
export function BestSeats(props: {
  live: LiveAvailability
  zonePrices: ZonePrices
  filters: SeatFilters
  /** The most places that may still be chosen. */
  most: number
  onFound: (placeIds: readonly number[]) => void
}) {
  const t = useChoosingTexts()
  const { live, filters } = props
  const [quantity, setQuantity] = useState(2)
  const [suggested, setSuggested] = useState<Suggested | null>(null)
  const [isNone, setNone] = useState(false)
  const canGoOn = suggested?.quantity === quantity && suggested.filters === filters

  function find(passedOver: ReadonlySet<number>): void {
    const options = {
      expanded: live.expanded,
      states: live.states,
      zonePrices: minorPrices(props.zonePrices),
      quantity,
      priceMinorMin: filters.priceMinorMin,
      priceMinorMax: filters.priceMinorMax,
      zoneKeys: filters.zoneKeys,
      accessible: filters.accessibleOnly,
      passedOver: new Set([...passedOver, ...leftOut(live)]),
    }
    const placeIds = chooseBest({ ...options, together: true })
    setNone(placeIds.length === 0)
    if (placeIds.length === 0) return
    setSuggested({ quantity, filters, placeIds: new Set([...passedOver, ...placeIds]) })
    props.onFound(placeIds)
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      <Stepper
        name={t('best')}
        quantity={quantity}
        least={1}
        most={props.most}
        onChange={setQuantity}
      />
      <Button look="quiet" onClick={() => find(new Set())}>
        {t('best')}
      </Button>
      {suggested && canGoOn && (
        <button type="button" className="chip min-h-11" onClick={() => find(suggested.placeIds)}>
          {t('bestNext')}
        </button>
      )}
      <output className="text-sm text-warn">{isNone && t('bestNone')}</output>
    </div>
  )
}

/** What the filter leaves out beyond zones and prices: limited views, what is not free again. */
function leftOut(live: LiveAvailability): number[] {
  if (!live.isFiltered) return []
  const found: number[] = []
  for (let placeId = 1; placeId <= live.expanded.placeCount; placeId += 1)
    if (live.isLeftOut(placeId)) found.push(placeId)
  return found
}
