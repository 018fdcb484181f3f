/**
 * Every page of the shop: its path without a locale and its file, one page per line. Pages of the first four tables
 * are public: the same bytes for all visitors in a language. Other pages may show visitor data and are rendered for
 * each request.
 */

/** Names of the query parameters that affect a public page; all others are removed from its address. */
type QueryNames = readonly string[]

export type PublicPage = readonly [path: string, file: string, query?: QueryNames]
export type PersonalPage = readonly [path: string, file: string]

const searchQuery = [
  'text',
  'offset',
  'categoryIds',
  'venueIds',
  'cities',
  'when',
  'fromDate',
  'toDate',
  'priceFrom',
  'priceTo',
]
const listQuery = [
  'sub',
  'when',
  'from',
  'to',
  'min',
  'max',
  'free',
  'venue',
  'sort',
  'after',
  'shown',
]

/** Pages of search and discovery. */
export const discoveryPages: readonly PublicPage[] = [
  ['/', 'pages/home.tsx'],
  ['/search', 'pages/search.tsx', searchQuery],
  ['/standard-terms-and-conditions', 'pages/terms.tsx'],
]

/** Pages of shows and events; their texts are downloaded with the first of them. */
export const showPages: readonly PublicPage[] = [
  ['/shows/:slug', '../../modules/events/web/pages/show.tsx'],
  ['/events/:eventId', '../../modules/events/web/pages/event.tsx'],
]

/**
 * Editorial pages; their texts are downloaded with the first of them. An address without another page may be a
 * campaign's.
 */
export const editorialPages: readonly PublicPage[] = [
  ['/faq', '../../modules/presentation/web/pages/faq.tsx'],
  ['/stories/:slug', '../../modules/presentation/web/pages/stories.tsx'],
  ['/venues', '../../modules/events/web/pages/venues.tsx'],
  ['/theatres', '../../modules/events/web/pages/theatres.tsx'],
  ['/venues/:slug', '../../modules/events/web/pages/venue.tsx'],
  ['/*', '../../modules/presentation/web/pages/campaign.tsx', ['previewKey']],
]

/** Pages of lists; their texts are downloaded with the first of them. */
export const listPages: readonly PublicPage[] = [
  ['/events', 'pages/list.tsx', listQuery],
  ['/category/:slug', 'pages/list.tsx', listQuery],
  ['/calendar', '../../modules/events/web/pages/calendar.tsx', ['month', 'date', 'category']],
  ['/events/passed', '../../modules/events/web/pages/passed.tsx', ['page']],
]

/** The checkout; its only texts are those of payment. */
export const checkoutPages: readonly PersonalPage[] = [
  ['/checkout/:orderKey', 'pages/checkout.tsx'],
]

/** Pages of purchased tickets and of the account; their texts are downloaded with the first of them. */
export const buyerPages: readonly PersonalPage[] = [
  ['/checkout/:orderKey/result', 'pages/payment-result.tsx'],
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
  ['/follows/emails/:followKey', '../../modules/follows/web/pages/emails.tsx'],
  ['/invite/:token', '../../modules/invitations/web/pages/invite.tsx'],
  ['/tickets/shared/:token', '../../modules/tickets/web/pages/shared.tsx'],
  ['/tickets/:orderKey/:token', '../../modules/tickets/web/pages/guest-order.tsx'],
]

/** Pages of cinemas; their texts are downloaded with the first of them. */
export const cinemaPages: readonly PublicPage[] = [
  ['/movies', '../../modules/cinema/web/pages/movies.tsx'],
  ['/movies/showtimes', '../../modules/cinema/web/pages/showtimes.tsx', ['date', 'by']],
  ['/movies/cinemas/:slug', '../../modules/cinema/web/pages/cinema.tsx', ['date']],
  ['/movies/session/:session', '../../modules/cinema/web/pages/session.tsx'],
  ['/movies/:slug', '../../modules/cinema/web/pages/film.tsx', ['date']],
]

/** The target of a checkout without an order. */
export const cinemaRedirects: readonly PersonalPage[] = [
  ['/movies/checkout', '../../modules/cinema/web/pages/no-order.tsx'],
]

/** The checkout of cinemas: the same checkout at an address where phones show no header. */
export const cinemaCheckoutPages: readonly PersonalPage[] = [
  ['/movies/checkout/:orderKey', 'pages/movies-checkout.tsx'],
]

const journeyQuery = [
  'from',
  'to',
  'date',
  'return',
  'adults',
  'children',
  'students',
  'pensioners',
  'wheelchairs',
  'companions',
  'infants',
  'there',
  'back',
  'before',
  'after',
]

