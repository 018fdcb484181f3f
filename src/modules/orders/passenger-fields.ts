/** Passenger data of named tickets. Pure, and shared by the browser's form and the server's validation. */
import { isBornWithin, type AgeSpan, type BirthSpan } from '#kernel/age.ts'
import type { DocumentKind } from '#modules/passengers/shapes.ts'
import type { CompanionTerms } from './companions.ts'
import { problemOfExtra, tidyExtra, type ExtraProblem } from './extra-fields.ts'

/** Numbers of the specification's passenger type. */
export const passengerKind = { Adult: 0, Child: 1 } as const
export type PassengerKind = (typeof passengerKind)[keyof typeof passengerKind]

/** The passenger of one ticket. Fields that are not required are empty or null. */
export interface Passenger {
  /** As in the document, in Latin letters. */
  readonly givenName: string
  readonly familyName: string
  /** The name in Georgian, which domestic carriers require of citizens; may be empty for foreigners. */
  readonly nameKa: string
  readonly kind: PassengerKind
  readonly documentKind: DocumentKind | null
  readonly documentNumber: string | null
  /** ISO 3166-1 alpha-2. */
  readonly nationality: string | null
  /** `1990-02-28`. */
  readonly birthDate: string | null
}

/** Required data of each passenger besides name and kind. */
export interface PassengerTerms {
  readonly asksNameKa: boolean
  /** Accepted documents; empty: none required. A document also requires the nationality. */
  readonly documentKinds: readonly DocumentKind[]
  readonly asksBirthDate: boolean
  /** Ticket types for one kind of passenger only: a child's ticket. Absent: anybody may travel. */
  readonly kindOfType?: ReadonlyMap<number, PassengerKind>
  /**
   * Allowed ages by ticket type on a day, usually that of travel. Checked only when the day of birth is required;
   * missing types are for any age.
   */
  readonly ages?: { readonly on: string; readonly ofType: ReadonlyMap<number, AgeSpan> }
  /** Ticket types at a lower price for some ages, whose proof is checked on board. Absent: none. */
  readonly ageProvedTypes?: ReadonlySet<number>
  /** Ticket types without a name: a car, a dog. */
  readonly namelessTypes?: ReadonlySet<number>
  /** A person may have only one ticket of an item for any of its legs. */
  readonly isOncePerItem?: boolean
  /** Who does not travel alone; absent: everybody may. */
  readonly companions?: CompanionTerms
  /** Whether and how another passenger may be named after the sale; absent: never. */
  readonly renaming?: RenamingTerms
  /** Terms of it that were replaced, the earliest first; orders whose terms were accepted before `until` keep them. */
  readonly formerRenaming?: readonly {
    readonly until: Date
    /** Null: never. */
    readonly renaming: RenamingTerms | null
  }[]
}

/** How another passenger may be named on a ticket of an order whose terms were accepted at that time; null: never. */
export function renamingAt(
  { renaming, formerRenaming = [] }: Pick<PassengerTerms, 'renaming' | 'formerRenaming'>,
  acceptedAt: Date,
): RenamingTerms | null {
  const former = formerRenaming.find(({ until }) => acceptedAt < until)
  return former ? former.renaming : (renaming ?? null)
}

/** Terms of naming another passenger on a ticket that is paid. */
export interface RenamingTerms {
  /** Of each change, in tetri; taken from the buyer's balance. */
  readonly feeMinor: number
  /** Until so many seconds before the ticket begins. */
  readonly untilSeconds: number
  /** Changes of one ticket. */
  readonly most: number
}

export type PassengerField = Exclude<keyof Passenger, 'kind'> | 'kind'
export type PassengerProblem = ExtraProblem | 'ageWrong'

