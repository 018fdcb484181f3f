import { useEffect, useRef } from 'react'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { CoachView } from '../../contract.ts'
import type { SegmentView } from '../../shapes.ts'
import { coachKey } from '../order-data.ts'
import { useTexts } from '../texts.ts'

interface CoachStripProps {
  readonly coaches: readonly CoachView[]
  readonly classes: SegmentView['classes']
  readonly shown: CoachView
  readonly onShow: (coach: CoachView) => void
}

/** Overview of the vehicle's coaches with their classes and numbers of free seats. */
export function CoachStrip({ coaches, classes, shown, onShow }: CoachStripProps) {
  const t = useTexts()
  const locale = useLocale()
  const row = useRef<HTMLOListElement>(null)
  const key = coachKey(shown)
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>(`[data-coach="${key}"]`)
    if (row.current && current)
      row.current.scrollLeft =
        current.offsetLeft - row.current.offsetLeft - row.current.clientWidth / 4
  }, [key])
  if (coaches.length < 2) return null
  return (
    <nav aria-label={t('coaches')} className="coach-strip">
      <ol ref={row}>
        {coaches.map((coach) => {
          const hasYours = coach.seats.some(({ state }) => state === 'yours')
          return (
            <li key={coachKey(coach)} data-coach={coachKey(coach)}>
              <button
                type="button"
                className="coach-car"
                aria-current={coach === shown || undefined}
                data-full={coach.seatsLeft === 0 || undefined}
                onClick={() => onShow(coach)}
              >
                <span className="font-semibold">{coach.name}</span>
                {classes.length > 1 && (
                  <span className="figures block text-sm">
                    {classes
                      .filter(({ classCode }) => coach.classCodes.includes(classCode))
                      .map(({ name, price }) =>
                        price ? `${name} ${formatMoney(locale, price)}` : name,
                      )
                      .join(' · ')}
                  </span>
                )}
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
