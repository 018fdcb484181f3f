import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { placeState } from '../availability.ts'
import type { ExpandedRow } from '../expand.ts'
import type { LiveAvailability } from '../live.ts'
import { canToggle, type SeatChoiceProps } from './choice-props.ts'
import { zoneVariable } from './theme.ts'
import { placeLabels, rowText } from './labels.ts'

/** Distance of each key along the row; the ends are far away. */
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
}

/** The seats of a row: the Tab key reaches one of them, arrow keys move, taken seats are announced too. */
export function SeatRow(props: SeatChoiceProps & { live: LiveAvailability; row: ExpandedRow }) {
  const { row, live, layout, locale, translate } = props
  const group = useRef<HTMLFieldSetElement>(null)
  const placeIds = Array.from({ length: row.count }, (_, index) => row.firstPlaceId + index)
  const [active, setActive] = useState(() => {
    const open = placeIds.findIndex((placeId) => canToggle(props, live, placeId))
    return Math.max(open, 0)
  })
  const section = layout.sections[row.section]?.name[locale] ?? ''
  const name = `${section} · ${rowText(live.expanded, row, translate)}`

  function onKeyDown(event: KeyboardEvent): void {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.min(Math.max(active + step, 0), row.count - 1)
    setActive(next)
    group.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <fieldset ref={group} className="seatmap-seats" aria-label={translate('rowSeats', { name })}>
      {placeIds.map((placeId, index) => (
        <Seat
          key={placeId}
          {...props}
          placeId={placeId}
          isReached={index === active}
          onReach={() => setActive(index)}
          onKeyDown={onKeyDown}
        />
      ))}
    </fieldset>
  )
}

function Seat(
  props: SeatChoiceProps & {
    live: LiveAvailability
    placeId: number
    isReached: boolean
    onReach(): void
    onKeyDown(event: KeyboardEvent): void
  },
) {
  const { live, placeId } = props
  const { expanded } = live
  const isChosen = props.selected.has(placeId)
  const words = placeLabels({ ...props, live, placeId, isChosen })
  const isOpen = canToggle(props, live, placeId)
  const style = {
    '--zone': `var(${zoneVariable(expanded.zone[placeId] ?? 0)})`,
  } as CSSProperties
  return (
    <button
      type="button"
      className="seatmap-seat"
      style={style}
      tabIndex={props.isReached ? 0 : -1}
      aria-pressed={isChosen || live.states[placeId] === placeState.yours}
      aria-label={`${words.name}, ${words.note}`}
      aria-disabled={!isOpen}
      onFocus={props.onReach}
      onKeyDown={props.onKeyDown}
      onClick={() => isOpen && props.onToggle(placeId)}
    >
      {expanded.label[placeId]}
    </button>
  )
}
