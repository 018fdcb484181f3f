import type { StaffPermission } from '#contract/staff-permissions.ts'
import type merchant from '#modules/merchant/messages/ka.json'

/** Headings of the navigation, in order. */
export const merchantGroups = ['sales', 'programme', 'audience', 'organisation'] as const

interface NavEntry {
  readonly path: string
  /** The heading above it; null: none, at the top. Absent: settings of the organiser itself. */
  readonly group?: (typeof merchantGroups)[number] | null
  /** A key of the merchant texts. */
  readonly label: keyof typeof merchant
  /** The required permission. */
  readonly permission: StaffPermission
  /** Shown only to organisers with this source; to all when absent. */
  readonly source?: string
}

/** Entries of the organisers' navigation, one per line. */
export const merchantNav: readonly NavEntry[] = [
  { path: '/merchant', group: null, label: 'navHome', permission: 'self' },
  { path: '/merchant/statistics', group: 'sales', label: 'navStatistics', permission: 'figures' },
  { path: '/merchant/orders', group: 'sales', label: 'navOrders', permission: 'orders' },
  { path: '/merchant/attendees', group: 'sales', label: 'navAttendees', permission: 'orders' },
  { path: '/merchant/shows', group: 'programme', label: 'navShows', permission: 'shows' },
  { path: '/merchant/dates', group: 'programme', label: 'navDates', permission: 'shows' },
  {
    path: '/merchant/cinema',
    group: 'programme',
    label: 'navCinema',
    permission: 'shows',
    source: 'cinema',
  },
  {
    path: '/merchant/runs',
    group: 'programme',
    label: 'navRuns',
    permission: 'shows',
    source: 'transport',
  },
  {
    path: '/merchant/fares',
    group: 'programme',
    label: 'navFares',
    permission: 'shows',
    source: 'transport',
  },
  {
    path: '/merchant/terms',
    group: 'programme',
    label: 'navTerms',
    permission: 'shows',
    source: 'transport',
  },
  {
    path: '/merchant/vehicles',
    group: 'programme',
    label: 'navVehicles',
    permission: 'shows',
    source: 'transport',
  },
  { path: '/merchant/messages', group: 'audience', label: 'navMessages', permission: 'messages' },
  {
    path: '/merchant/promotions',
    group: 'audience',
    label: 'navPromotions',
    permission: 'promotions',
  },
  { path: '/merchant/plans', group: 'programme', label: 'navPlans', permission: 'plans' },
  { path: '/merchant/totals', group: 'sales', label: 'navTotals', permission: 'figures' },
  { path: '/merchant/requests', group: 'sales', label: 'navRequests', permission: 'requests' },
  { path: '/scan', group: 'sales', label: 'navScanner', permission: 'door' },
  { path: '/merchant/webhooks', label: 'navWebhooks', permission: 'webhooks' },
  { path: '/merchant/api-keys', label: 'navApiKeys', permission: 'api-keys' },
  { path: '/merchant/widget', label: 'navWidget', permission: 'shows' },
  { path: '/merchant/box-office', group: 'sales', label: 'navCounter', permission: 'box-office' },
  { path: '/merchant/money', label: 'navMoney', permission: 'money' },
  { path: '/merchant/fees', label: 'navFees', permission: 'money' },
  { path: '/merchant/team', label: 'navTeam', permission: 'team' },
  { path: '/merchant/log', label: 'navLog', permission: 'log' },
  { path: '/merchant/security', label: 'navSecurity', permission: 'self' },
]

/** The entry of a path: the one with the longest matching prefix. */
export function currentEntry(path: string): NavEntry | undefined {
  return merchantNav
    .filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0]
}
