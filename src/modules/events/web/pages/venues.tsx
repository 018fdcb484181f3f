import { pageData } from '#design/data/page-data.ts'
import { ownVenues } from '#modules/catalogue/venues-contract.ts'
import { VenueList, venueOfList } from '../parts/venue-list.tsx'
import { useVenueTexts } from '../texts.ts'

const page = pageData(
  ownVenues,
  () => ({}),
  ({ items }) => items.map(venueOfList),
)
export const loader = page.loader
export const clientLoader = page.clientLoader

/** All venues by city. */
export default function Venues() {
  const t = useVenueTexts()
  return (
    <VenueList
      venues={page.usePage()}
      title={t('venuesTitle')}
      description={t('venuesDescription')}
      other={{ to: '/theatres', text: t('onlyTheatres') }}
    />
  )
}
