import { Check, CircleSlash, RotateCcw } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatTime } from '#kernel/format.ts'
import { toneOf, type Tone } from '../scanner/feedback.ts'
import type { Verdict } from '../scanner/scanner.ts'
import { useTexts } from '../texts.ts'

const icons: Readonly<Record<Tone, typeof Check>> = {
  good: Check,
  again: RotateCcw,
  bad: CircleSlash,
}

interface VerdictCardProps {
  readonly verdict: Verdict
  readonly timeZone: string
  readonly onNext: () => void
}

/** The answer, one a scan (its key is the number): a colour seen from the corner of an eye, a word, and why. */
export function VerdictCard({ verdict, timeZone, onNext }: VerdictCardProps) {
  const t = useTexts()
  const { outcome, scan, isOffline, typeName, journey } = verdict
  const tone = toneOf(outcome)
  const Icon = icons[tone]
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus({ preventScroll: true }), [])
  const wordsId = useId()
  const ticket = scan?.ticket
  const place =
    ticket?.placeName ?? [ticket?.section, ticket?.row, ticket?.seat].filter(Boolean).join(' · ')
  return (
    <section className={`verdict verdict-${tone}`} aria-labelledby={wordsId}>
      <Icon size={72} strokeWidth={3} aria-hidden="true" />
      <h2 id={wordsId} className="font-display text-5xl leading-none font-[800]">
        {t(outcome)}
      </h2>
      {outcome !== 'Admitted' && <p className="text-lg">{t(`help${outcome}`)}</p>}
      <p className="text-xl font-semibold">{[typeName, place].filter(Boolean).join(' · ')}</p>
      {journey && <p className="text-lg">{t('journey', journey)}</p>}
      <Facts verdict={verdict} timeZone={timeZone} />
      {isOffline && <p>{t('answeredAlone')}</p>}
      <button
        ref={next}
        type="button"
        aria-describedby={wordsId}
        className="verdict-next"
        onClick={onNext}
      >
        {t('next')}
      </button>
    </section>
  )
}

function Facts({ verdict, timeZone }: Pick<VerdictCardProps, 'verdict' | 'timeZone'>) {
  const t = useTexts()
  const locale = useLocale()
  const { outcome, scan, usedAtSeconds } = verdict
  const used = usedAtSeconds === null ? null : new Date(usedAtSeconds * 1000).toISOString()
  const time = used && formatTime(used, timeZone)
  const gate = scan?.usedGate
  return (
    <div className="space-y-1">
      {outcome !== 'Admitted' && time && (
        <p className="figures">{gate ? t('usedAtGate', { time, gate }) : t('usedAt', { time })}</p>
      )}
      {scan?.otherEvent && (
        <p>
          {t('isFor', {
            name: scan.otherEvent.name,
            date: formatDate(locale, scan.otherEvent.startsAt, {
              timeZone: scan.otherEvent.timeZone,
            }),
          })}
        </p>
      )}
      {scan?.passenger && (
        <p className="font-semibold">
          {scan.passenger.documentEnding === null
            ? t('passenger', { name: scan.passenger.name })
            : t('passengerWithDocument', {
                name: scan.passenger.name,
                ending: scan.passenger.documentEnding,
              })}
        </p>
      )}
      {scan?.person && (
        <p className="font-semibold">
          {t('person', { name: scan.person.fullName, ending: scan.person.documentEnding })}
        </p>
      )}
      {scan?.extras.map(({ label, value }) => (
        <p key={label}>
          {label}: {value}
        </p>
      ))}
    </div>
  )
}
