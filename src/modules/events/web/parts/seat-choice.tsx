import { useMemo, useState } from 'react'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { formatText } from '#kernel/texts.ts'
import type { EventMapView, TicketTypeView } from '#modules/events/contract.ts'
import { readSnapshot } from '#seatmap/availability.ts'
import { chooseBest } from '#seatmap/best.ts'
import { expandLayout, placeById, type ExpandedLayout } from '#seatmap/expand.ts'
import { poolsOf, type SeatLayout } from '#seatmap/layout.ts'
import english from '#seatmap/messages/en.json'
import georgian from '#seatmap/messages/ka.json'
import { SeatList } from '#seatmap/web/seat-list.tsx'
import { SeatMap, type SeatChoiceProps } from '#seatmap/web/seat-map.tsx'
import {
  minorPrices,
  rowWords,
  type SeatMapTranslate,
  type ZonePrices,
} from '#seatmap/web/words.ts'
import { ZoneSwatch } from '#seatmap/web/zone-swatch.tsx'
import { useTexts } from '../texts.ts'
import { Stepper } from './ticket-types.tsx'
import type { ChosenSeat, useChoice } from './use-choice.ts'

type Chosen = ReturnType<typeof useChoice>

/** Places on the map of the hall, or in its list twin; comes with the map's own script, so it loads late. */
export default function SeatChoice(props: {
  layout: SeatLayout
  map: EventMapView
  chosen: Chosen
}) {
  const { layout, map, chosen } = props
  const locale = useLocale()
  const [isList, setList] = useState(false)
  const { expanded, types, availability, zonePrices } = usePrepared(layout, map)
  const selected = useMemo(
    () => new Set(chosen.choice.seats.map(({ placeId }) => placeId)),
    [chosen.choice.seats],
  )
  const translate = useSeatMapTexts()

  function seatOf(placeId: number): ChosenSeat | null {
    const place = placeById(expanded, placeId)
    const ticketType = place && types.get(place.zoneKey)
    if (!ticketType) return null
    return { placeId, ticketType, name: nameOf(expanded, placeId, locale, translate) }
  }

  const shared: SeatChoiceProps = {
    layout,
    availability,
    selected,
    poolSelected: poolQuantities(map, chosen),
    zonePrices,
    locale,
    translate,
    poolQuantityMax: map.placesPerOrderMax,
    onToggle(placeId) {
      const seat = seatOf(placeId)
      if (!seat) return
      if (selected.has(placeId) || chosen.count < map.placesPerOrderMax) chosen.toggleSeat(seat)
    },
    onPoolChange(poolId, quantity) {
      const type = map.ticketTypes.find((candidate) => candidate.poolId === poolId)
      if (type) chosen.setQuantity(type.ticketTypeId, quantity)
    },
  }
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <BestSeats
          most={map.placesPerOrderMax}
          find={(quantity) => {
            const placeIds = chooseBest({
              expanded,
              states: availability.states,
              zonePrices: minorPrices(zonePrices),
              quantity,
              together: true,
            })
            chosen.setSeats(placeIds.flatMap((placeId) => seatOf(placeId) ?? []))
            return placeIds.length > 0
          }}
        />
        <ViewSwitch isList={isList} onChange={setList} />
      </div>
      <Legend layout={layout} zonePrices={zonePrices} />
      {isList ? (
        <div className="mt-4 border-t-2 border-ink">
          <SeatList {...shared} />
        </div>
      ) : (
        <SeatMap
          {...shared}
          className="mt-4"
          style={{ height: 'min(68dvh, 44rem)', minHeight: '20rem' }}
        />
      )}
    </div>
  )
}

/** The layout unfolded, what is free decoded, and what each zone costs; each again only when it changed. */
function usePrepared(layout: SeatLayout, map: EventMapView) {
  const locale = useLocale()
  const expanded = useMemo(() => expandLayout(layout), [layout])
  const types = useMemo(() => typesByZone(map), [map])
  const availability = useMemo(
    () => readSnapshot({ places: map.availability, pools: map.pools }),
    [map.availability, map.pools],
  )
  const zonePrices = useMemo<ZonePrices>(
    () =>
      new Map(
        [...types, ...poolTypes(layout, map)].map(([zone, type]) => [
          zone,
          {
            label: type.name,
            priceText: formatMoney(locale, type.total),
            priceMinor: type.total.amount,
          },
        ]),
      ),
    [types, layout, map, locale],
  )
  return { expanded, types, availability, zonePrices }
}

