import { Sparkles } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import { Button } from '#design/parts/button.tsx'
import { Stepper } from '#design/parts/stepper.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { screeningPlaces, ScreeningView } from '#modules/cinema/contract.ts'
import { isFree } from '#seatmap/availability.ts'
import { avoidableSingleSeats, chooseBest } from '#seatmap/best.ts'
import { placeById } from '#seatmap/expand.ts'
import { seatFlagBit, type SeatLayout } from '#seatmap/layout.ts'
import type { SeatChoiceProps, ShownPlaces } from '#seatmap/web/choice-props.ts'
import { placeName, type ZonePrices } from '#seatmap/web/labels.ts'
import { LazySeatList, PlanListSwitch } from '#seatmap/web/plan-or-list.tsx'
import { SeatMap } from '#seatmap/web/seat-map.tsx'
import { useSeatMapTexts, useSnapshot } from '#seatmap/web/use-snapshot.ts'
import { ZoneSwatch } from '#seatmap/web/zone-swatch.tsx'
import { seatsOfSofa } from '../../sofas.ts'
import { useTexts } from '../texts.ts'
import type { ChosenSeat, Seats } from './use-seats.ts'

interface HallPlanProps {
  readonly screening: ScreeningView
  readonly layout: SeatLayout
  readonly places: ReplyOf<typeof screeningPlaces>
  readonly seats: Seats
}

/** Initial number of seats for "best seats". */
const initialPartySize = 2

/** The plan or list of a hall, best seats for a party, and the warning about single seats. */
export default function HallPlan(props: HallPlanProps) {
  const { screening, layout, seats } = props
  const t = useTexts()
  const [isList, setList] = useState(false)
  const [shown, setShown] = useState<ShownPlaces | null>(null)
  const [notice, setNotice] = useState('')
  const { shared, live, select, alone } = useSeatPlan(props, setNotice)
  const [party, setParty] = useState(initialPartySize)

  function selectBest(): void {
    const zonePrices = new Map(
      [...shared.zonePrices]
        .filter(([zone]) => zone !== 'sofa')
        .map(([zone, price]) => [zone, price.priceMinor]),
    )
    const found = chooseBest({
      expanded: live.expanded,
      states: live.states,
      zonePrices,
      quantity: party,
      together: true,
    })
    setNotice(found.length > 0 ? '' : t('bestNone'))
    if (found.length === 0) return
    select(found, true)
    setShown({ placeIds: found })
  }

  return (
    <div className="relative flex flex-1 flex-col">
      <div className="flex items-center justify-between gap-2">
        <div className="flex items-center gap-tight">
          <Stepper
            label={t('howMany')}
            value={party}
            min={1}
            max={screening.placesPerOrderMax}
            lessLabel={t('fewer')}
            moreLabel={t('more')}
            onChange={setParty}
          />
          <Button look="quiet" aria-label={t('best')} onClick={selectBest}>
            <Sparkles size={20} aria-hidden="true" className="tablet:hidden" />
            <span className="max-tablet:hidden">{t('best')}</span>
          </Button>
        </div>
        <PlanListSwitch
          isList={isList}
          words={t(isList ? 'planView' : 'listView')}
          onChange={setList}
        />
      </div>
      <Legend layout={layout} zonePrices={shared.zonePrices} />
      {/* Over the plan, so that changing texts do not shift the layout. */}
      <output className="absolute inset-x-3 top-14 z-10 mx-auto block w-fit rounded-md border border-rule bg-card px-4 py-2 text-note text-warn shadow-(--shadow) empty:hidden desk:top-24">
        {notice}
      </output>
      {isList ? (
        <div className="mt-near border-t-2 border-ink">
          <LazySeatList {...shared} fallback={<Skeleton blocks={['h-64']} className="mt-2" />} />
        </div>
      ) : (
        <SeatMap
          {...shared}
          shown={shown}
          className="mt-2 flex-1 max-tablet:-mx-4 tablet:rounded-lg"
          style={{ minHeight: '20rem' }}
        />
      )}
      {alone.length > 0 && seats.seats.length > 0 && (
        <SingleSeatWarning
          names={alone.map((id) => placeName(live.expanded, id, shared.locale, shared.translate))}
          onAdd={() => select(alone, false)}
        />
      )}
      <p className="mt-near text-sm text-soft">
        {layout.zones.some(({ key }) => key === 'sofa') && `${t('sofaNote')} `}
        {t('wheelchair')}
      </p>
    </div>
  )
}

