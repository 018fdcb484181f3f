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
  /** Scanning tickets, which items one works at, and what a device needs for it. */
  door: everybody,
  /** Reverting a scan. */
  'undo-scan': office,
  /** Statistics, totals and the home page. */
  figures: office,
  /** Requests for tickets. */
  requests: office,
  /** Finding and opening orders, sending tickets again, notes. */
  orders: counter,
  /** Giving money back and replacing codes. */
  refunds: office,
  /** Selling at a counter. */
  'box-office': counter,
  /** Letters to buyers. */
  messages: office,
  promotions: office,
  /** Shows, dates, prices, places kept back. */
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
 * What an API key may be given: nothing that belongs to a person (`self`), and nothing that gives rights or money away
 * (`team`, `api-keys`, `money`).
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

/** Whether programs with a key may be permitted this at all. */
export function isKeyPermission(permission: StaffPermission): boolean {
  return (keyPermissions as readonly StaffPermission[]).includes(permission)
}

interface Caller {
  readonly role: StaffRole
  /** Of a program with a key: what its key permits. */
  readonly apiKey?: { readonly permissions: readonly StaffPermission[] } | undefined
}

/** Whether a call's caller may do something: by their role, and for a program by its key as well. */
export function mayStaff({ role, apiKey }: Caller, permission: StaffPermission): boolean {
  return (
    isPermitted(role, permission) &&
    (apiKey === undefined || apiKey.permissions.includes(permission))
  )
}
