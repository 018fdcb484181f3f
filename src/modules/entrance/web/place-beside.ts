import type { ScanView } from '../contract.ts'

type Placed = Pick<NonNullable<ScanView['ticket']>, 'placeName' | 'section' | 'row' | 'seat'>

/**
 * Where the holder sits, for the line below the type of the ticket: a section that the type is called by is not said again,
 * and no line begins with a dot, wherever it is broken.
 */
export function placeBeside(typeName: string | null, ticket: Placed | null): string {
  if (!ticket) return ''
  const { placeName, section, row, seat } = ticket
  const parts = placeName === null ? [section, row, seat] : placeName.split(' · ')
  const said = parts.filter((part) => part !== null && part !== '')
  const isNamedAbove = said[0] === section && section === typeName
  return (isNamedAbove ? said.slice(1) : said).join(', ')
}
