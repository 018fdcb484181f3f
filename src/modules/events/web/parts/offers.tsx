import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { late } from '#design/late.ts'
import { Button } from '#design/parts/button.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import { isFree } from '#seatmap/availability.ts'
import { placeById } from '#seatmap/expand.ts'
import { viewGrade } from '#seatmap/flight.ts'
import { placeName, type SeatMapTranslate } from '#seatmap/web/labels.ts'
import { placesTogether } from '#seatmap/web/places-together.ts'
import { useChoosingTexts } from '../choosing-texts.ts'
import { bestOffers, type BestSearch } from './best-search.ts'

const ViewFrom = lazy(() => late(import('#seatmap/web/view-from.tsx')))
const ViewPicture = lazy(() =>
  late(import('#seatmap/web/view-from.tsx').then((module) => ({ default: module.ViewPicture }))),
)

/** A list of offers shows this many. */
export const offersMax = 5

interface OfferProps {
  readonly search: BestSearch
  readonly translate: SeatMapTranslate
  readonly placeIds: readonly number[]
  readonly onTake: () => void
  readonly onLook: () => void
}

/** "2 together, 94.50 ₾, good view" with the view from the first place. */
export function Offer({ placeIds, search, translate, onTake, onLook }: OfferProps) {
  const t = useChoosingTexts()
  const locale = useLocale()
  const { expanded } = search.live
  const names = placeIds.map((placeId) => placeName(expanded, placeId, locale, translate))
  const where = placesTogether(names, locale)
  const total = placeIds.reduce((sum, placeId) => {
    const zone = placeById(expanded, placeId)?.zoneKey ?? ''
    return sum + (search.zonePrices.get(zone)?.priceMinor ?? 0)
  }, 0)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 tablet:gap-3 desk:gap-2">
      <button
        type="button"
        // On phones, whose collapsed sheet has five lines, and in the narrow basket the facts need the room.
        className="h-12 w-14 overflow-hidden rounded-md border border-rule tablet:h-16 tablet:w-18 desk:h-12 desk:w-14"
        aria-label={`${translate('viewFrom')}: ${names[0] ?? ''}`}
        onClick={onLook}
      >
        <Suspense>
          <ViewPicture expanded={expanded} from={{ placeId: placeIds[0] ?? 0 }} />
        </Suspense>
      </button>
      <div className="figures min-w-0 text-sm leading-tight text-soft">
        <Dotted
          className="font-bold text-ink"
          facts={[
            t('offerTogether', { count: placeIds.length }),
            formatMoney(locale, money(total)),
          ]}
        />
        <Dotted facts={[...where.split(' · '), t(`view-${viewGrade(expanded, placeIds)}`)]} />
      </div>
      <Button look="quiet" aria-label={`${t('offerTake')}: ${where}`} onClick={onTake}>
        {t('offerTake')}
      </Button>
    </div>
  )
}

/** The view from the first place of an offer, over the page. */
export function OfferView(props: {
  readonly search: BestSearch
  readonly translate: SeatMapTranslate
  readonly placeId: number
  readonly onClose: () => void
}) {
  const locale = useLocale()
  return (
    <Suspense>
      <ViewFrom
        expanded={props.search.live.expanded}
        from={{ placeId: props.placeId }}
        locale={locale}
        translate={props.translate}
        onClose={props.onClose}
      />
    </Suspense>
  )
}

/** The best offers; searched again when one of their places is taken. */
export function useOffers(search: BestSearch, selected: ReadonlySet<number>, count: number) {
  const { live, zonePrices, filters, quantity } = search
  const [taken, setTaken] = useState(0)
  const offers = useMemo(
    () => bestOffers({ live, zonePrices, filters, quantity }, selected, count),
    // oxlint-disable-next-line react/exhaustive-deps -- `taken` says that what was found is no longer free
    [live, zonePrices, filters, quantity, selected, count, taken],
  )
  useEffect(
    () =>
      live.subscribe(() => {
        if (offers.flat().some((placeId) => !isFree(live.states[placeId])))
          setTaken((before) => before + 1)
      }),
    [live, offers],
  )
  return offers
}
