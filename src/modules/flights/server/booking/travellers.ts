/** Who may fly as what, and with which document: pure. */
import { createHash } from 'node:crypto'
import { isPlainName } from '#kernel/person-name.ts'
import {
  travellersOf,
  type FlightOffer,
  type SearchCriteria,
  type TravellerKind,
} from '../../itinerary.ts'
import type { GivenTraveller } from '../../contract.ts'
import { airports } from '../reference/airports.ts'
import { birthSpan, lastFlightDay } from '../traveller-ages.ts'
import type { KeptTraveller } from './store.ts'
import type { Traveller } from '../supplier.ts'

const latinName = /^[A-Za-z](?:[A-Za-z' -]*[A-Za-z])?$/
const documentNumberPattern = /^[0-9A-Z]{5,15}$/

const europeanUnion = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '),
)

/** Nationalities that may fly all of this trip with an identity card instead of a passport. */
export function identityCardNationalities(offer: Pick<FlightOffer, 'slices'>): string[] {
  const countries = new Set(
    offer.slices.flatMap(({ legs }) =>
      legs.flatMap(({ from, to }) => [from, to].map((code) => airports.get(code)?.country ?? '')),
    ),
  )
  const isWithin = (allowed: ReadonlySet<string>) => [...countries].every((one) => allowed.has(one))
  // Georgia and Turkey take each other's identity cards; Georgia takes those of the European Union.
  if (isWithin(new Set(['GE']))) return ['GE', ...europeanUnion]
  if (isWithin(new Set(['GE', 'TR']))) return ['GE', 'TR']
  if (isWithin(new Set(['GE', ...europeanUnion]))) return [...europeanUnion]
  return []
}

export interface TravellerProblem {
  readonly path: string
  readonly message: string
}

/** What is wrong, field by field, as `body.passengers.<index>.<field>`. */
export function problemsOfTravellers(
  given: readonly GivenTraveller[],
  criteria: Pick<SearchCriteria, 'adults' | 'children' | 'infants'>,
  offer: Pick<FlightOffer, 'slices'>,
  today: string,
): TravellerProblem[] {
  const wanted = travellersOf(criteria)
  const kinds = (['adult', 'child', 'infant'] as const).map(
    (kind) =>
      given.filter((one) => one.kind === kind).length ===
      (wanted.find((one) => one.kind === kind)?.count ?? 0),
  )
  if (kinds.includes(false)) return [{ path: 'body.passengers', message: 'passengerCountWrong' }]
  const problems = given.flatMap((one, index) =>
    problemsOfTraveller(one, offer, today).map(({ field, message }) => ({
      path: `body.passengers.${index}.${field}`,
      message,
    })),
  )
  const seen = new Set<string>()
  for (const [index, one] of given.entries()) {
    const key = `${one.givenName} ${one.familyName} ${one.birthDate}`.toUpperCase()
    if (seen.has(key))
      problems.push({ path: `body.passengers.${index}.givenName`, message: 'passengerTwice' })
    seen.add(key)
  }
  return problems
}

export function problemsOfTraveller(
  one: Omit<GivenTraveller, 'kind'> & { readonly kind: TravellerKind },
  offer: Pick<FlightOffer, 'slices'> | null,
  today: string,
): { readonly field: keyof GivenTraveller; readonly message: string }[] {
  const problems: { field: keyof GivenTraveller; message: string }[] = []
  const name = (field: 'givenName' | 'familyName') => {
    const value = one[field]
    if (value === '') problems.push({ field, message: 'extraMissing' })
    else if (!latinName.test(value) || !isPlainName(value))
      problems.push({ field, message: 'nameNotLatin' })
  }
  name('givenName')
  name('familyName')
  const lastDay = offer ? lastFlightDay(offer) : today
  const { bornFrom, bornUntil } = birthSpan(one.kind, lastDay, today)
  if (!isDay(one.birthDate)) problems.push({ field: 'birthDate', message: 'extraMissing' })
  else if (one.birthDate < bornFrom || one.birthDate > bornUntil)
    problems.push({ field: 'birthDate', message: `birthOf-${one.kind}` })
  if (!/^[A-Za-z]{2}$/.test(one.nationality))
    problems.push({ field: 'nationality', message: 'extraMissing' })
  if (!documentNumberPattern.test(tidyDocument(one.documentNumber)))
    problems.push({ field: 'documentNumber', message: 'documentWrong' })
  const allowsCard =
    offer === null || identityCardNationalities(offer).includes(one.nationality.toUpperCase())
  if (one.documentKind === 'identity-card' && !allowsCard)
    problems.push({ field: 'documentKind', message: 'passportNeeded' })
  if (!isDay(one.documentExpiresOn))
    problems.push({ field: 'documentExpiresOn', message: 'extraMissing' })
  else if (one.documentExpiresOn < lastDay)
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

/** In the order in which prices name kinds: the place of each is its position. */
export function travellersFrom(given: readonly GivenTraveller[]): KeptTraveller[] {
  const order = ['adult', 'child', 'infant']
  return given
    .toSorted((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind))
    .map((one, index) => keptTraveller(one, index + 1))
}

export function keptTraveller(
  one: Omit<GivenTraveller, 'kind'> & { readonly kind: TravellerKind },
  position: number,
): KeptTraveller {
  return {
    position,
    kind: one.kind,
    givenName: one.givenName,
    familyName: one.familyName,
    gender: one.gender === 2 ? 'female' : 'male',
    birthDate: one.birthDate,
    documentKind: one.documentKind,
    documentNumber: tidyDocument(one.documentNumber),
    nationality: one.nationality.toUpperCase(),
    documentExpiresOn: one.documentExpiresOn,
  }
}

/** The same travellers have the same key. */
export function travellersKey(travellers: readonly Traveller[]): string {
  const words = travellers.map((one) =>
    [one.givenName, one.familyName, one.birthDate, one.documentNumber ?? '']
      .join(' ')
      .toUpperCase(),
  )
  return createHash('sha256').update(words.join('|')).digest('base64url')
}
