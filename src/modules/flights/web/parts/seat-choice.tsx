import { useEffect, useState } from 'react'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Button } from '#design/parts/button.tsx'
import { ChoiceGroup, Radio } from '#design/parts/checkbox.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { Tabs } from '#design/parts/tabs.tsx'
import type { ReplyOf } from '#contract/call.ts'
import { flightSeatMaps } from '../../contract.ts'
import type { SeatMapView } from '../../shapes.ts'
import { cityOf } from '../names.ts'
import { nextWithout, stillFree, withoutSeat, withSeat, type ChosenSeat } from '../seat-choice.ts'
import { useTexts } from '../texts.ts'
import { Cabin, CabinPrices } from './cabin.tsx'

interface SeatChoiceProps {
  readonly priceDetailId: string
  readonly seats: readonly ChosenSeat[]
  /** Names entered so far; the index is the position minus one. */
  readonly names: readonly string[]
  readonly onChange: (seats: readonly ChosenSeat[]) => void
}

/** Optional seat selection on every flight of a trip, for each traveller with a seat. */
export function SeatChoice({ priceDetailId, ...choice }: SeatChoiceProps) {
  const t = useTexts()
  const { loaded, reload } = useLoaded(flightSeatMaps, { query: { priceDetailId } })
  if (loaded.value) return <Flights {...choice} reply={loaded.value} />
  if (loaded.state === 'loading')
    return <Skeleton label={t('seatsLoading')} blocks={['h-10', 'h-60']} className="py-near" />
  return (
    <div className="py-near">
      <output className="block">{loaded.problem ?? t('seatsFailed')}</output>
      {loaded.problem === null && (
        <Button look="plain" onClick={reload}>
          {t('tryAgain')}
        </Button>
      )}
    </div>
  )
}

type FlightsProps = Omit<SeatChoiceProps, 'priceDetailId'> & {
  readonly reply: ReplyOf<typeof flightSeatMaps>
}

function Flights({ reply, seats, names, onChange }: FlightsProps) {
  const t = useTexts()
  const { maps, seated } = reply
  const [current, setCurrent] = useState(String(maps[0]?.leg ?? 0))
  // Removes seats that were taken in the meantime, and updates changed prices.
  useEffect(() => {
    const left = stillFree(seats, maps)
    if (JSON.stringify(left) !== JSON.stringify(seats)) onChange(left)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per reply; later choices are based on it
  }, [maps])
  const map = maps.find(({ leg }) => String(leg) === current)
  return (
    <Tabs
      label={t('seatsTitle')}
      tabs={maps.map(({ leg, from, to, flightNumber }) => ({
        key: String(leg),
        label: `${cityOf(reply.names, from)} – ${cityOf(reply.names, to)} · ${flightNumber}`,
      }))}
      value={current}
      onChange={setCurrent}
    >
      {map && (
        <OneFlight
          key={map.leg}
          map={map}
          seated={seated}
          seats={seats}
          names={names}
          onChange={onChange}
        />
      )}
    </Tabs>
  )
}

type OneFlightProps = Omit<SeatChoiceProps, 'priceDetailId'> & {
  readonly map: SeatMapView
  readonly seated: FlightsProps['reply']['seated']
}

function OneFlight({ map, seated, seats, names, onChange }: OneFlightProps) {
  const t = useTexts()
  const { leg } = map
  const [position, setPosition] = useState(
    nextWithout(seated, seats, leg) ?? seated[0]?.position ?? 1,
  )
  const onThisFlight = seats.filter((seat) => seat.leg === leg)
  const seatOf = (holder: number) => onThisFlight.find((seat) => seat.position === holder)?.seat
  return (
    <div className="grid items-start gap-group tablet:grid-cols-[1fr_auto]">
      <div className="space-y-group">
        <ChoiceGroup legend={t('seatFor')} hint={map.aircraft}>
          {seated.map(({ position: number, kind }) => (
            <Radio
              key={number}
              name={`seat-for-${leg}`}
              label={names[number - 1] || t('passengerNumber', { number, kind: t(kind) })}
              checked={number === position}
              onChange={() => setPosition(number)}
              end={<span className="figures font-semibold">{seatOf(number) ?? '—'}</span>}
            />
          ))}
        </ChoiceGroup>
        <CabinPrices map={map} />
        {seatOf(position) && (
          <Button look="plain" onClick={() => onChange(withoutSeat(seats, { position, leg }))}>
            {t('seatNone', { seat: seatOf(position) ?? '' })}
          </Button>
        )}
      </div>
      <Cabin
        map={map}
        position={position}
        seats={onThisFlight}
        onTake={({ seat, price }) => {
          if (!price) return
          const chosen = withSeat(seats, { position, leg, seat, price })
          onChange(chosen)
          setPosition(nextWithout(seated, chosen, leg) ?? position)
        }}
      />
    </div>
  )
}
