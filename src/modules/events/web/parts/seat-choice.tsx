import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { List, Map as MapIcon, SlidersHorizontal } from 'lucide-react'
import { late } from '#design/late.ts'
import { useLocale } from '#design/texts.tsx'
import type { Locale } from '#kernel/locale.ts'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { formatText } from '#kernel/texts.ts'
import type { EventMapView } from '#modules/events/contract.ts'
import { isFree } from '#seatmap/availability.ts'
import { placeById, unfold } from '#seatmap/expand.ts'
import { filterOf, hasFilters, type SeatFilters } from '#seatmap/filter.ts'
import type { SeatLayout } from '#seatmap/layout.ts'
import type { AvailabilityUpdate, LiveAvailability } from '#seatmap/live.ts'
import english from '#seatmap/messages/en.json'
import georgian from '#seatmap/messages/ka.json'
import type { SeatChoiceProps, ShownPlaces } from '#seatmap/web/choice-props.ts'
import { SeatMap } from '#seatmap/web/seat-map.tsx'
import {
  minorPrices,
  placeName,
  type SeatMapTranslate,
  type ZonePrices,
} from '#seatmap/web/labels.ts'
import { placesTogether } from '#seatmap/web/places-together.ts'
import { useChoosingTexts } from '../choosing-texts.ts'
import { Lines } from './basket.tsx'
import { BestSeats } from './best-seats.tsx'
import { SeatsLeftAlone, useSeatsLeftAlone } from './seats-left-alone.tsx'
import { assignTypes, refusalOfType, refusalText } from './type-limits.ts'
import type { Chosen, ChosenSeat } from './use-choice.ts'
import type { LiveSale } from './live-changes.ts'
import { useLiveMap } from './use-live-map.ts'
import { useNarrow } from './use-narrow.ts'
import { useOrderLimit } from './use-order-limit.ts'
import { ZoneLegend } from './zone-legend.tsx'
import { zonePricesOf, zoneTypesOf, type ZoneTypes } from './zone-types.ts'

const SeatList = lazy(() =>
  import('#seatmap/web/seat-list.tsx').then((module) => ({ default: module.SeatList })),
)
/** Only for phones. */
const OfferSheet = lazy(() => import('./offer-sheet.tsx'))
/** Only for wide screens. */
const OfferPanel = lazy(() => import('./offer-panel.tsx'))
const MapFilters = lazy(() => late(import('./map-filters.tsx')))

interface SeatChoiceOptions {
  readonly layout: SeatLayout
  readonly map: EventMapView
  readonly chosen: Chosen
  /** Opens reserved places, or a private show. */
  readonly accessCode?: string
  /** Where the basket shows offers; null while it has other content. */
  readonly offersIn: HTMLElement | null
  onSale(sale: LiveSale): void
  onPolling(isPolling: boolean): void
}

