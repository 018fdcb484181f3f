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
  const holderOf = ({ seat }: FreeSeat) => seats.find((one) => one.seat === seat)?.position ?? null
  const isFree = (one: FreeSeat) =>
    one.price !== null &&
    one.positions.includes(position) &&
    (holderOf(one) ?? position) === position
  const own = seats.find((one) => one.position === position)?.seat
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
                {section.map((one, place) =>
                  one === null ? (
                    <span key={place} className="cabin-gap" aria-hidden="true" />
                  ) : (
                    <SeatButton
                      key={one.seat}
                      one={one}
                      position={position}
                      holder={holderOf(one)}
                      isFree={isFree(one)}
                      isEntry={one.seat === entry}
                      tier={one.price ? prices.indexOf(one.price.amount) : 0}
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
  readonly one: FreeSeat
  /** Position of the traveller who has chosen it. */
  readonly holder: number | null
  readonly isFree: boolean
  readonly isEntry: boolean
  readonly tier: number
}

function SeatButton(props: SeatButtonProps) {
  const { one, position, holder, isFree, isEntry, tier, onTake } = props
  const t = useTexts()
  const locale = useLocale()
  const words = [t('seatNamed', { seat: one.seat })]
  if (one.price) words.push(one.price.amount === 0 ? t('seatFree') : formatMoney(locale, one.price))
  if (holder === position) words.push(t('seatYours'))
  else if (holder !== null) words.push(t('seatOf', { number: holder }))
  else if (!isFree) words.push(t('seatTaken'))
  return (
    <button
      type="button"
      className="cabin-seat"
      data-seat={one.seat}
      data-tier={Math.min(tiersMax, tier)}
      data-own={holder === null ? undefined : ''}
      tabIndex={isEntry ? 0 : -1}
      aria-label={words.join(', ')}
      aria-pressed={holder === position}
      disabled={!isFree}
      onKeyDown={moveFocus}
      onClick={() => onTake(one)}
    >
      {one.seat.at(-1)}
    </button>
  )
}

/** Moves the focus to the adjacent free seat, or to the next one in front or behind with the same letter. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const { currentTarget: here, key } = event
  const free = [
    ...(here.closest('fieldset')?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? []),
  ]
  const at = free.indexOf(here)
  const letterOf = (one: HTMLElement) => one.dataset['seat']?.at(-1)
  const isAlike = (one: HTMLElement) => letterOf(one) === letterOf(here)
  const steps: Readonly<Record<string, () => HTMLElement | undefined>> = {
    ArrowRight: () => free[at + 1],
    ArrowLeft: () => free[at - 1],
    ArrowDown: () => free.slice(at + 1).find(isAlike),
    ArrowUp: () => free.slice(0, at).findLast(isAlike),
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
