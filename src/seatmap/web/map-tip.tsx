import type { LiveAvailability } from '../live.ts'
import type { SeatChoiceProps } from './choice-props.ts'
import type { Spot } from './view-state.ts'
import { lowestPriceText, minorPrices, placeLabels, rowText, sectionNote } from './labels.ts'

interface TipProps extends SeatChoiceProps {
  readonly spot: Spot
  readonly live: LiveAvailability
}

/** Describes the element under the pointer; screen readers get the same from a live region. */
export function MapTip(props: TipProps) {
  const { spot } = props
  const words = wordsOf(props)
  if (!words) return null
  const below = spot.at.y < 110 ? '' : undefined
  const style = { left: spot.at.x, top: spot.at.y }
  return (
    <div className="seatmap-tip" style={style} data-below={below} aria-hidden="true">
      <strong>{words.name}</strong>
      <span>{words.note}</span>
    </div>
  )
}

function wordsOf(props: TipProps): { name: string; note: string } | null {
  const { spot, live, layout, locale, translate, zonePrices } = props
  if (spot.placeId !== 0) {
    const { placeId } = spot
    return placeLabels({ ...props, live, placeId, isChosen: props.selected.has(placeId) })
  }
  const table = live.expanded.rows[spot.table]
  if (table && props.onChooseAll) {
    const placeIds = Array.from({ length: table.count }, (_, index) => table.firstPlaceId + index)
    const count = placeIds.filter((placeId) => live.isOpen(placeId)).length
    return {
      name: rowText(live.expanded, table, translate),
      note: translate(count === table.count ? 'wholeTable' : 'freeCount', { count }),
    }
  }
  const section = layout.sections[spot.section]
  const summary = live.summaries(minorPrices(zonePrices))[spot.section]
  if (!section || !summary) return null
  const price = lowestPriceText(zonePrices, summary.priceMinorMin)
  return {
    name: section.name[locale],
    note: sectionNote(price, summary.free, translate),
  }
}