/** Pages of the journey search. */
export const journeyPages: readonly PublicPage[] = [
  ['/transport', 'pages/travel/start.tsx'],
  ['/transport/search', 'pages/travel/search.tsx', journeyQuery],
  ['/transport/event/:eventId', 'pages/travel/event.tsx'],
  ['/railway', 'pages/travel/start.tsx'],
  ['/railway/search', 'pages/travel/search.tsx', journeyQuery],
  ['/ortachala', 'pages/travel/start.tsx'],
  ['/ortachala/search', 'pages/travel/search.tsx', journeyQuery],
  ['/omnibus', 'pages/travel/start.tsx'],
  ['/omnibus/result', 'pages/travel/search.tsx', journeyQuery],
  ['/georgianbus', 'pages/travel/start.tsx'],
  ['/georgianbus/search', 'pages/travel/search.tsx', journeyQuery],
  ['/citybus', 'pages/travel/start.tsx'],
  ['/citybus/search', 'pages/travel/search.tsx', journeyQuery],
  ['/metrogeorgia', 'pages/travel/start.tsx'],
  ['/metrogeorgia/search', 'pages/travel/search.tsx', journeyQuery],
]

/** Pages of journey orders, and the carriers' addresses that redirect to the checkout. */
export const journeyOrderPages: readonly PersonalPage[] = [
  ['/railway/seatmap', '../../modules/transport/web/pages/seats.tsx'],
  ['/transport/seatmap', '../../modules/transport/web/pages/seats.tsx'],
  ['/railway/datafilling', 'pages/travel/passengers.tsx'],
  ['/ortachala/datafilling', 'pages/travel/passengers.tsx'],
  ['/transport/datafilling', 'pages/travel/passengers.tsx'],
  ['/railway/checkout', 'pages/travel/checkout.tsx'],
  ['/ortachala/checkout', 'pages/travel/checkout.tsx'],
  ['/omnibus/checkout', 'pages/travel/confirm.tsx'],
  ['/transport/checkout', 'pages/travel/checkout.tsx'],
  ['/transport/change/:ticketIdentifier', '../../modules/transport/web/pages/change.tsx'],
]

/** Redirects: one to the visitor's own order, one that keeps the whole query. */
export const redirectPages: readonly PersonalPage[] = [
  ['/starring/checkout', '../../modules/presentation/web/pages/campaign-checkout.tsx'],
  ['/s/:shortUrl', '../../modules/events/web/pages/short-url.tsx'],
]

/** Pages of passes; their texts are downloaded with the first of them. */
export const passPages: readonly PersonalPage[] = [
  ['/multipass', '../../modules/multipass/web/pages/passes.tsx'],
  ['/multipass/check', '../../modules/multipass/web/pages/check.tsx'],
  ['/multipass/use/:orderKey', '../../modules/multipass/web/pages/use.tsx'],
]

/**
 * The queue of a show, with and without scripts, and the target of a link past it, whose token is in the fragment.
 */
export const queuePages: readonly PersonalPage[] = [
  ['/queue/:showId', '../../modules/events/web/pages/queue-pass.tsx'],
]

/** Ticket requests for sold-out items; `:item` is the number within its source. */
export const requestPages: readonly PersonalPage[] = [
  ['/requests/:source/:item', '../../modules/requests/web/pages/ask.tsx'],
]
/** Pages with forms that work without scripts. */
export const formPages: readonly string[] = ['/queue/:showId']
/** Unsubscribe pages, to which mail programs send a form for their readers (RFC 8058). The address is the permission. */
export const oneClickPages: readonly string[] = [
  '/letters/:letterKey',
  '/follows/emails/:followKey',
]

/** Flight pages that are the same for all visitors; their texts are downloaded with the first of them. */
export const flightPages: readonly PublicPage[] = [
  ['/fly', '../../modules/flights/web/pages/fly.tsx'],
  ['/fly/airlines', '../../modules/flights/web/pages/airlines.tsx'],
  ['/fly/explanatory-dictionary', '../../modules/flights/web/pages/dictionary.tsx'],
  ['/fly/eurobasket', '../../modules/flights/web/pages/eurobasket.tsx'],
]

/** Flight results, which suppliers answer one by one, and passengers. */
export const flightBookingPages: readonly PersonalPage[] = [
  ['/fly/result', '../../modules/flights/web/pages/result.tsx'],
  ['/fly/checkout', '../../modules/flights/web/pages/checkout.tsx'],
  ['/fly/booking', '../../modules/flights/web/pages/booking.tsx'],
]