/** Chooses places on the hall's map, or in its list view; loaded with the map's script. */
export default function SeatChoice(props: SeatChoiceOptions) {
  const { layout, map, chosen } = props
  const t = useChoosingTexts()
  const locale = useLocale()
  const [isList, setList] = useState(false)
  const [areFiltersOpen, setFiltersOpen] = useState(false)
  const [filters, setFilters] = useState<SeatFilters>({})
  const isOfTables = map.ticketTypes.some((type) => type.table)
  const live = useLiveMap(props)
  const [shown, setShown] = useState<ShownPlaces | null>(null)
  /** Most visitors come in twos. */
  const [quantity, setQuantity] = useState(2)
  const isNarrow = useNarrow()
  const { shared, zonePrices, notice, setNotice, chooseOnly, alone } = useShared(props, live)
  useFilter(live, zonePrices, filters)
  const search = { live, zonePrices, filters, quantity }
  const legend = (
    <ZoneLegend layout={layout} zonePrices={zonePrices} filters={filters} onChange={setFilters} />
  )

  function take(placeIds: readonly number[]): void {
    chooseOnly(placeIds)
    setShown({ placeIds })
  }

  return (
    <div className="relative flex flex-1 flex-col">
      <div className="flex flex-wrap items-center justify-between gap-2 desk:gap-x-6">
        {isOfTables ? (
          <span />
        ) : (
          <BestSeats
            search={search}
            most={Math.max(map.placesPerOrderMax - (chosen.held?.lines.length ?? 0), 1)}
            onQuantity={setQuantity}
            onNone={() => setNotice(t('bestNone'))}
            onFound={take}
          />
        )}
        <div className="flex gap-2">
          <FilterSwitch isOpen={areFiltersOpen} filters={filters} onChange={setFiltersOpen} />
          <ViewSwitch isList={isList} onChange={setList} />
        </div>
      </div>
      {areFiltersOpen && (
        <Suspense>
          <MapFilters live={live} zonePrices={zonePrices} filters={filters} onChange={setFilters} />
        </Suspense>
      )}
      {!isNarrow && legend}
      <Notice lost={chosen.lost} notice={notice} />
      {isList ? (
        <div className="mt-4 border-t-2 border-ink">
          <Suspense fallback={<Skeleton blocks={['h-64']} className="mt-2" />}>
            <SeatList {...shared} />
          </Suspense>
        </div>
      ) : (
        <SeatMap
          {...shared}
          shown={shown}
          className="mt-2 flex-1 max-tablet:-mx-4 tablet:rounded-lg"
          style={{ minHeight: '13.5rem' }}
        />
      )}
      <SeatsLeftAlone {...alone} />
      {!isNarrow && !isOfTables && (
        <OffersIn element={props.offersIn}>
          <OfferPanel search={search} translate={shared.translate} onTake={take} />
        </OffersIn>
      )}
      {isNarrow && (
        <Suspense>
          <OfferSheet
            search={search}
            selected={shared.selected}
            translate={shared.translate}
            chosen={chosen.lines.length > 0 ? namesOf(chosen, locale) : null}
            hasOffers={!isOfTables}
            onTake={take}
          >
            {chosen.lines.length > 0 && <Lines chosen={chosen} map={map} />}
            {legend}
          </OfferSheet>
        </Suspense>
      )}
    </div>
  )
}

/** Says what was lost or refused, over the plan, so that changing texts do not shift the layout. */
function Notice({ lost, notice }: { lost: Chosen['lost']; notice: string }) {
  const t = useChoosingTexts()
  // In a sentence, where no line is to end with a dot.
  const places = lost.map(({ name }) => name.replaceAll(' · ', ', ')).join('; ')
  return (
    <div className="relative z-10 h-0">
      <output className="absolute inset-x-3 top-4 mx-auto block w-fit rounded-md border border-rule bg-card px-4 py-2 text-note text-warn shadow-(--shadow) empty:hidden">
        {lost.length > 0 ? t('lost', { places }) : notice}
      </output>
    </div>
  )
}

/** Shows offers in an element of the basket; nothing while there is none. */
function OffersIn({ element, children }: { element: HTMLElement | null; children: ReactNode }) {
  return element && createPortal(<Suspense>{children}</Suspense>, element)
}

