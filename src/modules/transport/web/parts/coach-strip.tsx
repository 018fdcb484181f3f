import type { CoachView } from '../../contract.ts'
import { coachKey } from '../order-data.ts'
import { useTexts } from '../texts.ts'

interface CoachStripProps {
  readonly coaches: readonly CoachView[]
  readonly shown: CoachView
  readonly onShow: (coach: CoachView) => void
}

/** The whole vehicle in one picture: its coaches in their order, each with its class and what is free. */
export function CoachStrip({ coaches, shown, onShow }: CoachStripProps) {
  const t = useTexts()
  if (coaches.length < 2) return null
  return (
    <nav aria-label={t('coaches')} className="coach-strip">
      <ol>
        {coaches.map((coach) => {
          const hasYours = coach.seats.some(({ state }) => state === 'yours')
          return (
            <li key={coachKey(coach)}>
              <button
                type="button"
                className="coach-car"
                aria-current={coach === shown || undefined}
                data-full={coach.seatsLeft === 0 || undefined}
                onClick={() => onShow(coach)}
              >
                <span className="font-semibold">{coach.name}</span>
                <span className="figures block text-sm text-soft">
                  {t('coachLeft', { count: coach.seatsLeft })}
                </span>
                {hasYours && (
                  <span className="block text-sm text-accent">{t('seatState_yours')}</span>
                )}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
