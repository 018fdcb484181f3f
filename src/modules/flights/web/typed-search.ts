/** What is typed into the flight search: its directions, and what is missing in them. */
import type { ComboboxOption } from '#design/parts/combobox.tsx'
import { cabins, type Cabin } from '../itinerary.ts'

export const tripTypes = ['return', 'one-way', 'several'] as const
export type TripType = (typeof tripTypes)[number]

/** One direction as typed. */
export interface TypedLeg {
  readonly key: number
  readonly from: ComboboxOption | null
  readonly to: ComboboxOption | null
  readonly date: string
}

interface TypedFrom {
  readonly from?: ComboboxOption | null
  readonly to?: ComboboxOption | null
  /** Places suggested before anything is typed. */
  readonly start: readonly ComboboxOption[]
  readonly parameters?: URLSearchParams | undefined
  /** The option for a code in the address. */
  readonly placeOf?: ((code: string) => ComboboxOption) | undefined
}

/** The directions of an address, at least two for a trip through several cities. */
export function legsOf({ from, to, start, parameters, placeOf }: TypedFrom): TypedLeg[] {
  const list = (name: string) => parameters?.get(name)?.split(',') ?? []
  const [origins, destinations, dates] = ['fromAirport', 'toAirport', 'fromDate'].map(list)
  const place = (code: string | undefined) =>
    code ? (placeOf?.(code) ?? { key: code, label: code }) : null
  const first = {
    key: 0,
    from: from ?? start[0] ?? null,
    to: to ?? null,
    date: dates?.[0] ?? '',
  }
  const others = (origins ?? []).slice(1).map((code, index) => ({
    key: index + 1,
    from: place(code),
    to: place(destinations?.[index + 1]),
    date: dates?.[index + 1] ?? '',
  }))
  if (others.length > 0) return [first, ...others]
  return [first, { key: 1, from: first.to, to: null, date: '' }]
}

/** The type of trip that an address names; a return trip before anything is searched. */
export function tripTypeOf(parameters: URLSearchParams | undefined): TripType {
  if (!parameters) return 'return'
  if (parameters.get('fromAirport')?.includes(',')) return 'several'
  return parameters.get('toDate') ? 'return' : 'one-way'
}

/** The cabin class of an address, economy by default. */
export function cabinOf(text: string | null | undefined): Cabin {
  return cabins.find((cabin) => cabin === text) ?? 'economy'
}

/** Fields by name; those of a direction with its index. */
export type SearchField = `${'from' | 'to' | 'date'}${number}` | 'returns' | 'travellers'
type SearchProblem =
  | 'needFrom'
  | 'needTo'
  | 'needDay'
  | 'needLater'
  | 'needOrder'
  | 'needReturn'
  | 'infantsMost'
export type SearchProblems = Readonly<Partial<Record<SearchField, SearchProblem>>>

interface Typed {
  readonly legs: readonly Omit<TypedLeg, 'key'>[]
  /** The day of the flight back; null where there is none. */
  readonly returns: string | null
  readonly adult: number
  readonly infant: number
  /** Empty if unknown. */
  readonly today: string
}

/** Why a search cannot be made, by field; empty if it can. */
export function problemsOf({ legs, returns, adult, infant, today }: Typed): SearchProblems {
  const found: Partial<Record<SearchField, SearchProblem>> = {}
  for (const [index, { from, to, date }] of legs.entries()) {
    const before = legs[index - 1]?.date ?? ''
    if (!from) found[`from${index}`] = 'needFrom'
    if (!to) found[`to${index}`] = 'needTo'
    if (date === '') found[`date${index}`] = 'needDay'
    else if (date < today) found[`date${index}`] = 'needLater'
    else if (date < before) found[`date${index}`] = 'needOrder'
  }
  if (returns !== null && returns < (legs[0]?.date || today || '0'))
    found.returns = returns === '' ? 'needReturn' : 'needOrder'
  if (infant > adult) found.travellers = 'infantsMost'
  return found
}
