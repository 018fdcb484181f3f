import { pageData } from '#design/data/page-data.ts'
import { venuesTheatre } from '#modules/catalogue/theatres-contract.ts'
import { VenueList, venueOfList } from '../parts/venue-list.tsx'
import { useVenueTexts } from '../texts.ts'

const page = pageData(
  venuesTheatre,
  () => ({}),
  ({ items }) => items.map(venueOfList),
)
export const loader = page.loader
export const clientLoader = page.clientLoader

/** Theatres and opera houses by city. */
export default function Theatres() {
  const t = useVenueTexts()
  return (
    <VenueList
      venues={page.usePage()}
      title={t('theatresTitle')}
      description={t('theatresDescription')}
      other={{ to: '/venues', text: t('venuesAll') }}
    />
  )
}
