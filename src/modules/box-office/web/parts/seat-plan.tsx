import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { eventMap, layoutContent } from '#modules/events/contract.ts'
import { placeById } from '#seatmap/expand.ts'
import type { SeatLayout } from '#seatmap/layout.ts'
import type { SeatChoiceProps } from '#seatmap/web/choice-props.ts'
import type { ZonePrices } from '#seatmap/web/labels.ts'
import { LazySeatList, PlanListSwitch } from '#seatmap/web/plan-or-list.tsx'
import { SeatMap } from '#seatmap/web/seat-map.tsx'
import { useSeatMapTexts, useSnapshot } from '#seatmap/web/use-snapshot.ts'
import { holdAtCounter, releaseAtCounter } from '../../basket-contract.ts'
import type { BasketView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

/** Availability is refreshed because others buy meanwhile. */
const freshMilliseconds = 4_000

interface SeatPlanProps {
  readonly eventId: string
  /** The chosen ticket type, used for seats of its zone. */
  readonly typeId: number | null
  readonly basket: BasketView | null
  readonly onBasket: (basket: BasketView | null) => void
}

type MapView = ReplyOf<typeof eventMap>

/** Seat plan or seat list: a click holds a seat at once, and a second click releases it. */
export default function SeatPlan(props: SeatPlanProps) {
  const t = useTexts()
  const map = useLoaded(eventMap, { query: { eventId: props.eventId } })
  const { reload } = map
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload()
    }, freshMilliseconds)
    return () => clearInterval(timer)
  }, [reload])
  const [last, setLast] = useState<MapView | null>(null)
  if (map.loaded.value && map.loaded.value !== last) setLast(map.loaded.value)
  const shown = map.loaded.value ?? last
  if (!shown) return <LoadedPart of={map}>{() => null}</LoadedPart>
  return shown.layout ? (
    <Hall {...props} map={shown} digest={shown.layout.digest} onChanged={reload} />
  ) : (
    <p className="text-soft">{t('planNone')}</p>
  )
}

interface HallProps extends SeatPlanProps {
  readonly map: MapView
  readonly digest: string
  readonly onChanged: () => void
}

function Hall(props: HallProps) {
  const hall = useLoaded(layoutContent, { params: { digest: props.digest } })
  return <LoadedPart of={hall}>{(layout) => <Plan {...props} layout={layout} />}</LoadedPart>
}

function Plan({ layout, ...props }: HallProps & { readonly layout: SeatLayout }) {
  const t = useTexts()
  const [isList, setList] = useState(false)
  const { shared, refusal } = usePlan(layout, props)
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-near">
        <p className="text-note text-soft">{t('planNote')}</p>
        <PlanListSwitch
          isList={isList}
          words={t(isList ? 'planView' : 'listView')}
          onChange={setList}
        />
      </div>
      {refusal && <Notice>{refusal}</Notice>}
      {isList ? (
        <LazySeatList {...shared} fallback={<Skeleton className="mt-near h-64 rounded-lg" />} />
      ) : (
        <SeatMap {...shared} className="mt-near rounded-lg" style={{ height: '28rem' }} />
      )}
    </div>
  )
}

/** Props shared by plan and list. Seats held by the counter are shown as its own. */
function usePlan(layout: SeatLayout, { map, eventId, typeId, basket, ...props }: HallProps) {
  const locale = useLocale()
  const { run, refusal } = useWork()
  const translate = useSeatMapTexts(locale)
  const snapshot = useMemo(() => {
    const { availability: places, held, yours, pools } = map
    return { places, held, yours, pools }
  }, [map])
  const live = useSnapshot(layout, snapshot)
  const selected = useMemo(
    () => new Set((basket?.lines ?? []).flatMap(({ placeId }) => placeId ?? [])),
    [basket],
  )
  useEffect(() => live.setOwn([...selected]), [live, selected])
  const typeOf = useCallback(
    (zone: string) => {
      const zoned = map.zones.find((one) => one.zone === zone)
      const types = map.ticketTypes.filter(
        ({ isActive, needsAccessCode, ticketTypeId }) =>
          isActive && !needsAccessCode && zoned?.ticketTypeIds.includes(ticketTypeId),
      )
      return types.find(({ ticketTypeId }) => ticketTypeId === typeId) ?? types[0]
    },
    [map, typeId],
  )
  const zonePrices = useMemo<ZonePrices>(
    () =>
      new Map(
        layout.zones.flatMap(({ key }) => {
          const type = typeOf(key)
          if (!type) return []
          const { name: label, total } = type
          const priceText = formatMoney(locale, total)
          return [[key, { label, priceText, priceMinor: total.amount }] as const]
        }),
      ),
    [layout, typeOf, locale],
  )
  const shared: SeatChoiceProps = {
    layout,
    availability: live,
    selected,
    zonePrices,
    locale,
    translate,
    onToggle: (placeId) =>
      void run(async () => {
        const client = browserClient(locale)
        const line = basket?.lines.find((one) => one.placeId === placeId)
        if (basket && line) {
          const body = { orderKey: basket.orderKey, lineIds: [line.lineId] }
          props.onBasket((await client.send(releaseAtCounter, { body })).basket)
        } else {
          const zone = placeById(live.expanded, placeId)?.zoneKey
          const type = zone === undefined ? undefined : typeOf(zone)
          if (!type) return
          const seats = [{ ticketTypeId: type.ticketTypeId, placeId }]
          const order = basket ? { orderKey: basket.orderKey } : {}
          const body = { eventId, seats, digest: map.layout?.digest, ...order }
          props.onBasket(await client.send(holdAtCounter, { body }))
        }
        props.onChanged()
      }),
  }
  return { shared, refusal }
}
