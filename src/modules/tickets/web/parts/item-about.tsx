import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { dayKey, formatDate, formatTimeBeside } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import { unbrokenName } from '#kernel/unbroken.ts'
import type { SoldItemView } from '#modules/orders/item-contract.ts'
import { useTexts } from '../texts.ts'

/**
 * What an item is beside its name, day and place, by its kind; of an event nothing. `hasNews`: with what has changed, unless
 * it is said in large beside it.
 */
export function ItemAbout({ item, hasNews = true }: { item: SoldItemView; hasNews?: boolean }) {
  const lines = aboutLines(item, useLocale())
  return (
    <>
      {lines.map((facts) => (
        <span key={facts.join()} className="figures block text-sm text-soft">
          <Dotted facts={facts} />
        </span>
      ))}
      {hasNews && <DepartureNews item={item} />}
    </>
  )
}

/** That a journey is cancelled; else its platform, also if it is another one than in the timetable, and that it leaves later. */
export function DepartureNews({ item: { about } }: { item: SoldItemView }) {
  const t = useTexts()
  const locale = useLocale()
  if (about.kind !== 'journey') return null
  const { at, scheduledAt, platform, plannedPlatform: planned, timeZone } = about.from
  if (about.isCancelled)
    return <span className="block text-sm font-semibold text-warn">{t('calledOff')}</span>
  if (scheduledAt === null && platform === null) return null
  // Whoever holds the ticket knows the day of the timetable.
  const beside = { day: scheduledAt ?? at, timeZone }
  const news = 'font-semibold text-warn'
  const facts = [
    platform !== null && planned === null && t('platform', { platform }),
    platform !== null && planned !== null && (
      <span key="platform" className={news}>
        {t('otherPlatform', { platform, planned })}
      </span>
    ),
    scheduledAt !== null && (
      <span key="late" className={news}>
        {t('leavesLate', {
          time: formatTimeBeside(locale, at, beside),
          planned: formatTimeBeside(locale, scheduledAt, beside),
        })}
      </span>
    ),
  ]
  return (
    <span className="figures block text-sm">
      <Dotted facts={facts} />
    </span>
  )
}

type Facts = readonly (string | null)[]

function aboutLines({ about, startsAt, timeZone }: SoldItemView, locale: Locale): Facts[] {
  /** The date of a flight on another day than the first one. */
  const dayOf = ({ at, timeZone: zone }: Stop): string =>
    dayKey(at, zone) === dayKey(startsAt, timeZone)
      ? ''
      : `${formatDate(locale, at, { timeZone: zone })}: `
  switch (about.kind) {
    case 'event':
      return []
    // Its days are shown as its time.
    case 'pass':
      return []
    case 'screening':
      return [[about.hall, about.format]]
    case 'journey':
      return [
        [spanOf(locale, about.from, about.to)],
        [about.carrier, about.vehicle, about.travelClass],
      ]
    case 'flight':
      return about.segments.map(({ from, to, carrier, flightNumber, cabin }) => [
        dayOf(from) + spanOf(locale, from, to),
        `${carrier} ${flightNumber}`,
        cabin,
      ])
  }
}

type Stop = Extract<SoldItemView['about'], { kind: 'journey' }>['from']

/** Both stops, each beside the time on the clock that hangs there; of an arrival on another day its date too. */
function spanOf(locale: Locale, from: Stop, to: Stop): string {
  const said = ({ name, at, timeZone }: Stop) => {
    const time = formatTimeBeside(locale, at, {
      day: from.at,
      dayTimeZone: from.timeZone,
      timeZone,
    })
    return `${unbrokenName(name)}\u00a0${time.replaceAll(' ', '\u00a0')}`
  }
  return `${said(from)}\u00a0→ ${said(to)}`
}
