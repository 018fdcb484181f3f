import { formatTime } from '#kernel/format.ts'
import type { SoldItemView } from '#modules/orders/item-contract.ts'
import { useTexts } from '../texts.ts'

/** What an item is beside its name, day and place, by its kind; of an event nothing. */
export function ItemAbout({ item }: { item: SoldItemView }) {
  const lines = aboutLines(item)
  return (
    <>
      {lines.map((line) => (
        <span key={line} className="figures block text-sm text-soft">
          {line}
        </span>
      ))}
      {item.about.kind === 'journey' && <StopNews stop={item.about.from} />}
    </>
  )
}

/** Where one gets on, and that it leaves later than the timetable says. */
function StopNews({ stop: { at, scheduledAt, platform, timeZone } }: { stop: Stop }) {
  const t = useTexts()
  if (scheduledAt === null && platform === null) return null
  return (
    <span className="figures block text-sm">
      {platform !== null && t('platform', { platform })}
      {platform !== null && scheduledAt !== null && ' · '}
      {scheduledAt !== null && (
        <span className="font-semibold text-warn">
          {t('leavesLate', {
            time: formatTime(at, timeZone),
            planned: formatTime(scheduledAt, timeZone),
          })}
        </span>
      )}
    </span>
  )
}

function aboutLines({ about }: SoldItemView): string[] {
  const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ')
  switch (about.kind) {
    case 'event':
      return []
    // Its days are shown as its time.
    case 'pass':
      return []
    case 'screening':
      return [joined(about.hall, about.format)]
    case 'journey':
      return [spanOf(about.from, about.to), joined(about.carrier, about.vehicle, about.travelClass)]
    case 'flight':
      return about.segments.map(({ from, to, carrier, flightNumber, cabin }) =>
        joined(spanOf(from, to), `${carrier} ${flightNumber}`, cabin),
      )
  }
}

type Stop = Extract<SoldItemView['about'], { kind: 'journey' }>['from']

/** Both stops, each with the time on the clock that hangs there. */
function spanOf(from: Stop, to: Stop): string {
  const said = ({ name, at, timeZone }: Stop) => `${name} ${formatTime(at, timeZone)}`
  return `${said(from)} → ${said(to)}`
}