/** Common props of map and list, and the actions of a click. */
function useShared({ layout, map, chosen }: SeatChoiceOptions, live: LiveAvailability) {
  const t = useChoosingTexts()
  const locale = useLocale()
  const translate = useSeatMapTexts(map.naming)
  const [notice, setNotice] = useState('')
  const aloneIds = useSeatsLeftAlone(map, live, chosen)
  const types = useMemo(() => zoneTypesOf(layout, map), [layout, map])
  const zonePrices = useMemo(() => zonePricesOf(types, locale), [types, locale])
  const { choice, held, lost } = chosen
  const fullNotice = useOrderLimit(map, map.placesPerOrderMax)
  const selected = useMemo(
    () => new Set([...choice.seats.map(({ placeId }) => placeId), ...(held?.placeIds ?? [])]),
    [choice.seats, held],
  )
  const lostPlaces = useMemo(() => new Set(lost.map(({ placeId }) => placeId)), [lost])
  useOwnAndLostPlaces(live, chosen)

  function seatOf(placeId: number): ChosenSeat | null {
    const place = placeById(unfold(layout), placeId)
    const ticketTypes = place && types.get(place.zoneKey)
    const [ticketType] = ticketTypes ?? []
    if (!ticketTypes || !ticketType) return null
    const name = placeName(unfold(layout), placeId, locale, translate)
    return { placeId, ticketType, ticketTypes, name }
  }

  /** Selects these seats in addition to held and remaining ones, each with a compatible ticket type. */
  function choose(placeIds: readonly number[], staying: readonly ChosenSeat[]): void {
    const gone = new Set(choice.seats.filter((seat) => !staying.includes(seat)).map(seatKey))
    const kept = chosen.lines.filter(({ key }) => !gone.has(key))
    const seats = placeIds.flatMap((placeId) => seatOf(placeId) ?? [])
    const { places, refusal } = assignTypes(map, kept, seats)
    setNotice(refusal ? refusalText(t, refusal) : '')
    if (!refusal) chosen.setSeats([...staying, ...places])
  }

  /** Adds new places unless the order would hold too many; removes chosen ones. */
  function toggleAll(placeIds: readonly number[]): void {
    const fresh = placeIds.filter((placeId) => !selected.has(placeId))
    const hasRoom = chosen.count + fresh.length <= map.placesPerOrderMax
    setNotice(hasRoom ? '' : fullNotice)
    if (!hasRoom) return
    const staying = choice.seats.filter(({ placeId }) => !placeIds.includes(placeId))
    if (fresh.length === 0) return chosen.setSeats(staying)
    choose(fresh, choice.seats)
  }

  const shared: SeatChoiceProps = {
    layout,
    availability: live,
    selected,
    lost: lostPlaces,
    alone: aloneIds,
    poolSelected: poolQuantities(map, chosen),
    zonePrices,
    locale,
    translate,
    poolQuantityMax: map.placesPerOrderMax,
    onToggle(placeId) {
      if (held?.placeIds.includes(placeId)) chosen.releasePlace(placeId)
      else toggleAll([placeId])
    },
    onChooseAll: toggleAll,
    onPoolChange(poolId, quantity) {
      const before = poolQuantities(map, chosen).get(poolId) ?? 0
      const hasRoom = chosen.count + quantity - before <= map.placesPerOrderMax
      setNotice(hasRoom ? '' : fullNotice)
      if (hasRoom) changePool(poolId, quantity - before, map, types, chosen)
    },
  }
  const alone = {
    names: [...aloneIds].map((placeId) => placeName(live.expanded, placeId, locale, translate)),
    onTakeToo: () => toggleAll([...aloneIds]),
    onOthers: () => chosen.setSeats(awayFrom(live, choice.seats, aloneIds)),
  }
  return {
    shared,
    zonePrices,
    notice,
    setNotice,
    alone,
    chooseOnly: (ids: readonly number[]) => choose(ids, []),
  }
}

function namesOf({ lines }: Chosen, locale: Locale): string {
  return placesTogether(
    lines.map(({ name }) => name),
    locale,
  )
}

const seatKey = ({ placeId }: { placeId: number }): string => `seat-${placeId}`

/** The chosen seats in other rows than these places, which stay chosen when others are selected. */
function awayFrom(
  { expanded }: LiveAvailability,
  seats: readonly ChosenSeat[],
  placeIds: ReadonlySet<number>,
): ChosenSeat[] {
  const rows = new Set([...placeIds].map((placeId) => expanded.row[placeId]))
  return seats.filter(({ placeId }) => !rows.has(expanded.row[placeId]))
}

/** Adds a place of the first possible type, or removes one of the last type that has any. */
function changePool(
  poolId: number,
  difference: number,
  map: EventMapView,
  types: ZoneTypes,
  chosen: Chosen,
): void {
  const selling = [...types.values()].flat().filter((type) => type.poolId === poolId)
  const { quantities } = chosen.choice
  const type =
    difference > 0
      ? selling.find((one) => refusalOfType(map, chosen.lines, one) === null)
      : selling.toReversed().find(({ ticketTypeId }) => (quantities.get(ticketTypeId) ?? 0) > 0)
  if (!type) return
  const quantity = (quantities.get(type.ticketTypeId) ?? 0) + difference
  chosen.setQuantity(type.ticketTypeId, quantity)
}