/** The operator's pages, with their own layout and outside the shop's script. */
export const operatorPages: readonly PersonalPage[] = [
  ['/operator', '../../modules/operator/web/pages/home.tsx'],
  ['/operator/programme', '../../modules/operator/web/pages/programme.tsx'],
  ['/operator/cinema', '../../modules/cinema/web/pages/office-day.tsx'],
  ['/operator/cinema/figures', '../../modules/cinema/web/pages/office-figures.tsx'],
  ['/operator/cinema/import', '../../modules/cinema/web/pages/office-import.tsx'],
  ['/operator/orders', '../../modules/operator/web/pages/orders.tsx'],
  ['/operator/orders/:orderNumber', '../../modules/operator/web/pages/order.tsx'],
  ['/operator/events/:eventId', '../../modules/operator/web/pages/event.tsx'],
  ['/operator/import', '../../modules/operator/web/pages/imports.tsx'],
  ['/operator/import/:importId', '../../modules/operator/web/pages/import.tsx'],
  ['/operator/feeds', '../../modules/timetable/web/pages/feeds.tsx'],
  ['/operator/feeds/:importId', '../../modules/timetable/web/pages/feed.tsx'],
  ['/operator/layouts', '../../modules/operator/web/pages/layouts.tsx'],
  ['/operator/rules', '../../modules/rules-admin/web/pages/rules.tsx'],
  ['/operator/queues', '../../modules/queue/web/pages/queues.tsx'],
  ['/operator/promotions', '../../modules/promotions/web/pages/promotions.tsx'],
  ['/operator/passes', '../../modules/multipass/web/pages/office.tsx'],
  ['/operator/front', '../../modules/presentation/web/pages/office.tsx'],
  ['/operator/pages', '../../modules/presentation/web/pages/office-pages.tsx'],
  ['/operator/pages/:pageId', '../../modules/presentation/web/pages/office-page.tsx'],
  ['/operator/pixels', '../../modules/presentation/web/pages/pixels.tsx'],
  ['/operator/toggles', '../../modules/presentation/web/pages/toggles.tsx'],
  ['/operator/entrances', '../../modules/entrance/web/pages/office-entrances.tsx'],
  ['/operator/payments', '../../modules/payments/web/pages/reconciliation.tsx'],
  ['/operator/requests', '../../modules/requests/web/pages/operator-requests.tsx'],
  ['/operator/import-orders', '../../modules/box-office/web/pages/office-import-orders.tsx'],
  ['/operator/terminals', '../../modules/box-office/web/pages/terminals.tsx'],
  ['/operator/payouts', '../../modules/settlements/web/pages/office.tsx'],
  ['/operator/partner-keys', '../../modules/staff/web/pages/partner-keys.tsx'],
  ['/operator/search-words', '../../modules/operator/web/pages/search-words.tsx'],
  ['/operator/undelivered', '../../modules/operator/web/pages/undelivered.tsx'],
  ['/operator/merchants-log', '../../modules/staff/web/pages/merchants-log.tsx'],
  ['/operator/log', '../../modules/operator/web/pages/log.tsx'],
]

/** The hall plan editor of operators; its texts are downloaded with its first page. */
export const planPages: readonly PersonalPage[] = [
  ['/operator/plans', '../../modules/designer/web/pages/plans.tsx'],
  ['/operator/plans/:planId', '../../modules/designer/web/pages/plan.tsx'],
]

/** The back office of organisers, with its own layout. */
export const merchantPages: readonly PersonalPage[] = [
  ['/merchant', '../../modules/merchant/web/pages/home.tsx'],
  ['/merchant/statistics', '../../modules/merchant/web/pages/statistics.tsx'],
  ['/merchant/totals', '../../modules/merchant/web/pages/totals.tsx'],
  ['/merchant/requests', '../../modules/requests/web/pages/merchant-requests.tsx'],
  ['/merchant/webhooks', '../../modules/merchant/web/pages/webhooks.tsx'],
  ['/merchant/api-keys', '../../modules/staff/web/pages/api-keys.tsx'],
  ['/merchant/widget', '../../modules/merchant/web/pages/widget.tsx'],
  ['/merchant/attendees', '../../modules/merchant/web/pages/attendees.tsx'],
  ['/merchant/import-orders', '../../modules/box-office/web/pages/import-orders.tsx'],
  ['/merchant/orders', '../../modules/merchant/web/pages/orders.tsx'],
  ['/merchant/orders/:orderNumber', '../../modules/merchant/web/pages/order.tsx'],
  ['/merchant/shows', '../../modules/merchant/web/pages/shows.tsx'],
  ['/merchant/shows/:draftId', '../../modules/merchant/web/pages/show.tsx'],
  ['/merchant/dates', '../../modules/merchant/web/pages/dates.tsx'],
  ['/merchant/dates/:eventId', '../../modules/merchant/web/pages/date.tsx'],
  ['/merchant/promotions', '../../modules/merchant/web/pages/promotions.tsx'],
  ['/merchant/messages', '../../modules/mailings/web/pages/messages.tsx'],
  ['/merchant/messages/:mailingId', '../../modules/mailings/web/pages/message.tsx'],
  ['/merchant/box-office', '../../modules/box-office/web/pages/counter.tsx'],
  ['/merchant/money', '../../modules/settlements/web/pages/money.tsx'],
  ['/merchant/fees', '../../modules/settlements/web/pages/fees.tsx'],
  ['/merchant/team', '../../modules/staff/web/pages/team.tsx'],
  ['/merchant/log', '../../modules/staff/web/pages/log.tsx'],
  ['/merchant/security', '../../modules/staff/web/pages/security.tsx'],
  ['/merchant/invitation', '../../modules/staff/web/pages/invitation.tsx'],
  ['/merchant/reversal', '../../modules/staff/web/pages/reversal.tsx'],
]

