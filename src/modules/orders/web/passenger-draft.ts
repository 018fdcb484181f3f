/** What a buyer has typed of passengers, ticket by ticket: from fields to the call's passengers, and what is wrong. */
import { documentKinds } from '#modules/passengers/shapes.ts'
import type { GivenPassengers, PassengerQuestionView } from '../passenger-contract.ts'
import {
  passengerKind,
  problemsOfPassenger,
  type PassengerField,
  type PassengerProblem,
} from '../passenger-fields.ts'

/** By `passengerKey`; what was named before is not repeated here. */
export type TypedPassengers = Readonly<Record<string, string>>

/** `12.0.familyName`: also the end of a path that the server refuses. */
export function passengerKey(
  { lineId, unit }: Pick<PassengerQuestionView, 'lineId' | 'unit'>,
  field: PassengerField,
): string {
  return `${lineId}.${unit}.${field}`
}

/** The fields of a ticket in the order in which they are asked. */
export function askedOf(question: PassengerQuestionView): PassengerField[] {
  const { kind, asksNameKa, asksBirthDate, documentKinds: accepted } = question
  return [
    ...(kind === null ? (['kind'] as const) : []),
    'givenName',
    'familyName',
    ...(asksNameKa ? (['nameKa'] as const) : []),
    ...(asksBirthDate ? (['birthDate'] as const) : []),
    ...(accepted.length > 1 ? (['documentKind'] as const) : []),
    ...(accepted.length > 0 ? (['documentNumber', 'nationality'] as const) : []),
  ]
}

/** What a field shows: what was typed, else who was named before. */
export function valueOf(
  question: PassengerQuestionView,
  field: PassengerField,
  typed: TypedPassengers,
): string {
  const before = question.passenger?.[field]
  return typed[passengerKey(question, field)] ?? String(before ?? (field === 'kind' ? 0 : ''))
}

/** All passengers as the call takes them. */
export function passengersOf(
  questions: readonly PassengerQuestionView[],
  typed: TypedPassengers,
): GivenPassengers {
  return questions.map((question) => {
    const value = (field: PassengerField) => valueOf(question, field, typed)
    const [only, another] = question.documentKinds
    const documentKind =
      another === undefined ? only : documentKinds.find((kind) => kind === value('documentKind'))
    const { lineId, unit } = question
    return {
      lineId,
      unit,
      givenName: value('givenName'),
      familyName: value('familyName'),
      nameKa: value('nameKa'),
      kind: question.kind ?? (value('kind') === '1' ? passengerKind.Child : passengerKind.Adult),
      documentKind: documentKind ?? null,
      documentNumber: value('documentNumber') || null,
      nationality: value('nationality') || null,
      birthDate: value('birthDate') || null,
    }
  })
}

/** What is wrong, by `passengerKey`, in the order of the fields. */
export function problemsOfPassengers(
  questions: readonly PassengerQuestionView[],
  typed: TypedPassengers,
): ReadonlyMap<string, PassengerProblem> {
  const given = passengersOf(questions, typed)
  const found = new Map<string, PassengerProblem>()
  for (const [index, question] of questions.entries()) {
    const passenger = given[index]
    if (!passenger) continue
    const problems = new Map(
      problemsOfPassenger(question, passenger).map(({ field, problem }) => [field, problem]),
    )
    for (const field of askedOf(question)) {
      const problem = problems.get(field)
      if (problem) found.set(passengerKey(question, field), problem)
    }
  }
  return found
}
