import type operator from '#modules/operator/messages/ka.json'

/** Headings of the navigation, in order. */
export const operatorGroups = [
  'sales',
  'programme',
  'terms',
  'storefront',
  'money',
  'oversight',
] as const

interface NavEntry {
  readonly path: string
  /** The heading above it; null: none, at the top. */
  readonly group: (typeof operatorGroups)[number] | null
  /** A key of the operator texts. */
  readonly label: keyof typeof operator
  /** Another path whose pages belong to this entry. */
  readonly also?: string
}

/** Entries of the operator's navigation, one per line; an entry is current on its page and all pages below it. */
export const operatorNav: readonly NavEntry[] = [
  { path: '/operator', group: null, label: 'navHome' },
  {
    path: '/operator/programme',
    group: 'programme',
    label: 'navProgramme',
    also: '/operator/events',
  },
  { path: '/operator/cinema', group: 'programme', label: 'navCinema' },
  { path: '/operator/orders', group: 'sales', label: 'navOrders' },
  { path: '/operator/requests', group: 'sales', label: 'navRequests' },
  { path: '/operator/import', group: 'programme', label: 'navImport' },
  { path: '/operator/feeds', group: 'programme', label: 'navFeeds' },
  { path: '/operator/layouts', group: 'programme', label: 'navLayouts' },
  { path: '/operator/plans', group: 'programme', label: 'navPlans' },
  { path: '/operator/rules', group: 'terms', label: 'navRules' },
  { path: '/operator/queues', group: 'terms', label: 'navQueues' },
  { path: '/operator/promotions', group: 'terms', label: 'navPromotions' },
  { path: '/operator/passes', group: 'terms', label: 'navPasses' },
  { path: '/operator/front', group: 'storefront', label: 'navFront' },
  { path: '/operator/pages', group: 'storefront', label: 'navPages' },
  { path: '/operator/pixels', group: 'storefront', label: 'navPixels' },
  { path: '/operator/toggles', group: 'storefront', label: 'navToggles' },
  { path: '/operator/search-words', group: 'storefront', label: 'navSearchWords' },
  { path: '/operator/entrances', group: 'sales', label: 'navEntrances' },
  { path: '/operator/payments', group: 'money', label: 'navPayments' },
  { path: '/operator/payouts', group: 'money', label: 'navPayouts' },
  { path: '/operator/terminals', group: 'money', label: 'navTerminals' },
  { path: '/operator/partner-keys', group: 'oversight', label: 'navPartnerKeys' },
  { path: '/operator/undelivered', group: 'oversight', label: 'navUndelivered' },
  { path: '/operator/log', group: 'oversight', label: 'navLog' },
  { path: '/operator/merchants-log', group: 'oversight', label: 'navMerchantsLog' },
]

/** The entry of a path: the one with the longest matching prefix. */
export function currentEntry(path: string): string | undefined {
  const isBelow = (entry: string | undefined): boolean =>
    entry !== undefined && (path === entry || path.startsWith(`${entry}/`))
  return operatorNav
    .filter((entry) => isBelow(entry.path) || isBelow(entry.also))
    .map((entry) => entry.path)
    .toSorted((left, right) => right.length - left.length)[0]
}