/** Standing areas are sold by pool; their zones of the layout take the price of the type that sells the pool. */
function poolTypes(layout: SeatLayout, map: EventMapView): [string, TicketTypeView][] {
  return poolsOf(layout).flatMap(({ section, pool }) => {
    const type = map.ticketTypes.find(({ poolId, isActive }) => poolId === pool.poolId && isActive)
    return type ? [[section.zone, type] as [string, TicketTypeView]] : []
  })
}

/** A zone is sold by one type as a rule; the cheapest one is offered where there are more. */
function typesByZone(map: EventMapView): ReadonlyMap<string, TicketTypeView> {
  const byId = new Map(map.ticketTypes.map((type) => [type.ticketTypeId, type]))
  const found = new Map<string, TicketTypeView>()
  for (const { zone, ticketTypeIds } of map.zones) {
    const active = ticketTypeIds.flatMap((id) => byId.get(id) ?? []).filter((type) => type.isActive)
    const [cheapest] = active.toSorted((left, right) => left.total.amount - right.total.amount)
    if (cheapest) found.set(zone, cheapest)
  }
  return found
}

function poolQuantities(map: EventMapView, chosen: Chosen): ReadonlyMap<number, number> {
  return new Map(
    map.ticketTypes.flatMap(({ poolId, ticketTypeId }) =>
      poolId === null ? [] : [[poolId, chosen.choice.quantities.get(ticketTypeId) ?? 0] as const],
    ),
  )
}

function nameOf(
  expanded: ExpandedLayout,
  placeId: number,
  locale: 'ka' | 'en',
  translate: SeatMapTranslate,
): string {
  const place = placeById(expanded, placeId)
  if (!place) return ''
  const seat = translate('seat', { seat: place.seatLabel })
  return [place.section.name[locale], rowWords(expanded, place.row, translate), seat].join(' · ')
}

function useSeatMapTexts(): SeatMapTranslate {
  const locale = useLocale()
  return useMemo(() => {
    const texts = locale === 'ka' ? georgian : english
    return (key, values) => formatText(locale, texts[key], values)
  }, [locale])
}

function BestSeats(props: { most: number; find: (quantity: number) => boolean }) {
  const t = useTexts()
  const [quantity, setQuantity] = useState(2)
  const [isNone, setNone] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Stepper
        name={t('best')}
        quantity={quantity}
        least={1}
        most={props.most}
        onChange={setQuantity}
      />
      <button
        type="button"
        className="button button-quiet"
        onClick={() => setNone(!props.find(quantity))}
      >
        {t('best')}
      </button>
      <output className="text-sm text-warn">{isNone && t('bestNone')}</output>
    </div>
  )
}

function ViewSwitch(props: { isList: boolean; onChange: (isList: boolean) => void }) {
  const t = useTexts()
  return (
    <fieldset className="flex gap-2">
      <legend className="sr-only">{t('viewSwitch')}</legend>
      {[false, true].map((isList) => (
        <button
          key={String(isList)}
          type="button"
          className="chip min-h-11"
          aria-pressed={props.isList === isList}
          onClick={() => props.onChange(isList)}
        >
          {t(isList ? 'listView' : 'mapView')}
        </button>
      ))}
    </fieldset>
  )
}

function Legend({ layout, zonePrices }: { layout: SeatLayout; zonePrices: ZonePrices }) {
  const t = useTexts()
  return (
    <ul
      aria-label={t('prices')}
      className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-x-6 gap-y-1 text-sm tablet:flex tablet:flex-wrap tablet:gap-x-5 tablet:gap-y-2 tablet:text-[0.9375rem]"
    >
      {layout.zones.map((zone, index) => {
        const price = zonePrices.get(zone.key)
        if (!price) return null
        return (
          <li key={zone.key} className="flex items-center gap-2">
            <ZoneSwatch zone={index} />
            <span className="min-w-0 leading-tight">{price.label}</span>
            <span className="figures font-semibold whitespace-nowrap max-tablet:ml-auto">
              {price.priceText}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
