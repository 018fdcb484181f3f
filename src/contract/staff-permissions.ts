import type { StaffRole } from './enumerations.ts'

const everybody = ['owner', 'manager', 'box-office', 'scanner'] as const
const office = ['owner', 'manager'] as const
const counter = ['owner', 'manager', 'box-office'] as const

/**
 * What each role of an organiser's staff may do. Nothing else decides that: every call of staff names one of these
 * permissions (`staffPermission`), and calls without it are refused before the handler (`Forbidden`).
 */
export const staffPermissions = {
  /** One's own profile, password, passkeys and session. */
  self: everybody,
  /** Scanning tickets, choosing the items to scan for, and the data a scanning device needs. */
  door: everybody,
  /** Reverting a scan. */
  'undo-scan': office,
  /** Statistics, totals and the home page. */
  figures: office,
  /** Requests for tickets. */
  requests: office,
  /** Finding and opening orders, sending tickets again, notes. */
  orders: counter,
  /** Refunding and replacing ticket codes. */
  refunds: office,
  /** Selling at a counter. */
  'box-office': counter,
  /** Emails to buyers. */
  messages: office,
  promotions: office,
  /** Shows, dates, prices, places withheld from sale. */
  shows: office,
  /** Seat plans. */
  plans: office,
  webhooks: office,
  /** The log of changes. */
  log: office,
  'api-keys': ['owner'],
  /** Payouts and bank accounts. */
  money: ['owner'],
  /** Inviting, changing and removing people. */
  team: ['owner'],
} as const satisfies Readonly<Record<string, readonly StaffRole[]>>

export type StaffPermission = keyof typeof staffPermissions

export function isPermitted(role: StaffRole, permission: StaffPermission): boolean {
  return (staffPermissions[permission] as readonly StaffRole[]).includes(role)
}

/** Everything that a role may do. */
export function permissionsOf(role: StaffRole): StaffPermission[] {
  return (Object.keys(staffPermissions) as StaffPermission[]).filter((permission) =>
    isPermitted(role, permission),
  )
}

/**
 * Permissions that an API key can have: none that concern a person (`self`), and none that grant rights or pay out
 * money (`team`, `api-keys`, `money`).
 */
export const keyPermissions = [
  'figures',
  'orders',
  'refunds',
  'requests',
  'messages',
  'promotions',
  'shows',
  'plans',
  'box-office',
  'door',
  'undo-scan',
  'webhooks',
  'log',
] as const satisfies readonly StaffPermission[]

/** Whether an API key may have this permission at all. */
export function isKeyPermission(permission: StaffPermission): boolean {
  return (keyPermissions as readonly StaffPermission[]).includes(permission)
}

interface Caller {
  readonly role: StaffRole
  /** Permissions of the API key, when the caller is a program. */
  readonly apiKey?: { readonly permissions: readonly StaffPermission[] } | undefined
}

/** Whether a call's caller may do something: by their role, and for a program by its key as well. */
export function mayStaff({ role, apiKey }: Caller, permission: StaffPermission): boolean {
  return (
    isPermitted(role, permission) &&
    (apiKey === undefined || apiKey.permissions.includes(permission))
  )
}
