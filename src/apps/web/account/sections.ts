/** Sections of the account in its frame, by address. The first has an empty address. */
export const sections = [
  'overview',
  'saved',
  'passengers',
  'wallet',
  'loyalty',
  'profile',
  'security',
  'consents',
  'delete',
] as const
export type Section = (typeof sections)[number]

/** The section of an address's last segment; null if there is none. */
export function sectionOf(part: string | undefined): Section | null {
  if (part === undefined) return 'overview'
  return sections.find((section) => section === part && section !== 'overview') ?? null
}

/** A customer's orders are shown in the account's frame but are a separate page, because guests have them too. */
export function sectionPath(section: Section | 'orders'): string {
  return section === 'overview' ? '/account' : `/account/${section}`
}
