import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { Sheet } from '#design/parts/sheet.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import { isFree } from '#seatmap/availability.ts'
import { placeById } from '#seatmap/expand.ts'
import { viewGrade } from '#seatmap/flight.ts'
import { placeName, type SeatMapTranslate } from '#seatmap/web/labels.ts'
import { useChoosingTexts } from '../choosing-texts.ts'
import { useKindsTexts } from '../kinds-texts.ts'
import { bestOffers, type BestSearch } from './best-search.ts'
import { placesTogether } from '#seatmap/web/places-together.ts'

const ViewFrom = lazy(() => import('#seatmap/web/view-from.tsx'))
const ViewPicture = lazy(() =>
  import('#seatmap/web/view-from.tsx').then((module) => ({ default: module.ViewPicture })),
)

/** The collapsed sheet shows one offer; expanded it shows more. */
const offersMax = 5
/** The lowest is the height of its content, `--sheet-rest`. */
const stops = [0, 0.55, 0.9]

interface OfferSheetProps {
  readonly search: BestSearch
  /** Chosen places are not offered again. */
  readonly selected: ReadonlySet<number>
  readonly translate: SeatMapTranslate
  /** Names of the chosen places, whose bar covers the bottom of the sheet; null without a choice. */
  readonly chosen: string | null
  /** False where tables are chosen by name. */
  readonly hasOffers: boolean
  /** Adds the places of an offer to the choice and shows them on the plan. */
  readonly onTake: (placeIds: readonly number[]) => void
  /** The chosen places and the price legend. */
  readonly children: ReactNode
}

/** On phones: the best offers in a sheet over the bottom of the plan. */
export default function OfferSheet(props: OfferSheetProps) {
  const { search, selected, translate } = props
  const t = useChoosingTexts()
  const k = useKindsTexts()
  const locale = useLocale()
  const [stop, setStop] = useState(0)
  const [lookedFrom, setLookedFrom] = useState(0)
  const offers = useOffers(search, selected, !props.hasOffers ? 0 : stop === 0 ? 1 : offersMax)
  const [first, ...others] = offers
  const isChosen = props.chosen !== null
  const listed = isChosen ? offers : others

  function take(placeIds: readonly number[]): void {
    // Collapses the sheet to show the chosen places on the plan.
    setStop(0)
    props.onTake(placeIds)
  }

  const offer = (placeIds: readonly number[]) => (
    <Offer
      key={placeIds.join(' ')}
      placeIds={placeIds}
      search={search}
      translate={translate}
      onTake={() => take(placeIds)}
      onLook={() => setLookedFrom(placeIds[0] ?? 0)}
    />
  )
  return (
    <>
      <Sheet
        label={t('offers')}
        stops={stops}
        stop={stop}
        onStop={setStop}
        className="min-h-(--sheet-rest)"
        head={
          <div className="px-4 pb-1">
            {isChosen ? (
              <p className="figures truncate text-sm font-semibold">
                {stop === 0 ? props.chosen : t('basket')}
              </p>
            ) : first ? (
              <>
                <p className="mb-1.5 text-sm leading-none text-soft">{t('offers')}</p>
                {offer(first)}
              </>
            ) : (
              <p className="py-3 text-soft">{props.hasOffers ? t('bestNone') : k('chooseTable')}</p>
            )}
          </div>
        }
      >
        {/* While collapsed, content below the head is invisible and must not be focusable. */}
        <div hidden={stop === 0} className="pb-28">
          {props.children}
          {isChosen && listed.length > 0 && <p className="mt-4 text-sm text-soft">{t('offers')}</p>}
          {listed.length > 0 && (
            <ul className="mt-2 grid gap-2">
              {listed.map((placeIds) => (
                <li key={placeIds.join(' ')}>{offer(placeIds)}</li>
              ))}
            </ul>
          )}
        </div>
      </Sheet>
      {lookedFrom !== 0 && (
        <Suspense>
          <ViewFrom
            expanded={search.live.expanded}
            from={{ placeId: lookedFrom }}
            locale={locale}
            translate={translate}
            onClose={() => setLookedFrom(0)}
          />
        </Suspense>
      )}
    </>
  )
}

interface OfferProps extends Pick<OfferSheetProps, 'search' | 'translate'> {
  readonly placeIds: readonly number[]
  readonly onTake: () => void
  readonly onLook: () => void
}

/** "2 together, 94.50 ₾, good view" with the view from the first place. */
function Offer({ placeIds, search, translate, onTake, onLook }: OfferProps) {
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
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 tablet:gap-3">
      <button
        type="button"
        // On phones the facts need the room: the collapsed sheet has five lines.
        className="h-12 w-14 overflow-hidden rounded-md border border-rule tablet:h-16 tablet:w-18"
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

/** The best offers; searched again when one of their places is taken. */
function useOffers(search: BestSearch, selected: ReadonlySet<number>, count: number) {
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
