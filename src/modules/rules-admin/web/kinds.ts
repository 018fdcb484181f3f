import type { useTexts } from './texts.ts'
import type { RuleKind } from '#modules/sale-rules/contract.ts'

const keys = {
  'hidden-weekdays': 'kindHiddenWeekdays',
  'access-code': 'kindAccessCode',
  'ticket-type-groups': 'kindTicketTypeGroups',
  transit: 'kindTransit',
  'custom-ticket-naming': 'kindNaming',
  'extra-fields': 'kindExtraFields',
  'buyer-checks': 'kindBuyerChecks',
  'given-tickets': 'kindGivenTickets',
  'rotating-codes': 'kindRotatingCodes',
  'flight-promotion': 'kindFlightPromotion',
} as const satisfies Readonly<Record<RuleKind, string>>

/** All rule kinds; the server has the same list with the schema of each kind's settings. */
export const kinds = Object.keys(keys) as RuleKind[]

/** Message key of a rule kind's name. */
export function kindKey(kind: string): (typeof keys)[keyof typeof keys] | 'kindUnknown' {
  return Object.entries(keys).find(([name]) => name === kind)?.[1] ?? 'kindUnknown'
}

const sources = {
  transport: 'sourceTransport',
  cinema: 'sourceCinema',
  flight: 'sourceFlights',
  multipass: 'sourcePasses',
} as const

/** What an offer source sells, in words. */
export function sourceName(t: ReturnType<typeof useTexts>, source: string): string {
  return source in sources ? t(sources[source as keyof typeof sources]) : source
}
