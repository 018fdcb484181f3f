/** Sections of the account that stand in its frame, by their address. The first has none of its own. */
export const sections = [
  'overview',
  'wallet',
  'loyalty',
  'profile',
  'security',
  'consents',
  'delete',
] as const
export type Section = (typeof sections)[number]

/** The section of an address's last part; null when there is none such. */
export function sectionOf(part: string | undefined): Section | null {
  if (part === undefined) return 'overview'
  return sections.find((section) => section === part && section !== 'overview') ?? null
}

/** Orders stand in the same frame for a customer, but guests have them, too: they are a page of their own. */
export function sectionPath(section: Section | 'orders'): string {
  return section === 'overview' ? '/account' : `/account/${section}`
}
