import { index, layout, route, type RouteConfigEntry } from '@react-router/dev/routes'
import { localizedPath, locales, type Locale } from '../../kernel/locale.ts'
import {
  atDoor,
  bookingFlights,
  browsing,
  buying,
  flying,
  leadingOn,
  listing,
  drawing,
  drawingOwn,
  embedding,
  operating,
  organising,
  passing,
  queueing,
  refusingNews,
  runningCinemas,
  paying,
  reading,
  requesting,
  showing,
  watching,
  watchingCheckout,
  watchingOn,
  travel,
  travelling,
  type PersonalPage,
  type PublicPage,
} from './page-table.ts'

/** The whole table once for each language, inside the layouts with the language's texts. */
const shop = locales.flatMap((locale) => {
  const routesOf = (pages: readonly (PublicPage | PersonalPage)[]): RouteConfigEntry[] =>
    pages.map((page) => pageRoute(locale, page))
  /** A layout whose name is part of the file with its texts. */
  const below = (
    name: string,
    id: string,
    pages: readonly (PublicPage | PersonalPage)[],
  ): RouteConfigEntry =>
    layout(`layouts/${name}-${locale}.tsx`, { id: `${locale}:${id}` }, routesOf(pages))
  return [
    layout(`layouts/operator-${locale}.tsx`, { id: `${locale}:operator` }, [
      ...routesOf(operating),
      below('plans', 'operator-plans', drawing),
    ]),
    below('scan', 'door', atDoor),
    below('widget', 'widget', embedding),
    layout(`layouts/merchant-${locale}.tsx`, { id: `${locale}:merchant` }, [
      ...routesOf(organising),
      below('plans', 'merchant-plans', drawingOwn),
      below('cinema-office', 'merchant-cinema', runningCinemas),
    ]),
    layout(`layouts/${locale}.tsx`, { id: locale }, [
      ...routesOf(browsing),
      ...routesOf(leadingOn),
      below('showing', 'showing', showing),
      below('reading', 'reading', reading),
      below('listing', 'listing', listing),
      below('paying', 'paying', paying),
      below('buying', 'buying', buying),
      layout(`layouts/movies-${locale}.tsx`, { id: `${locale}:movies` }, [
        ...routesOf(watching),
        ...routesOf(watchingOn),
        below('paying', 'movies-checkout', watchingCheckout),
      ]),
      below('flights', 'flights', [...flying, ...bookingFlights]),
      below('passes', 'passes', passing),
      below('queue', 'queue', queueing),
      below('letters', 'letters', refusingNews),
      // Its texts are downloaded with its form.
      below('queue', 'requests', requesting),
      layout(`layouts/travel-${locale}.tsx`, { id: `${locale}:travel` }, [
        ...routesOf(travel),
        below('travelling', 'travelling', travelling),
      ]),
    ]),
  ]
})

/** The component gallery; production builds do not contain it. */
const forDevelopers =
  process.env['NODE_ENV'] === 'production'
    ? []
    : locales.map((locale) =>
        route(localizedPath(locale, '/dev/kit').slice(1), 'dev/kit-page.tsx', {
          id: `${locale}:/dev/kit`,
        }),
      )

export default [...shop, ...forDevelopers]

function pageRoute(
  locale: Locale,
  [path, file]: readonly [string, string, ...unknown[]],
): RouteConfigEntry {
  const id = `${locale}:${path}`
  const address = localizedPath(locale, path).slice(1)
  return address === '' ? index(file, { id }) : route(address, file, { id })
}
