import type { StaffPermission } from '#contract/staff-permissions.ts'
import type merchant from '#modules/merchant/messages/ka.json'

interface NavEntry {
  readonly path: string
  /** A key of the merchants' texts. */
  readonly label: keyof typeof merchant
  /** What somebody's role has to permit. */
  readonly permission: StaffPermission
  /** Only where the organiser has this to sell, by the name of its source; everywhere when absent. */
  readonly source?: string
}

/** What the frame of the organisers' back office leads to, one line an entry. */
export const merchantNav: readonly NavEntry[] = [
  { path: '/merchant', label: 'navHome', permission: 'self' },
  { path: '/merchant/statistics', label: 'navStatistics', permission: 'figures' },
  { path: '/merchant/orders', label: 'navOrders', permission: 'orders' },
  { path: '/merchant/attendees', label: 'navAttendees', permission: 'orders' },
  { path: '/merchant/shows', label: 'navShows', permission: 'shows' },
  { path: '/merchant/dates', label: 'navDates', permission: 'shows' },
  {
    path: '/merchant/cinema',
    label: 'navCinema',
    permission: 'shows',
    source: 'cinema',
  },
  { path: '/merchant/messages', label: 'navMessages', permission: 'messages' },
  { path: '/merchant/promotions', label: 'navPromotions', permission: 'promotions' },
  { path: '/merchant/plans', label: 'navPlans', permission: 'plans' },
  { path: '/merchant/totals', label: 'navTotals', permission: 'figures' },
  { path: '/merchant/requests', label: 'navRequests', permission: 'requests' },
  { path: '/scan', label: 'navScanner', permission: 'door' },
  { path: '/merchant/webhooks', label: 'navWebhooks', permission: 'webhooks' },
  { path: '/merchant/api-keys', label: 'navApiKeys', permission: 'api-keys' },
  { path: '/merchant/box-office', label: 'navCounter', permission: 'box-office' },
  { path: '/merchant/money', label: 'navMoney', permission: 'money' },
  { path: '/merchant/team', label: 'navTeam', permission: 'team' },
  { path: '/merchant/log', label: 'navLog', permission: 'log' },
  { path: '/merchant/security', label: 'navSecurity', permission: 'self' },
]

/** The entry that a path belongs to: the longest that it lies below. */
export function currentEntry(path: string): NavEntry | undefined {
  return merchantNav
    .filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0]
}
