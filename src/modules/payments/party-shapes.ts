/** The providers' display names by their numbers in the specification. */
const partyNames: Readonly<Record<number, string>> = {
  1: 'Georgian Card',
  2: 'TBC',
  3: 'Epoint',
  6: 'Bank of Georgia',
}

export function partyName(provider: number, otherwise: string): string {
  return partyNames[provider] ?? otherwise
}
