import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import type { SeatFilters } from '#seatmap/filter.ts'
import { useChoosingTexts } from '../choosing-texts.ts'
import { bestPlaces, type BestSearch } from './best-search.ts'
import { Stepper } from './ticket-types.tsx'

interface Suggested {
  readonly quantity: number
  readonly filters: SeatFilters
  /** All places suggested so far. */
  readonly placeIds: ReadonlySet<number>
}

/** Selects the best places for a number of people within the filter, and alternatives on request. */
export function BestSeats(props: {
  search: BestSearch
  /** The maximum number of further places. */
  most: number
  onQuantity: (quantity: number) => void
  onFound: (placeIds: readonly number[]) => void
  /** Called when there are not enough adjacent places. */
  onNone: () => void
}) {
  const t = useChoosingTexts()
  const { search } = props
  const { quantity, filters } = search
  const [suggested, setSuggested] = useState<Suggested | null>(null)
  const isAgain = suggested?.quantity === quantity && suggested.filters === filters

  function find(passedOver: ReadonlySet<number>): void {
    const placeIds = bestPlaces(search, passedOver)
    if (placeIds.length === 0) return props.onNone()
    setSuggested({ quantity, filters, placeIds: new Set([...passedOver, ...placeIds]) })
    props.onFound(placeIds)
  }

  return (
    <div className="flex items-center gap-2 desk:gap-3">
      <Stepper
        name={t('best')}
        quantity={quantity}
        least={1}
        most={props.most}
        onChange={props.onQuantity}
      />
      <Button look="quiet" aria-label={t('best')} onClick={() => find(new Set())}>
        <Sparkles size={20} aria-hidden="true" className="tablet:hidden" />
        <span className="max-tablet:hidden">{t('best')}</span>
      </Button>
      {suggested && isAgain && (
        <button
          type="button"
          className="chip max-desk:hidden"
          onClick={() => find(suggested.placeIds)}
        >
          {t('bestNext')}
        </button>
      )}
    </div>
  )
}