/** The hall plan editor of organisers; its texts are downloaded with its first page. */
export const merchantPlanPages: readonly PersonalPage[] = [
  ['/merchant/plans', '../../modules/designer/web/pages/merchant-plans.tsx'],
  ['/merchant/plans/:planId', '../../modules/designer/web/pages/merchant-plan.tsx'],
]

/** Cinemas in organisers' back office; their texts are downloaded with the first of them. */
export const merchantCinemaPages: readonly PersonalPage[] = [
  ['/merchant/cinema', '../../modules/cinema/web/pages/merchant-day.tsx'],
  ['/merchant/cinema/figures', '../../modules/cinema/web/pages/merchant-figures.tsx'],
  ['/merchant/cinema/import', '../../modules/cinema/web/pages/merchant-import.tsx'],
]

/** Runs, fares and vehicles in the back office of carriers; their texts are downloaded with the first of them. */
export const merchantTransportPages: readonly PersonalPage[] = [
  ['/merchant/runs/:runId/vehicle', '../../modules/transport/web/pages/office-run-vehicle.tsx'],
  ['/merchant/runs', '../../modules/transport/web/pages/office-runs.tsx'],
  ['/merchant/runs/:runId', '../../modules/transport/web/pages/office-run.tsx'],
  ['/merchant/fares', '../../modules/transport/web/pages/office-fares.tsx'],
  ['/merchant/terms', '../../modules/transport/web/pages/office-terms.tsx'],
  ['/merchant/vehicles', '../../modules/transport/web/pages/office-vehicles.tsx'],
  ['/merchant/vehicles/assign', '../../modules/transport/web/pages/office-assign.tsx'],
  ['/merchant/vehicles/new', '../../modules/transport/web/pages/office-new-vehicle.tsx'],
  ['/merchant/vehicles/:vehicleTypeId', '../../modules/transport/web/pages/office-vehicle.tsx'],
]

/** Target of the unsubscribe link in organisers' mailings. */
export const unsubscribePages: readonly PersonalPage[] = [
  ['/letters/:letterKey', '../../modules/mailings/web/pages/refuse.tsx'],
]

/** Pages of the widget: one show, framed on its organiser's own site. */
export const widgetPages: readonly PersonalPage[] = [
  ['/widget/:slug', 'pages/widget/dates.tsx'],
  ['/widget/:slug/:eventId', 'pages/widget/choose.tsx'],
  ['/widget/:slug/checkout/:orderKey', 'pages/widget/checkout.tsx'],
  ['/widget/:slug/checkout/:orderKey/result', 'pages/widget/result.tsx'],
]

/** Pages for an organiser's staff: separate apps without the shop's layout. */
export const scannerPages: readonly PersonalPage[] = [
  ['/scan', '../../modules/entrance/web/pages/scan.tsx'],
]

/**
 * Layouts (by the name in their id) whose pages are unknown to other pages: links to them load a document, so their
 * routes are not part of the shop's first script.
 */
export const ownRouteLists: readonly string[] = [
  'operator',
  'door',
  'passes',
  'queue',
  'unsubscribe',
  'requests',
  'merchant',
  'widget',
  'movies',
  'travel',
  'flights',
]

/** Public pages that show availability; their copies are at most two seconds old. */
export const livePages: ReadonlySet<string> = new Set(
  journeyPages.flatMap(([path, , query]) => (query ? [path] : [])),
)

/** The query parameters that affect each public page, by its path. */
export const publicQueries: ReadonlyMap<string, QueryNames> = new Map(
  [
    ...discoveryPages,
    ...showPages,
    ...editorialPages,
    ...listPages,
    ...cinemaPages,
    ...journeyPages,
    ...flightPages,
  ].map(([path, , query = []]) => [path, query]),
)
