/** Who may not travel without somebody else. Pure, and the same for all sources whose tickets have passengers. */
import { isOfAge } from '#kernel/age.ts'

/** What a source asks about the company of its passengers. */
export interface CompanionTerms {
  /** Ticket types of children, who travel only with somebody of age. */
  readonly childTypes: ReadonlySet<number>
  /** Ticket types of those who are too young to accompany others, children or not. */
  readonly minorTypes: ReadonlySet<number>
  /** Whoever is younger is a child, whatever the ticket. */
  readonly aloneFromAge: number
  /** Whoever is younger accompanies nobody. */
  readonly companionFromAge: number
  /** Ticket types of those who accompany somebody with one of the other types, and travel only with them. */
  readonly escorts?: {
    readonly types: ReadonlySet<number>
    readonly ofTypes: ReadonlySet<number>
  }
}

/** A passenger of an item, for some of its legs. */
export interface Traveller {
  readonly ticketTypeId: number
  readonly legFrom: number
  /** Exclusive. */
  readonly legTo: number
  /** ISO date; null when it was not asked for. */
  readonly birthDate: string | null
}

export type CompanionProblem = 'CompanionNeeded' | 'PassengerNotAllowed'

/**
 * Whether somebody of the travellers of one item has nobody with them on some leg: a child nobody of age, a companion
 * nobody to accompany.
 * @param on ISO date on which ages count; without one only ticket types tell
 */
export function companionProblemOf(
  terms: CompanionTerms,
  travellers: readonly Traveller[],
  on: string | null,
): CompanionProblem | null {
  const isYounger = ({ birthDate }: Traveller, years: number) =>
    birthDate !== null && on !== null && !isOfAge(birthDate, years, on)
  const isChild = (one: Traveller) =>
    terms.childTypes.has(one.ticketTypeId) || isYounger(one, terms.aloneFromAge)
  const mayAccompany = (one: Traveller) =>
    !isChild(one) &&
    !terms.minorTypes.has(one.ticketTypeId) &&
    !isYounger(one, terms.companionFromAge)
  const adults = travellers.filter(mayAccompany)
  if (travellers.some((one) => isChild(one) && !isCovered(one, adults))) return 'CompanionNeeded'
  const { escorts } = terms
  if (!escorts) return null
  const escorted = travellers.filter(({ ticketTypeId }) => escorts.ofTypes.has(ticketTypeId))
  const isAlone = (one: Traveller) =>
    escorts.types.has(one.ticketTypeId) && !isCovered(one, escorted)
  return travellers.some(isAlone) ? 'PassengerNotAllowed' : null
}

/** Whether one of the others, or several in turn, are there on each leg. */
function isCovered({ legFrom, legTo }: Traveller, others: readonly Traveller[]): boolean {
  for (let leg = legFrom; leg < legTo; leg += 1)
    if (!others.some((one) => one.legFrom <= leg && leg < one.legTo)) return false
  return true
}