/** Validation errors of a passenger by field; empty when valid. */
export function problemsOfPassenger(
  terms: Pick<PassengerTerms, 'asksNameKa' | 'asksBirthDate' | 'documentKinds'> & {
    readonly kind: PassengerKind | null
    /** Days of birth allowed on the ticket; null: anybody. */
    readonly born: BirthSpan | null
  },
  given: Passenger,
): { readonly field: PassengerField; readonly problem: PassengerProblem }[] {
  const passenger = tidyPassenger(given)
  const problems: { field: PassengerField; problem: PassengerProblem }[] = []
  const check = (field: PassengerField, kind: 'latin' | 'text' | 'date' | 'passport'): void => {
    const value = String(passenger[field] ?? '')
    const problem = problemOfExtra({ kind, isRequired: true }, value)
    if (problem) problems.push({ field, problem })
  }
  check('givenName', 'latin')
  check('familyName', 'latin')
  if (terms.asksNameKa && !isForeigner(passenger)) check('nameKa', 'text')
  if (terms.asksBirthDate) check('birthDate', 'date')
  if (isOfWrongAge(terms, passenger) && !problems.some(({ field }) => field === 'birthDate'))
    problems.push({ field: 'birthDate', problem: 'ageWrong' })
  if (terms.kind !== null && passenger.kind !== terms.kind)
    problems.push({ field: 'kind', problem: 'extraWrong' })
  if (terms.documentKinds.length === 0) return problems
  const { documentKind, documentNumber, nationality } = passenger
  if (documentKind === null || !terms.documentKinds.includes(documentKind))
    problems.push({
      field: 'documentKind',
      problem: documentKind === null ? 'extraMissing' : 'extraWrong',
    })
  if (!documentNumber) problems.push({ field: 'documentNumber', problem: 'extraMissing' })
  else if (!/^[0-9A-Z]{4,20}$/.test(documentNumber))
    problems.push({ field: 'documentNumber', problem: 'passportWrong' })
  if (!nationality) problems.push({ field: 'nationality', problem: 'extraMissing' })
  else if (!/^[A-Z]{2}$/.test(nationality))
    problems.push({ field: 'nationality', problem: 'extraWrong' })
  return problems
}

/** Their document has no name in Georgian, and most of them cannot write it. */
function isForeigner({ nationality }: Passenger): boolean {
  return nationality !== null && nationality !== 'GE'
}

/** Whether the day of birth is required and not allowed on the ticket. */
export function isOfWrongAge(
  terms: Pick<PassengerTerms, 'asksBirthDate'> & { readonly born: BirthSpan | null },
  { birthDate }: Pick<Passenger, 'birthDate'>,
): boolean {
  if (!terms.asksBirthDate || terms.born === null || birthDate === null) return false
  return !isBornWithin(birthDate, terms.born)
}

/** Normal form for storage: trimmed, document numbers without any blanks. */
export function tidyPassenger(given: Passenger): Passenger {
  const text = (value: string | null) => tidyExtra('text', value ?? '')
  const orNull = (value: string) => (value === '' ? null : value)
  return {
    givenName: text(given.givenName),
    familyName: text(given.familyName),
    nameKa: text(given.nameKa),
    kind: given.kind,
    documentKind: given.documentKind,
    documentNumber: orNull(tidyExtra('passport', given.documentNumber ?? '').replaceAll('-', '')),
    nationality: orNull(text(given.nationality).toUpperCase()),
    birthDate: orNull(text(given.birthDate)),
  }
}

/** Keeps only the fields that the terms require, so that no unneeded personal data is stored. */
export function onlyRequired(terms: PassengerTerms, passenger: Passenger): Passenger {
  const asksDocument = terms.documentKinds.length > 0
  return {
    ...passenger,
    nameKa: terms.asksNameKa ? passenger.nameKa : '',
    documentKind: asksDocument ? passenger.documentKind : null,
    documentNumber: asksDocument ? passenger.documentNumber : null,
    nationality: asksDocument ? passenger.nationality : null,
    birthDate: terms.asksBirthDate ? passenger.birthDate : null,
  }
}
