import { useState } from 'react'
import type { SeatMapTranslate } from '#seatmap/web/labels.ts'
import { useChoosingTexts } from '../choosing-texts.ts'
import type { BestSearch } from './best-search.ts'
import { Offer, offersMax, OfferView, useOffers } from './offers.tsx'

const noPlaces: ReadonlySet<number> = new Set()

/** On wide screens: the best offers in the basket, while nothing is chosen. */
export default function OfferPanel(props: {
  readonly search: BestSearch
  readonly translate: SeatMapTranslate
  /** Adds the places of an offer to the choice and shows them on the plan. */
  readonly onTake: (placeIds: readonly number[]) => void
}) {
  const { search, translate, onTake } = props
  const t = useChoosingTexts()
  const [lookedFrom, setLookedFrom] = useState(0)
  const offers = useOffers(search, noPlaces, offersMax)
  if (offers.length === 0) return null
  return (
    <section aria-labelledby="offers" className="-mx-3 mt-6">
      <h3 id="offers" className="mx-3 mb-2 text-sm font-semibold">
        {t('offers')}
      </h3>
      <ul className="grid gap-2">
        {offers.map((placeIds) => (
          <li key={placeIds.join(' ')} className="border-t border-rule pt-2">
            <Offer
              placeIds={placeIds}
              search={search}
              translate={translate}
              onTake={() => onTake(placeIds)}
              onLook={() => setLookedFrom(placeIds[0] ?? 0)}
            />
          </li>
        ))}
      </ul>
      {lookedFrom !== 0 && (
        <OfferView
          search={search}
          translate={translate}
          placeId={lookedFrom}
          onClose={() => setLookedFrom(0)}
        />
      )}
    </section>
  )
}
