import { Dotted } from '#design/parts/dotted.tsx'
import { unbrokenName } from '#kernel/unbroken.ts'
import { useTexts } from '../texts.ts'
import type { ShownSegment } from '../journey-data.ts'
import { daysBetween, durationText, minutesBetween } from '../times.ts'
import { Clock } from './journey-times.tsx'
import { Vehicle } from './vehicle.tsx'

/** The segments of a journey in order, with the waiting times between them. */
export function JourneyLegs({ segments }: { segments: readonly ShownSegment[] }) {
  const t = useTexts()
  const start = segments[0]?.from
  if (!start) return null
  return (
    <ol className="figures space-y-near pt-2">
      {segments.map((segment, index) => {
        const next = segments[index + 1]
        return (
          <li key={`${segment.runId}.${segment.legFrom}`}>
            <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-near border-l-2 border-rule-strong pl-near">
              <StopRow stop={segment.from} start={start} />
              <div className="col-span-2 py-2 text-note">
                <Vehicle segment={segment} />
                <Dotted
                  className="text-soft"
                  facts={[
                    t('towards', { place: segment.headsign }),
                    t('stopsBetween', { count: segment.stopsBetween }),
                  ]}
                />
              </div>
              <StopRow stop={segment.to} start={start} />
            </div>
            {next && (
              <p className="mt-near pl-near text-note text-soft">
                {next.sameVehicle
                  ? t(next.staysSeated || next.runId === null ? 'staySeated' : 'otherSeat')
                  : t('changeWait', {
                      duration: durationText(t, minutesBetween(segment.to.at, next.from.at)),
                    })}
              </p>
            )}
          </li>
        )
      })}
    </ol>
  )
}

type Stop = ShownSegment['from']

/** A stop with what its time does not say: the day and the time zone, where they differ from those of the start. */
function StopRow({ stop, start }: { stop: Stop; start: Stop }) {
  const t = useTexts()
  const days = daysBetween(start, stop)
  const facts = [
    stop.platform !== null && t('platform', { platform: stop.platform }),
    days > 0 && t('daysLater', { count: days }),
    stop.timeZone !== start.timeZone && t('localTime'),
  ]
  return (
    <>
      <span className="font-semibold">
        <Clock at={stop.at} expectedAt={stop.expectedAt} timeZone={stop.timeZone} />
      </span>
      <Dotted
        facts={[
          unbrokenName(stop.name),
          ...facts.map(
            (fact) =>
              fact && (
                <span key={fact} className="text-soft">
                  {fact}
                </span>
              ),
          ),
        ]}
      />
    </>
  )
}
