/** Between the form of the checkout and the saved passengers of the account. */
import type { PassengerTemplateView } from '#modules/passengers/contract.ts'
import type { PassengerQuestionView } from '../passenger-contract.ts'
import { problemsOfPassenger, type PassengerField } from '../passenger-fields.ts'
import { askedOf, passengerKey, passengersOf, type TypedPassengers } from './passenger-draft.ts'

/** What a saved passenger answers of a ticket's questions: of their documents the first one that is accepted. */
export function entriesOf(
  question: PassengerQuestionView,
  saved: PassengerTemplateView,
): TypedPassengers {
  const document = question.documentKinds
    .map((kind) => saved.documents.find((one) => one.kind === kind))
    .find(Boolean)
  const values: Readonly<Record<PassengerField, string>> = {
    givenName: saved.givenName,
    familyName: saved.familyName,
    nameKa: saved.nameKa,
    kind: String(saved.kind),
    birthDate: saved.birthDate ?? '',
    documentKind: document?.kind ?? '',
    documentNumber: document?.number ?? '',
    nationality: document?.nationality ?? '',
  }
  return Object.fromEntries(
    askedOf(question).map((field) => [passengerKey(question, field), values[field]]),
  )
}

/** Who was typed in, as the account would save them; null while something is missing. */
export function templateOf(question: PassengerQuestionView, typed: TypedPassengers) {
  const [given] = passengersOf([question], typed)
  if (!given || problemsOfPassenger(question, given).length > 0) return null
  const { documentKind, documentNumber, nationality } = given
  return {
    givenName: given.givenName,
    familyName: given.familyName,
    nameKa: given.nameKa,
    kind: given.kind,
    ...(given.birthDate ? { birthDate: given.birthDate } : {}),
    documents:
      documentKind && documentNumber && nationality
        ? [{ kind: documentKind, number: documentNumber, nationality: nationality.toUpperCase() }]
        : [],
  }
}
