const keys = {
  'hidden-weekdays': 'kindHiddenWeekdays',
  'access-code': 'kindAccessCode',
  'ticket-type-groups': 'kindTicketTypeGroups',
  transit: 'kindTransit',
} as const

/** The text that names a kind of rule. */
export function kindKey(kind: string): (typeof keys)[keyof typeof keys] | 'kindUnknown' {
  return Object.entries(keys).find(([name]) => name === kind)?.[1] ?? 'kindUnknown'
}
