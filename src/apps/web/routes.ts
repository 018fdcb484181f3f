import { index, layout, route, type RouteConfigEntry } from '@react-router/dev/routes'
import { localizedPath, locales, type Locale } from '../../kernel/locale.ts'
import {
  scannerPages,
  flightBookingPages,
  discoveryPages,
  buyerPages,
  flightPages,
  redirectPages,
  listPages,
  planPages,
  merchantPlanPages,
  widgetPages,
  operatorPages,
  merchantPages,
  passPages,
  queuePages,
  unsubscribePages,
  merchantCinemaPages,
  merchantTransportPages,
  checkoutPages,
  editorialPages,
  requestPages,
  showPages,
  cinemaPages,
  cinemaCheckoutPages,
  cinemaRedirects,
  journeyPages,
  journeyOrderPages,
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
      ...routesOf(operatorPages),
      below('plans', 'operator-plans', planPages),
    ]),
    below('scan', 'door', scannerPages),
    below('widget', 'widget', widgetPages),
    layout(`layouts/merchant-${locale}.tsx`, { id: `${locale}:merchant` }, [
      ...routesOf(merchantPages),
      below('plans', 'merchant-plans', merchantPlanPages),
      below('cinema-office', 'merchant-cinema', merchantCinemaPages),
      below('transport-office', 'merchant-transport', merchantTransportPages),
    ]),
    layout(`layouts/${locale}.tsx`, { id: locale }, [
      ...routesOf(discoveryPages),
      ...routesOf(redirectPages),
      below('showing', 'showing', showPages),
      below('reading', 'reading', editorialPages),
      below('listing', 'listing', listPages),
      below('paying', 'paying', checkoutPages),
      below('buying', 'buying', buyerPages),
      layout(`layouts/movies-${locale}.tsx`, { id: `${locale}:movies` }, [
        ...routesOf(cinemaPages),
        ...routesOf(cinemaRedirects),
        below('paying', 'movies-checkout', cinemaCheckoutPages),
      ]),
      below('flights', 'flights', [...flightPages, ...flightBookingPages]),
      below('passes', 'passes', passPages),
      below('queue', 'queue', queuePages),
      below('unsubscribe', 'unsubscribe', unsubscribePages),
      // Its texts are downloaded with its form.
      below('queue', 'requests', requestPages),
      layout(`layouts/travel-${locale}.tsx`, { id: `${locale}:travel` }, [
        ...routesOf(journeyPages),
        below('travelling', 'travelling', journeyOrderPages),
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
