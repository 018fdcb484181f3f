import type operator from '#modules/operator/messages/ka.json'

interface NavEntry {
  readonly path: string
  /** A key of the operator's texts. */
  readonly label: keyof typeof operator
  /** Another address whose pages are reached from this one. */
  readonly also?: string
}

/** What the frame leads to, one line an entry; an entry is lit on its own page and on all below it. */
export const operatorNav: readonly NavEntry[] = [
  { path: '/operator', label: 'navHome' },
  { path: '/operator/programme', label: 'navProgramme', also: '/operator/events' },
  { path: '/operator/cinema', label: 'navCinema' },
  { path: '/operator/orders', label: 'navOrders' },
  { path: '/operator/requests', label: 'navRequests' },
  { path: '/operator/import', label: 'navImport' },
  { path: '/operator/feeds', label: 'navFeeds' },
  { path: '/operator/layouts', label: 'navLayouts' },
  { path: '/operator/plans', label: 'navPlans' },
  { path: '/operator/rules', label: 'navRules' },
  { path: '/operator/queues', label: 'navQueues' },
  { path: '/operator/promotions', label: 'navPromotions' },
  { path: '/operator/passes', label: 'navPasses' },
  { path: '/operator/front', label: 'navFront' },
  { path: '/operator/pages', label: 'navPages' },
  { path: '/operator/pixels', label: 'navPixels' },
  { path: '/operator/toggles', label: 'navToggles' },
  { path: '/operator/entrances', label: 'navEntrances' },
  { path: '/operator/payments', label: 'navPayments' },
  { path: '/operator/payouts', label: 'navPayouts' },
  { path: '/operator/undelivered', label: 'navUndelivered' },
  { path: '/operator/log', label: 'navLog' },
  { path: '/operator/merchants-log', label: 'navMerchantsLog' },
]

/** The entry a path belongs to: the longest that it lies below. */
export function currentEntry(path: string): string | undefined {
  const isBelow = (entry: string | undefined): boolean =>
    entry !== undefined && (path === entry || path.startsWith(`${entry}/`))
  return operatorNav
    .filter((entry) => isBelow(entry.path) || isBelow(entry.also))
    .map((entry) => entry.path)
    .toSorted((left, right) => right.length - left.length)[0]
}