/** Warns that single seats would remain, and offers to add them, before the choice is sent. */
function SingleSeatWarning(props: { names: readonly string[]; onAdd: () => void }) {
  const t = useTexts()
  return (
    <output className="mt-near flex flex-wrap items-center gap-near rounded-lg bg-accent-wash px-4 py-3">
      <span className="min-w-0 grow">{t('alone', { places: props.names.join('; ') })}</span>
      <Button look="quiet" onClick={props.onAdd}>
        {t('takeToo')}
      </Button>
    </output>
  )
}

function Legend({ layout, zonePrices }: { layout: SeatLayout; zonePrices: ZonePrices }) {
  const t = useTexts()
  const locale = useLocale()
  return (
    // On phones it comes after the plan, which is what they have room for.
    <ul
      aria-label={t('legend')}
      className="mt-near flex flex-wrap gap-x-group gap-y-1 text-sm max-tablet:order-1"
    >
      {layout.zones.map((zone, index) => {
        const price = zonePrices.get(zone.key)
        return price ? (
          <li key={zone.key} className="flex items-center gap-1.5">
            <ZoneSwatch zone={index} />
            <span className="min-w-0">{zone.name[locale]}</span>{' '}
            <span className="figures font-semibold whitespace-nowrap">{price.priceText}</span>
          </li>
        ) : null
      })}
    </ul>
  )
}

/** Common props of map and list, and the selection of seats: sofas are selected as a whole. */
function useSeatPlan(
  { screening, layout, places, seats }: HallPlanProps,
  setNotice: (text: string) => void,
) {
  const t = useTexts()
  const locale = useLocale()
  const translate = useSeatMapTexts(locale)
  const snapshot = useMemo(() => {
    const { availability, held, yours } = places
    return { places: availability, held, yours, pools: [] }
  }, [places])
  const live = useSnapshot(layout, snapshot)
  const zonePrices = useMemo<ZonePrices>(
    () =>
      new Map(
        screening.zones.flatMap(({ zone, ticketTypes: [first] }) =>
          zone !== null && first
            ? [
                [
                  zone,
                  {
                    label: first.name,
                    priceText: formatMoney(locale, first.price),
                    priceMinor: first.price.amount,
                  },
                ] as const,
              ]
            : [],
        ),
      ),
    [screening.zones, locale],
  )
  const selected = useMemo(() => new Set(seats.seats.map(({ placeId }) => placeId)), [seats.seats])

  function seatOf(placeId: number): ChosenSeat[] {
    const place = placeById(live.expanded, placeId)
    const [type] = place ? seats.typesOf(place.zoneKey) : []
    if (!place || !type) return []
    const name = placeName(live.expanded, placeId, locale, translate)
    const whole = seatsOfSofa(live.expanded, placeId)
    return [{ placeId, zone: place.zoneKey, ticketTypeId: type.ticketTypeId, name, whole }]
  }

  function select(placeIds: readonly number[], replaces: boolean): void {
    const remaining = replaces ? [] : seats.seats
    const whole = new Set(placeIds.flatMap((placeId) => seatsOfSofa(live.expanded, placeId)))
    const added = [...whole].filter((placeId) => replaces || !selected.has(placeId))
    const hasRoom = remaining.length + added.length <= screening.placesPerOrderMax
    setNotice(hasRoom ? '' : t('most', { count: screening.placesPerOrderMax }))
    if (hasRoom) seats.setSeats([...remaining, ...added.flatMap(seatOf)])
  }

  const shared: SeatChoiceProps = {
    layout,
    availability: live,
    selected,
    zonePrices,
    locale,
    translate,
    onToggle(placeId) {
      const whole = seatsOfSofa(live.expanded, placeId)
      if (selected.has(placeId)) seats.drop(new Set(whole))
      else if (whole.every((seat) => isFree(live.states[seat]) || selected.has(seat)))
        select([placeId], false)
    },
  }
  const flagged = seatFlagBit.accessible | seatFlagBit.companion
  const alone =
    screening.forbidsSingleSeats && selected.size > 0
      ? avoidableSingleSeats(live.expanded, live.states, selected).filter(
          (placeId) => ((live.expanded.flags[placeId] ?? 0) & flagged) === 0,
        )
      : []
  return { shared: { ...shared, alone: new Set(alone) }, live, select, alone }
}
