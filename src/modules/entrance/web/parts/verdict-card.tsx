import { Check, CircleSlash, RotateCcw } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatTimeBeside } from '#kernel/format.ts'
import { outcomeText } from '../outcome-text.ts'
import { placeBeside } from '../place-beside.ts'
import { toneOf, type Tone } from '../scanner/feedback.ts'
import { refusalReason, type Reason, type RefusalFacts } from '../scanner/reason.ts'
import type { Verdict } from '../scanner/scanner-state.ts'
import { useTexts } from '../texts.ts'

const icons: Readonly<Record<Tone, typeof Check>> = {
  good: Check,
  again: RotateCcw,
  bad: CircleSlash,
}

interface VerdictCardProps {
  readonly verdict: Verdict
  readonly timeZone: string
  /** Whether the station is a stop of a train or bus. */
  readonly isRun: boolean
  /** When check-in opens and closes at the device's stop, and when doors open. */
  readonly opening: Pick<
    RefusalFacts,
    'opensAt' | 'closesAt' | 'doorsAt' | 'isCancelled' | 'hasSeveralUses'
  >
  readonly onNext: () => void
}

/**
 * The outcome of a scan (its key is the scan's number): a colour visible from the corner of the eye, a word, and
 * the reason.
 */
export function VerdictCard(props: VerdictCardProps) {
  const { verdict, timeZone, isRun, opening, onNext } = props
  const t = useTexts()
  const { outcome, scan, isOffline, typeName, journey, usesLeft } = verdict
  const tone = toneOf(outcome)
  const Icon = icons[tone]
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus({ preventScroll: true }), [])
  const wordsId = useId()
  const ticket = scan?.ticket
  const place = placeBeside(typeName, ticket ?? null)
  const reason = reasonOf(verdict, opening)
  return (
    <section className={`verdict verdict-${tone}`} aria-labelledby={wordsId}>
      <Icon size={72} strokeWidth={3} aria-hidden="true" />
      <h2 id={wordsId} className="verdict-word font-display font-[800]">
        {t(wordOf(reason, isRun) ?? outcomeText(outcome, isRun))}
      </h2>
      {outcome !== 'Admitted' && <Why {...{ verdict, reason, timeZone, isRun }} />}
      {(typeName || place) && (
        <p className="text-xl font-semibold text-balance">
          {typeName}
          {place && <span className="block">{place}</span>}
        </p>
      )}
      {outcome === 'Admitted' && usesLeft !== null && (
        <p className="figures text-lg">{t('usesLeft', { count: usesLeft })}</p>
      )}
      {journey && <p className="text-lg">{t('journey', journey)}</p>}
      <Facts verdict={verdict} />
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

/** Words for a reason that the outcome, another day, would name wrongly. */
function wordOf(reason: Reason | null, isRun: boolean) {
  switch (reason?.kind) {
    case 'cancelled':
      return isRun ? 'eventCancelledRun' : 'eventCancelled'
    case 'doors-open':
      return 'tooEarly'
    case 'is-over':
      return 'tooLate'
    case 'used-up':
      return 'usedUp'
    case 'pass-not-valid':
      return 'Returned'
    case 'foreign-pass':
      return 'foreignPass'
    default:
      return null
  }
}

function reasonOf(verdict: Verdict, opening: VerdictCardProps['opening']): Reason | null {
  const { outcome, scan, usedAtSeconds, journey, now, gates } = verdict
  return refusalReason({
    outcome,
    now,
    ...opening,
    isForOther: isForOther(verdict),
    isForeignPass: scan?.otherEvent?.isPass ?? false,
    boardsAt: journey?.from ?? null,
    gates,
    usedAt: usedAtSeconds === null ? null : new Date(usedAtSeconds * 1000).toISOString(),
    usedGate: scan?.usedGate ?? null,
  })
}

const isForOther = ({ scan }: Verdict): boolean => scan !== null && scan.otherEvent !== null

interface WhyProps extends Pick<VerdictCardProps, 'verdict' | 'timeZone' | 'isRun'> {
  readonly reason: Reason | null
}

/** The reason of a refusal that staff can act on: when, where, through which gate. */
function Why({ verdict, reason, timeZone, isRun }: WhyProps) {
  const t = useTexts()
  const locale = useLocale()
  const { outcome, now } = verdict
  const say = (at: string): string => formatTimeBeside(locale, at, { day: new Date(now), timeZone })
  const said = ((): string => {
    switch (reason?.kind) {
      case 'cancelled':
        return t(isRun ? 'helpEventCancelledRun' : 'helpEventCancelled')
      case 'doors-open':
        return t('doorsOpen', { time: say(reason.at) })
      case 'is-over':
        return t('isOver', { time: say(reason.at) })
      case 'boards-at':
        return t('boardsAt', { stop: reason.stop })
      case 'used-up':
        return t('helpUsedUp')
      case 'pass-not-valid':
        return t('helpPassNotValid')
      case 'pass-cancelled':
        return t('helpPassCancelled')
      case 'pass-given':
        return t('helpPassGiven')
      case 'foreign-pass':
        return t('helpForeignPass')
      case 'other-gates':
        return t('otherGates', { gates: reason.gates.join(', ') })
      case 'used':
        return reason.gate
          ? t('usedAtGate', { time: say(reason.at), gate: reason.gate })
          : t('usedAt', { time: say(reason.at) })
      default:
        if (verdict.isOtherLayout) return t('keyboardLayout')
        if (outcome === 'WrongDay' && isForOther(verdict)) return t('helpOtherDate')
        return outcome === 'Admitted' ? '' : t(`help${outcomeText(outcome, isRun)}`)
    }
  })()
  return <p className="figures text-xl font-semibold">{said}</p>
}

function Facts({ verdict }: Pick<VerdictCardProps, 'verdict'>) {
  const t = useTexts()
  const locale = useLocale()
  const { scan, passenger, answers } = verdict
  return (
    <div className="space-y-1">
      {scan?.otherEvent && (
        <p>
          {scan.otherEvent.isPass
            ? scan.otherEvent.name
            : t('isFor', {
                name: scan.otherEvent.name,
                date: formatDate(locale, scan.otherEvent.startsAt, {
                  timeZone: scan.otherEvent.timeZone,
                }),
              })}
        </p>
      )}
      {passenger && (
        <p className="font-semibold">
          {passenger.documentEnding === null
            ? t('passenger', { name: passenger.name })
            : t('passengerWithDocument', {
                name: passenger.name,
                ending: passenger.documentEnding,
              })}
        </p>
      )}
      {scan?.person && (
        <p className="font-semibold">
          {t('person', { name: scan.person.fullName, ending: scan.person.documentEnding })}
        </p>
      )}
      {answers.map(({ label, value }, index) => (
        // eslint-disable-next-line react/no-array-index-key -- two questions may have the same words
        <p key={index} className="wrap-anywhere">
          {label}: <bdi>{value}</bdi>
        </p>
      ))}
    </div>
  )
}
