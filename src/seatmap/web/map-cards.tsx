import { Eye, X } from 'lucide-react'
import type { LiveAvailability } from '../live.ts'
import { PoolStepper } from './pool-stepper.tsx'
import type { SeatChoiceProps } from './choice-props.ts'
import { placeLabels } from './labels.ts'

/** Selects the quantity in an area; opened by clicking the area. */
export function PoolCard(
  props: SeatChoiceProps & {
    live: LiveAvailability
    section: number
    onView(): void
    onClose(): void
  },
) {
  const { layout, section, locale, translate, zonePrices, live } = props
  const area = layout.sections[section]
  const pool = area?.pool
  if (!area || !pool || !props.onPoolChange) return null
  const left = live.pools.get(pool.poolId) ?? 0
  const price = zonePrices.get(area.zone)
  const quantity = props.poolSelected?.get(pool.poolId) ?? 0
  const name = area.name[locale]
  return (
    <fieldset className="seatmap-card" aria-label={name}>
      <div className="seatmap-card-words">
        <strong>{name}</strong>
        <small>
          {[
            ...(price?.priceText ? [price.priceText] : []),
            translate('freeCount', { count: price ? left : 0 }),
          ].join(', ')}
        </small>
      </div>
      <button
        type="button"
        className="seatmap-button"
        aria-label={`${translate('viewFrom')}: ${name}`}
        onClick={props.onView}
      >
        <Eye size={20} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="seatmap-button"
        aria-label={translate('close')}
        onClick={props.onClose}
      >
        <X size={20} aria-hidden="true" />
      </button>
      <PoolStepper
        name={name}
        quantity={quantity}
        quantityMax={price ? Math.min(left, props.poolQuantityMax ?? 10) : 0}
        translate={translate}
        onChange={(next) => props.onPoolChange?.(pool.poolId, next)}
      />
    </fieldset>
  )
}

/** The last clicked place, with a link to the view from it. */
export function PlaceCard(
  props: SeatChoiceProps & { live: LiveAvailability; placeId: number; onView(): void },
) {
  const { live, placeId, translate } = props
  const words = placeLabels({ ...props, live, placeId, isChosen: props.selected.has(placeId) })
  return (
    <div className="seatmap-card">
      <div className="seatmap-card-words">
        <strong>{words.name}</strong>
        <small>{words.note}</small>
      </div>
      <button
        type="button"
        className="seatmap-button seatmap-button-words"
        aria-label={`${translate('viewFrom')}: ${words.name}`}
        onClick={props.onView}
      >
        <Eye size={20} aria-hidden="true" />
        {translate('viewFrom')}
      </button>
    </div>
  )
}
