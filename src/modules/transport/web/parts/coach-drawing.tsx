import type { CSSProperties } from 'react'
import type { CoachView } from '../../contract.ts'
import type { Seat } from '../order-data.ts'
import { useTexts } from '../texts.ts'
import { seatFacts } from './seat-facts.ts'

interface CoachDrawingProps {
  readonly coach: CoachView
  /** Place id of the passenger who is being moved. */
  readonly movingPlace?: number | null
  readonly isWaiting?: boolean
  /** The only coach of a bus has no name that travellers know. */
  readonly isOnly?: boolean
  /** With neither of these, the drawing only shows the coach. */
  readonly onTake?: (seat: Seat) => void
  /** Seats of every state can be picked, to change the vehicle itself. */
  readonly onPick?: (seat: Seat) => void
}

/** Seat plan of a coach: horizontal on wide screens, vertical on narrow ones. */
export function CoachDrawing(props: CoachDrawingProps) {
  const { coach, movingPlace = null, isWaiting = false, isOnly = false, onTake, onPick } = props
  const t = useTexts()
  const isShown = !onTake && !onPick
  return (
    <figure className="coach">
      <figcaption className="mb-tight flex items-center justify-between text-note text-soft">
        {!isOnly && <span className="font-semibold text-ink">{coach.name}</span>}
        <span>
          {t('directionOfTravel')} <span aria-hidden="true" className="coach-arrow" />
        </span>
      </figcaption>
      <div
        className={isShown ? 'coach-scroll coach-shown' : 'coach-scroll'}
        // Without buttons, keyboard users scroll it with the arrow keys.
        {...(isShown && { role: 'group', 'aria-label': coach.name, tabIndex: 0 })}
      >
        <div className="coach-body" style={sizeOf(coach)}>
          {coach.marks.map((mark) => (
            <span
              key={`${mark.kind} ${mark.x} ${mark.y}`}
              className={`coach-mark coach-${mark.kind}`}
              style={placeOf(mark)}
              aria-hidden="true"
              title={mark.kind in markTexts ? t(markTexts[mark.kind as Mark]) : undefined}
            >
              {mark.kind in markTexts && mark.kind !== 'table' && t(markTexts[mark.kind as Mark])}
            </span>
          ))}
          {coach.seats.map((seat) =>
            onTake ? (
              <SeatButton
                key={seat.placeId}
                seat={seat}
                isMoving={seat.placeId === movingPlace}
                isWaiting={isWaiting}
                onTake={onTake}
              />
            ) : onPick ? (
              <PickedSeat
                key={seat.placeId}
                seat={seat}
                isPicked={seat.placeId === movingPlace}
                onPick={onPick}
              />
            ) : (
              <ShownSeat key={seat.placeId} seat={seat} />
            ),
          )}
        </div>
      </div>
    </figure>
  )
}

const markTexts = {
  door: 'mark_door',
  table: 'mark_table',
  stairs: 'mark_stairs',
  toilet: 'mark_toilet',
  driver: 'mark_driver',
  luggage: 'mark_luggage',
  bicycle: 'mark_bicycle',
  bar: 'mark_bar',
} as const
type Mark = keyof typeof markTexts

interface SeatButtonProps {
  readonly seat: Seat
  readonly isMoving: boolean
  readonly isWaiting: boolean
  readonly onTake: (seat: Seat) => void
}

function SeatButton({ seat, isMoving, isWaiting, onTake }: SeatButtonProps) {
  const t = useTexts()
  const label = [
    t('seat', { seat: seat.label }),
    ...seatFacts(t, seat),
    t(`seatState_${seat.state}`),
  ]
  const isFree = seat.state === 'free'
  return (
    <button
      type="button"
      className={`coach-seat coach-seat-${seat.state}`}
      data-facing={seat.facing}
      style={placeOf({ ...seat, width: 1, height: 1 })}
      aria-label={label.join(', ')}
      aria-current={isMoving || undefined}
      // Taken seats cannot be focused by keyboard; the list below contains the free ones.
      disabled={!isFree}
      aria-disabled={isWaiting || undefined}
      onClick={() => !isWaiting && onTake(seat)}
    >
      {seat.label}
    </button>
  )
}

interface PickedSeatProps {
  readonly seat: Seat
  readonly isPicked: boolean
  readonly onPick: (seat: Seat) => void
}

function PickedSeat({ seat, isPicked, onPick }: PickedSeatProps) {
  const t = useTexts()
  const label = [
    t('seat', { seat: seat.label }),
    ...seatFacts(t, seat),
    ...(seat.state === 'blocked' ? [t('seatState_blocked')] : []),
  ]
  return (
    <button
      type="button"
      className={`coach-seat coach-seat-${seat.state} coach-seat-picked`}
      data-facing={seat.facing}
      style={placeOf({ ...seat, width: 1, height: 1 })}
      aria-label={label.join(', ')}
      aria-pressed={isPicked}
      onClick={() => onPick(seat)}
    >
      {seat.label}
    </button>
  )
}

/** A seat that cannot be taken here. */
function ShownSeat({ seat }: { seat: Seat }) {
  const t = useTexts()
  const label = [t('seat', { seat: seat.label }), ...seatFacts(t, seat)]
  return (
    <span
      // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing made of elements
      role="img"
      className={`coach-seat coach-seat-${seat.state}`}
      data-facing={seat.facing}
      style={placeOf({ ...seat, width: 1, height: 1 })}
      aria-label={label.join(', ')}
    >
      {seat.label}
    </span>
  )
}

type Sized = CSSProperties & Readonly<Record<`--${string}`, number>>

function sizeOf({ width, height }: CoachView): Sized {
  return { '--length': Math.max(width, height), '--breadth': Math.min(width, height) }
}

function placeOf(box: { x: number; y: number; width: number; height: number }): Sized {
  return { '--x': box.x + 1, '--y': box.y + 1, '--w': box.width, '--h': box.height }
}
