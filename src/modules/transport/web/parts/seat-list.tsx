import { Button } from '#design/parts/button.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import type { CoachView } from '../../contract.ts'
import { coachKey, type Seat } from '../order-data.ts'
import { useTexts } from '../texts.ts'
import { seatFacts } from './seat-facts.ts'

interface SeatListProps {
  readonly coaches: readonly CoachView[]
  readonly isWaiting: boolean
  /** The only coach of a bus has no name that travellers know. */
  readonly isOnly: boolean
  readonly onTake: (seat: Seat) => void
}

/** Free seats by coach as a list, for keyboards and screen readers. */
export function SeatList({ coaches, isWaiting, isOnly, onTake }: SeatListProps) {
  const t = useTexts()
  return (
    <FoldOut look="section" title={t('seatList')}>
      {coaches.map((coach) => {
        const free = coach.seats.filter(({ state }) => state === 'free')
        return (
          <section key={coachKey(coach)} className="pb-group">
            <h3 className="font-semibold">
              {!isOnly && `${coach.name} `}
              <span className="font-normal text-soft">
                {t('coachLeft', { count: free.length })}
              </span>
            </h3>
            <ul className="mt-tight grid gap-x-part tablet:grid-cols-2">
              {free.map((seat) => (
                <li
                  key={seat.placeId}
                  className="figures flex items-center justify-between gap-near border-b border-rule"
                >
                  <span>
                    <span className="font-semibold">{t('seat', { seat: seat.label })}</span>{' '}
                    <span className="text-note text-soft">{seatFacts(t, seat).join(', ')}</span>
                  </span>
                  <Button
                    look="plain"
                    aria-label={t('takeSeatNamed', { seat: seat.label })}
                    aria-disabled={isWaiting || undefined}
                    onClick={() => !isWaiting && onTake(seat)}
                  >
                    {t('takeSeat')}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </FoldOut>
  )
}
