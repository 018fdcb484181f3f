import { useState, type ReactNode } from 'react'
import { Sheet } from '#design/parts/sheet.tsx'
import type { SeatMapTranslate } from '#seatmap/web/labels.ts'
import { useChoosingTexts } from '../choosing-texts.ts'
import { useKindsTexts } from '../kinds-texts.ts'
import type { BestSearch } from './best-search.ts'
import { Offer, offersMax, OfferView, useOffers } from './offers.tsx'

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
        <OfferView
          search={search}
          translate={translate}
          placeId={lookedFrom}
          onClose={() => setLookedFrom(0)}
        />
      )}
    </>
  )
}
