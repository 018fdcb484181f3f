import { index, layout, route, type RouteConfigEntry } from '@react-router/dev/routes'
import { localizedPath, locales, type Locale } from '../../kernel/locale.ts'

type Page = readonly [path: string, file: string]

/** Pages to find something: their path without a locale, and the file that shows it. One line a page. */
const browsing: readonly Page[] = [
  ['/', 'pages/home.tsx'],
  ['/search', 'pages/search.tsx'],
  ['/standard-terms-and-conditions', 'pages/terms.tsx'],
]

/** Pages of shows and events; their texts come with the first of them. */
const showing: readonly Page[] = [
  ['/shows/:slug', '../../modules/events/web/pages/show.tsx'],
  ['/events/:eventId', '../../modules/events/web/pages/event.tsx'],
]

/** Pages to read; their texts come with the first of them. What no page answers may be the page of a campaign. */
const reading: readonly Page[] = [
  ['/faq', '../../modules/presentation/web/pages/faq.tsx'],
  ['/stories/:slug', '../../modules/presentation/web/pages/stories.tsx'],
  ['/venues', '../../modules/events/web/pages/venues.tsx'],
  ['/theatres', '../../modules/events/web/pages/theatres.tsx'],
  ['/venues/:slug', '../../modules/events/web/pages/venue.tsx'],
  ['/s/:shortUrl', '../../modules/events/web/pages/short-url.tsx'],
  ['/starring/checkout', '../../modules/presentation/web/pages/campaign-checkout.tsx'],
  ['/*', '../../modules/presentation/web/pages/campaign.tsx'],
]

/** Pages of lists; their texts come with the first of them. */
const listing: readonly Page[] = [
  ['/events', 'pages/list.tsx'],
  ['/category/:slug', 'pages/list.tsx'],
  ['/calendar', '../../modules/events/web/pages/calendar.tsx'],
  ['/events/passed', '../../modules/events/web/pages/passed.tsx'],
]

/** Pages to buy and to keep what was bought; their texts come with the first of them. */
const buying: readonly Page[] = [
  ['/checkout/:orderKey', 'pages/checkout.tsx'],
  ['/checkout/:orderKey/result', '../../modules/orders/web/pages/payment-result.tsx'],
  ['/auth/login', '../../modules/accounts/web/pages/login.tsx'],
  ['/auth/register', '../../modules/accounts/web/pages/register.tsx'],
  ['/auth/activate', '../../modules/accounts/web/pages/activate.tsx'],
  ['/auth/logout', '../../modules/accounts/web/pages/logout.tsx'],
  ['/auth/reset', '../../modules/accounts/web/pages/reset.tsx'],
  ['/auth/external', '../../modules/accounts/web/pages/external.tsx'],
  ['/account/:section?', 'pages/account.tsx'],
  ['/account/orders', 'pages/orders.tsx'],
  ['/account/orders/:orderNumber', 'pages/order.tsx'],
  ['/account/received', '../../modules/tickets/web/pages/received.tsx'],
  ['/invite/:token', '../../modules/invitations/web/pages/invite.tsx'],
  ['/tickets/shared/:token', '../../modules/tickets/web/pages/shared.tsx'],
  ['/tickets/:orderKey/:token', '../../modules/tickets/web/pages/guest-order.tsx'],
]

/** Pages of whoever runs this installation, in a frame of their own: nothing of them is in the shop's script. */
const operating: readonly Page[] = [
  ['/operator', '../../modules/operator/web/pages/programme.tsx'],
  ['/operator/events/:eventId', '../../modules/operator/web/pages/event.tsx'],
  ['/operator/import', '../../modules/operator/web/pages/imports.tsx'],
  ['/operator/import/:importId', '../../modules/operator/web/pages/import.tsx'],
  ['/operator/layouts', '../../modules/operator/web/pages/layouts.tsx'],
  ['/operator/rules', '../../modules/rules-admin/web/pages/rules.tsx'],
  ['/operator/promotions', '../../modules/promotions/web/pages/promotions.tsx'],
  ['/operator/front', '../../modules/presentation/web/pages/office.tsx'],
  ['/operator/payments', '../../modules/payments/web/pages/reconciliation.tsx'],
  ['/operator/undelivered', '../../modules/operator/web/pages/undelivered.tsx'],
  ['/operator/log', '../../modules/operator/web/pages/log.tsx'],
]

/** Pages of an organiser's staff: apps of their own that nothing of the shop stands around. */
const atDoor: readonly Page[] = [['/scan', '../../modules/entrance/web/pages/scan.tsx']]

/** The whole table once for each language, below the layouts that carry the language's texts. */
export default locales.flatMap((locale) => [
  layout(
    `layouts/operator-${locale}.tsx`,
    { id: `${locale}:operator` },
    operating.map((page) => pageRoute(locale, page)),
  ),
  layout(
    `layouts/scan-${locale}.tsx`,
    { id: `${locale}:door` },
    atDoor.map((page) => pageRoute(locale, page)),
  ),
  layout(`layouts/${locale}.tsx`, { id: locale }, [
    ...browsing.map((page) => pageRoute(locale, page)),
    layout(
      `layouts/showing-${locale}.tsx`,
      { id: `${locale}:showing` },
      showing.map((page) => pageRoute(locale, page)),
    ),
    layout(
      `layouts/reading-${locale}.tsx`,
      { id: `${locale}:reading` },
      reading.map((page) => pageRoute(locale, page)),
    ),
    layout(
      `layouts/listing-${locale}.tsx`,
      { id: `${locale}:listing` },
      listing.map((page) => pageRoute(locale, page)),
    ),
    ...(buying.length > 0
      ? [
          layout(
            `layouts/buying-${locale}.tsx`,
            { id: `${locale}:buying` },
            buying.map((page) => pageRoute(locale, page)),
          ),
        ]
      : []),
  ]),
])

function pageRoute(locale: Locale, [path, file]: Page): RouteConfigEntry {
  const id = `${locale}:${path}`
  const address = localizedPath(locale, path).slice(1)
  return address === '' ? index(file, { id }) : route(address, file, { id })
}
