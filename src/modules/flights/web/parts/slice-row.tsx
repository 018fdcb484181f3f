import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import type { FlightNames, FlightSliceView } from '../../shapes.ts'
import { durationText } from '../durations.ts'
import { airlineOf, cityOf } from '../names.ts'
import { useTexts } from '../texts.ts'

interface SliceRowProps {
  readonly slice: FlightSliceView
  readonly names: FlightNames
  /** Whether to show the date, if it is not that of the page. */
  readonly hasDate?: boolean
}

/** One direction in two lines: local times, duration, changes. */
export function SliceRow({ slice, names, hasDate = false }: SliceRowProps) {
  const t = useTexts()
  const locale = useLocale()
  const [first, last] = [slice.legs[0], slice.legs.at(-1)]
  if (!first || !last) return null
  const days = Math.round(
    (Date.parse(last.arrivesLocal.slice(0, 10)) - Date.parse(first.departsLocal.slice(0, 10))) /
      86_400_000,
  )
  const changes = slice.legs.slice(1).map((leg, index) => {
    const before = slice.legs[index]
    const waits = before ? (Date.parse(leg.departsAt) - Date.parse(before.arrivesAt)) / 60_000 : 0
    const city = cityOf(names, leg.from)
    return t('changeIn', { city, time: durationText(t, waits) })
  })
  const carriers = [...new Set(slice.legs.map(({ carrier }) => airlineOf(names, carrier)))]
  return (
    <div className="grid grid-cols-[auto_1fr_auto] items-center gap-x-near">
      {hasDate && (
        <p className="col-span-3 mb-1 font-semibold">
          <Dotted
            facts={[
              formatDate(locale, `${first.departsLocal.slice(0, 10)}T12:00:00Z`),
              // The dash stays with the city before it.
              `${cityOf(names, first.from)}\u00A0– ${cityOf(names, last.to)}`,
            ]}
          />
        </p>
      )}
      <p className="figures">
        <span className="text-lg font-semibold">{first.departsLocal.slice(11)}</span>
        <span className="block text-note text-soft">{first.from}</span>
      </p>
      <div className="text-center text-note text-soft">
        <span className="figures">{durationText(t, slice.minutes)}</span>
        <span aria-hidden="true" className="my-1 block h-px bg-rule" />
        <span className={slice.legs.length === 1 ? 'text-good' : ''}>
          {slice.legs.length === 1 ? t('direct') : t('changes', { count: slice.legs.length - 1 })}
        </span>
      </div>
      <p className="figures text-right">
        <span className="text-lg font-semibold">{last.arrivesLocal.slice(11)}</span>
        {days !== 0 && <sup className="ml-1 text-note text-soft">{t('nextDay', { days })}</sup>}
        <span className="block text-note text-soft">{last.to}</span>
      </p>
      <p className="col-span-3 mt-1 text-note text-soft">
        {carriers.join(', ')} · {slice.legs.map(({ flightNumber }) => flightNumber).join(', ')}
        {changes.length > 0 && ` · ${changes.join('; ')}`}
      </p>
    </div>
  )
}
