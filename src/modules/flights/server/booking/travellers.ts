/** Validation of travellers and their documents. Pure. */
import { createHash } from 'node:crypto'
import { isPlainName, tidyName } from '#kernel/person-name.ts'
import {
  travellersOf,
  type FlightOffer,
  type SearchCriteria,
  type TravellerKind,
} from '../../itinerary.ts'
import type { GivenTraveller } from '../../contract.ts'
import { airports } from '../reference/airports.ts'
import { birthSpan, lastFlightDay } from '../traveller-ages.ts'
import type { StoredTraveller } from './store.ts'
import type { Traveller } from '../supplier.ts'

/** Suffixes may be written as in the passport: `Davis, Jr.`, `Smith III`. */
const latinName = /^[A-Za-z](?:[A-Za-z.,' -]*[A-Za-z.])?$/
const documentNumberPattern = /^[0-9A-Z]{5,15}$/

const europeanUnion = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '),
)

/** Nationalities that may fly the whole trip with an identity card instead of a passport. */
export function identityCardNationalities(offer: Pick<FlightOffer, 'slices'>): string[] {
  const countries = new Set(
    offer.slices.flatMap(({ legs }) =>
      legs.flatMap(({ from, to }) => [from, to].map((code) => airports.get(code)?.country ?? '')),
    ),
  )
  const isWithin = (allowed: ReadonlySet<string>) =>
    [...countries].every((country) => allowed.has(country))
  // Georgia and Turkey accept each other's identity cards; Georgia also accepts those of the European Union.
  if (isWithin(new Set(['GE']))) return ['GE', ...europeanUnion]
  if (isWithin(new Set(['GE', 'TR']))) return ['GE', 'TR']
  if (isWithin(new Set(['GE', ...europeanUnion]))) return [...europeanUnion]
  return []
}

export interface TravellerProblem {
  readonly path: string
  readonly message: string
}

/** Problems by field, with the path `body.passengers.<index>.<field>`. */
export function problemsOfTravellers(
  passengers: readonly GivenTraveller[],
  criteria: Pick<SearchCriteria, 'adults' | 'children' | 'infants'>,
  offer: Pick<FlightOffer, 'slices'>,
  today: string,
): TravellerProblem[] {
  const expected = travellersOf(criteria)
  const kinds = (['adult', 'child', 'infant'] as const).map(
    (kind) =>
      passengers.filter((traveller) => traveller.kind === kind).length ===
      (expected.find((traveller) => traveller.kind === kind)?.count ?? 0),
  )
  if (kinds.includes(false)) return [{ path: 'body.passengers', message: 'passengerCountWrong' }]
  const problems = passengers.flatMap((traveller, index) =>
    problemsOfTraveller(traveller, offer, today).map(({ field, message }) => ({
      path: `body.passengers.${index}.${field}`,
      message,
    })),
  )
  const seen = new Set<string>()
  for (const [index, traveller] of passengers.entries()) {
    const { givenName, familyName } = namesOf(traveller)
    const key = `${givenName} ${familyName} ${traveller.birthDate}`.toUpperCase()
    if (seen.has(key))
      problems.push({ path: `body.passengers.${index}.givenName`, message: 'passengerTwice' })
    seen.add(key)
  }
  return problems
}

export function problemsOfTraveller(
  traveller: Omit<GivenTraveller, 'kind'> & { readonly kind: TravellerKind },
  offer: Pick<FlightOffer, 'slices'> | null,
  today: string,
): { readonly field: keyof GivenTraveller; readonly message: string }[] {
  const problems: { field: keyof GivenTraveller; message: string }[] = []
  // Some people have one name; airlines are told it twice.
  const hasOneName = (traveller.givenName === '') !== (traveller.familyName === '')
  const name = (field: 'givenName' | 'familyName') => {
    const value = traveller[field]
    if (value === '' && hasOneName) return
    if (value === '') problems.push({ field, message: 'extraMissing' })
    else if (!latinName.test(value) || !isPlainName(value))
      problems.push({ field, message: 'nameNotLatin' })
  }
  name('givenName')
  name('familyName')
  const lastDay = offer ? lastFlightDay(offer) : today
  const { bornFrom, bornUntil } = birthSpan(traveller.kind, lastDay, today)
  if (!isDay(traveller.birthDate)) problems.push({ field: 'birthDate', message: 'extraMissing' })
  else if (traveller.birthDate < bornFrom || traveller.birthDate > bornUntil)
    problems.push({ field: 'birthDate', message: `birthOf-${traveller.kind}` })
  if (!/^[A-Za-z]{2}$/.test(traveller.nationality))
    problems.push({ field: 'nationality', message: 'extraMissing' })
  if (!documentNumberPattern.test(tidyDocument(traveller.documentNumber)))
    problems.push({ field: 'documentNumber', message: 'documentWrong' })
  const allowsCard =
    offer === null || identityCardNationalities(offer).includes(traveller.nationality.toUpperCase())
  if (traveller.documentKind === 'identity-card' && !allowsCard)
    problems.push({ field: 'documentKind', message: 'passportNeeded' })
  if (!isDay(traveller.documentExpiresOn))
    problems.push({ field: 'documentExpiresOn', message: 'extraMissing' })
  else if (traveller.documentExpiresOn < lastDay)
    problems.push({ field: 'documentExpiresOn', message: 'documentEnds' })
  return problems
}

function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(text).toISOString().startsWith(text)
  )
}

function tidyDocument(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase()
}

/** Travellers in the order of the kinds in prices; positions are assigned in this order. */
export function travellersFrom(passengers: readonly GivenTraveller[]): StoredTraveller[] {
  const order = ['adult', 'child', 'infant']
  return passengers
    .toSorted((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind))
    .map((traveller, index) => storedTraveller(traveller, index + 1))
}

export function storedTraveller(
  traveller: Omit<GivenTraveller, 'kind'> & { readonly kind: TravellerKind },
  position: number,
): StoredTraveller {
  return {
    position,
    kind: traveller.kind,
    ...namesOf(traveller),
    gender: traveller.gender === 2 ? 'female' : 'male',
    birthDate: traveller.birthDate,
    documentKind: traveller.documentKind,
    documentNumber: tidyDocument(traveller.documentNumber),
    nationality: traveller.nationality.toUpperCase(),
    documentExpiresOn: traveller.documentExpiresOn,
  }
}

/**
 * Names as airlines take them, which is as the lines for machines in a passport have them: letters, hyphens, apostrophes
 * and blanks, and both of them. A single name is repeated.
 */
export function namesOf({
  givenName,
  familyName,
}: Pick<Traveller, 'givenName' | 'familyName'>): Pick<Traveller, 'givenName' | 'familyName'> {
  const tidy = (name: string) => tidyName(name.replaceAll(/[.,]/g, ' '))
  const [given, family] = [tidy(givenName), tidy(familyName)]
  return { givenName: given || family, familyName: family || given }
}

/** A key that is equal for equal travellers. */
export function travellersKey(travellers: readonly Traveller[]): string {
  const parts = travellers.map((traveller) =>
    [traveller.givenName, traveller.familyName, traveller.birthDate, traveller.documentNumber ?? '']
      .join(' ')
      .toUpperCase(),
  )
  return createHash('sha256').update(parts.join('|')).digest('base64url')
}