/** Shows places held by the visitor's own order as theirs, and removes chosen ones that others have taken. */
function useOwnAndLostPlaces(live: LiveAvailability, chosen: Chosen): void {
  const { held } = chosen
  const onChange = useEffectEvent(({ placeIds }: AvailabilityUpdate) => {
    if (chosen.isTaking) return
    const mine = new Set(chosen.choice.seats.map(({ placeId }) => placeId))
    const gone = placeIds.filter((placeId) => mine.has(placeId) && !isFree(live.states[placeId]))
    if (gone.length > 0) chosen.dropTaken(new Set(gone))
  })
  useEffect(() => live.subscribe((update) => onChange(update)), [live])
  useEffect(() => live.setOwn(held?.placeIds ?? []), [live, held])
}

/** Applies the filter to the map; the filter for free places is applied again after each change. */
function useFilter(live: LiveAvailability, zonePrices: ZonePrices, filters: SeatFilters): void {
  useEffect(() => {
    const apply = () =>
      live.setFilter(filterOf(live.expanded, live.states, minorPrices(zonePrices), filters))
    if (hasFilters(filters) || live.isFiltered) apply()
    if (!filters.resaleOnly) return undefined
    return live.subscribe(({ isWhole }) => {
      if (!isWhole) apply()
    })
  }, [live, zonePrices, filters])
}

function poolQuantities(map: EventMapView, chosen: Chosen): ReadonlyMap<number, number> {
  const quantities = new Map<number, number>()
  for (const { poolId, ticketTypeId } of map.ticketTypes) {
    const chosenOfType = chosen.choice.quantities.get(ticketTypeId) ?? 0
    if (poolId !== null) quantities.set(poolId, (quantities.get(poolId) ?? 0) + chosenOfType)
  }
  return quantities
}

function useSeatMapTexts(naming: EventMapView['naming']): SeatMapTranslate {
  const locale = useLocale()
  return useMemo(() => {
    const texts = locale === 'ka' ? georgian : english
    const translate: SeatMapTranslate = (key, values) => formatText(locale, texts[key], values)
    return naming ? Object.assign(translate, { naming }) : translate
  }, [locale, naming])
}

/** Icon only on phones, with the label elsewhere. */
const controlClass = 'chip max-tablet:min-w-11 max-tablet:justify-center max-tablet:px-2'

function ViewSwitch(props: { isList: boolean; onChange: (isList: boolean) => void }) {
  const t = useChoosingTexts()
  return (
    <fieldset className="flex gap-2">
      <legend className="sr-only">{t('viewSwitch')}</legend>
      {[false, true].map((isList) => (
        <button
          key={String(isList)}
          type="button"
          // On phones only the button of the other view is shown.
          className={`${controlClass} max-tablet:aria-pressed:hidden`}
          aria-pressed={props.isList === isList}
          onClick={() => props.onChange(isList)}
        >
          {isList ? (
            <List size={18} aria-hidden="true" />
          ) : (
            <MapIcon size={18} aria-hidden="true" />
          )}
          <span className="max-tablet:sr-only">{t(isList ? 'listView' : 'mapView')}</span>
        </button>
      ))}
    </fieldset>
  )
}

function FilterSwitch(props: {
  isOpen: boolean
  filters: SeatFilters
  onChange: (isOpen: boolean) => void
}) {
  const { isOpen, filters, onChange } = props
  const t = useChoosingTexts()
  return (
    <button
      type="button"
      className={controlClass}
      aria-expanded={isOpen}
      data-active={hasFilters(filters) || undefined}
      onClick={() => onChange(!isOpen)}
    >
      <SlidersHorizontal size={18} aria-hidden="true" />
      <span className="max-tablet:sr-only">{t('filters')}</span>
      {hasFilters(filters) && <span aria-hidden="true"> ●</span>}
    </button>
  )
}
