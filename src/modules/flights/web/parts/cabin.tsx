import type { KeyboardEvent } from 'react'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { SeatMapView } from '../../shapes.ts'
import { pricesOf, seatsOf, type ChosenSeat, type FreeSeat } from '../seat-choice.ts'
import '../seats.css'
import { useTexts } from '../texts.ts'

const tiersMax = 3

interface CabinProps {
  readonly map: SeatMapView
  /** Position of the traveller who is choosing. */
  readonly position: number
  /** Chosen seats on this flight. */
  readonly seats: readonly ChosenSeat[]
  readonly onTake: (seat: FreeSeat) => void
}

/** A cabin seen from above, with roving focus: one tab stop; arrow keys move between free seats. */
export function Cabin({ map, position, seats, onTake }: CabinProps) {
  const t = useTexts()
  const prices = pricesOf(map).map(({ amount }) => amount)
  const holderOf = ({ seat }: FreeSeat) =>
    seats.find((chosen) => chosen.seat === seat)?.position ?? null
  const isFree = (seat: FreeSeat) =>
    seat.price !== null &&
    seat.positions.includes(position) &&
    (holderOf(seat) ?? position) === position
  const own = seats.find((chosen) => chosen.position === position)?.seat
  const entry = own ?? seatsOf(map).find(isFree)?.seat
  return (
    <div className="cabin-scroll">
      <fieldset className="cabin">
        <legend className="sr-only">{t('cabinLabel', { flight: map.flightNumber })}</legend>
        {map.rows.map(({ name, isExit, sections }) => (
          <div key={name} className={isExit ? 'cabin-row cabin-exit' : 'cabin-row'}>
            {sections.map((section, index) => (
              <div key={index} className="contents">
                {index > 0 && (
                  <span className="cabin-aisle" aria-hidden="true">
                    {index === 1 ? name : ''}
                  </span>
                )}
                {section.map((seat, column) =>
                  seat === null ? (
                    <span key={column} className="cabin-gap" aria-hidden="true" />
                  ) : (
                    <SeatButton
                      key={seat.seat}
                      seat={seat}
                      position={position}
                      holder={holderOf(seat)}
                      isFree={isFree(seat)}
                      isEntry={seat.seat === entry}
                      tier={seat.price ? prices.indexOf(seat.price.amount) : 0}
                      onTake={onTake}
                    />
                  ),
                )}
              </div>
            ))}
          </div>
        ))}
      </fieldset>
    </div>
  )
}

interface SeatButtonProps extends Pick<CabinProps, 'position' | 'onTake'> {
  readonly seat: FreeSeat
  /** Position of the traveller who has chosen it. */
  readonly holder: number | null
  readonly isFree: boolean
  readonly isEntry: boolean
  readonly tier: number
}

function SeatButton(props: SeatButtonProps) {
  const { seat, position, holder, isFree, isEntry, tier, onTake } = props
  const t = useTexts()
  const locale = useLocale()
  const labels = [t('seatNamed', { seat: seat.seat })]
  if (seat.price)
    labels.push(seat.price.amount === 0 ? t('seatFree') : formatMoney(locale, seat.price))
  if (holder === position) labels.push(t('seatYours'))
  else if (holder !== null) labels.push(t('seatOf', { number: holder }))
  else if (!isFree) labels.push(t('seatTaken'))
  return (
    <button
      type="button"
      className="cabin-seat"
      data-seat={seat.seat}
      data-tier={Math.min(tiersMax, tier)}
      data-own={holder === null ? undefined : ''}
      tabIndex={isEntry ? 0 : -1}
      aria-label={labels.join(', ')}
      aria-pressed={holder === position}
      disabled={!isFree}
      onKeyDown={moveFocus}
      onClick={() => onTake(seat)}
    >
      {seat.seat.at(-1)}
    </button>
  )
}

/** Moves the focus to the adjacent free seat, or to the next one in front or behind with the same letter. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const { currentTarget: current, key } = event
  const free = [
    ...(current.closest('fieldset')?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? []),
  ]
  const at = free.indexOf(current)
  const letterOf = (button: HTMLElement) => button.dataset['seat']?.at(-1)
  const hasSameLetter = (button: HTMLElement) => letterOf(button) === letterOf(current)
  const steps: Readonly<Record<string, () => HTMLElement | undefined>> = {
    ArrowRight: () => free[at + 1],
    ArrowLeft: () => free[at - 1],
    ArrowDown: () => free.slice(at + 1).find(hasSameLetter),
    ArrowUp: () => free.slice(0, at).findLast(hasSameLetter),
  }
  const step = steps[key]
  if (!step) return
  event.preventDefault()
  step()?.focus()
}

/** Legend of the prices of a cabin. */
export function CabinPrices({ map }: Pick<CabinProps, 'map'>) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <ul className="flex flex-wrap gap-x-group gap-y-tight text-note text-soft">
      {pricesOf(map).map((price, index) => (
        <li key={price.amount} className="flex items-center gap-tight">
          <span
            className="cabin-seat cabin-key"
            data-tier={Math.min(tiersMax, index)}
            aria-hidden="true"
          />
          <span className="figures">
            {price.amount === 0 ? t('seatFree') : formatMoney(locale, price)}
          </span>
        </li>
      ))}
    </ul>
  )
}
