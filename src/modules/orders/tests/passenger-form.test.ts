/**
 * Goal: the checkout asks each passenger for the data their ticket requires, and sends what the call accepts. Method:
 * the pure functions behind its fields, for tickets that require much or little data.
 */
import { expect, test } from 'vitest'
import en from '../messages/questions-en.json' with { type: 'json' }
import ka from '../messages/questions-ka.json' with { type: 'json' }
import type { PassengerQuestionView } from '../passenger-contract.ts'
import { documentKinds } from '#modules/passengers/shapes.ts'
import { readDraft } from '../web/buyer-draft.ts'
import {
  askedOf,
  passengerKey,
  passengersOf,
  problemsOfPassengers,
  valueOf,
} from '../web/passenger-draft.ts'

const much: PassengerQuestionView = {
  lineId: 12,
  unit: 1,
  asksNameKa: true,
  documentKinds: ['passport', 'birth-certificate'],
  asksBirthDate: true,
  kind: null,
  born: null,
  passenger: null,
}
const child: PassengerQuestionView = {
  ...much,
  lineId: 13,
  unit: 0,
  asksNameKa: false,
  asksBirthDate: false,
  documentKinds: ['passport'],
  kind: 1,
}
const little = { ...child, lineId: 14, documentKinds: [], kind: 0 as const }
const typed = {
  '12.1.kind': '1',
  '12.1.givenName': 'Luka',
  '12.1.familyName': 'Beridze',
  '12.1.nameKa': 'ლუკა ბერიძე',
  '12.1.birthDate': '2018-02-28',
  '12.1.documentKind': 'birth-certificate',
  '12.1.documentNumber': '12 AB-345',
  '12.1.nationality': 'ge',
  '13.0.givenName': 'Nino',
  '13.0.familyName': 'Beridze',
  '13.0.documentNumber': '12AB345',
  '13.0.nationality': 'GE',
  '14.0.givenName': 'Gia',
  '14.0.familyName': 'Beridze',
}

test('each ticket asks for what its terms say, in words of both languages', () => {
  expect(askedOf(much)).toEqual([
    'kind',
    'givenName',
    'familyName',
    'nameKa',
    'birthDate',
    'documentKind',
    'documentNumber',
    'nationality',
  ])
  expect(askedOf(child)).toEqual(['givenName', 'familyName', 'documentNumber', 'nationality'])
  expect(askedOf(little)).toEqual(['givenName', 'familyName'])
  const words = [
    ...askedOf(much).map((field) => `passenger_${field}`),
    ...documentKinds.map((kind) => `document_${kind}`),
  ]
  for (const texts of [en, ka]) expect(Object.keys(texts)).toEqual(expect.arrayContaining(words))
})

test('typed values become the passengers of the call without validation errors', () => {
  expect(problemsOfPassengers([much, child, little], typed)).toEqual(new Map())
  expect(passengersOf([much, child, little], typed)).toMatchObject([
    { lineId: 12, unit: 1, kind: 1, documentKind: 'birth-certificate', birthDate: '2018-02-28' },
    // A single accepted document and a single kind of passenger need no input.
    { lineId: 13, unit: 0, kind: 1, documentKind: 'passport', nationality: 'GE', birthDate: null },
    { lineId: 14, unit: 0, kind: 0, documentKind: null, documentNumber: null },
  ])
})

test('every problem has its field, in the order of the form', () => {
  const wrong = { ...typed, '12.1.familyName': 'ბერიძე', '12.1.documentNumber': '' }
  const found = problemsOfPassengers([much, { ...little, lineId: 15 }], wrong)
  expect([...found]).toEqual([
    ['12.1.familyName', 'latinWrong'],
    ['12.1.documentNumber', 'extraMissing'],
    ['15.0.givenName', 'extraMissing'],
    ['15.0.familyName', 'extraMissing'],
  ])
  expect([...problemsOfPassengers([much], {}).keys()]).toEqual(
    askedOf(much)
      .filter((field) => field !== 'kind')
      .map((field) => passengerKey(much, field)),
  )
})

test('who was named before is shown until something else is typed; a reload keeps what was typed', () => {
  const [named] = passengersOf([much], typed)
  const known = { ...much, passenger: named ? { ...named } : null }
  expect(valueOf(known, 'givenName', {})).toBe('Luka')
  expect(valueOf(known, 'givenName', { '12.1.givenName': '' })).toBe('')
  expect(passengersOf([known], {})).toEqual([named])
  const draft = { name: '', email: '', phone: '', acceptTerms: false, passengers: typed }
  expect(readDraft(JSON.stringify(draft))).toEqual(draft)
  expect(readDraft(JSON.stringify({ ...draft, passengers: { x: 1 } }))).toBe(null)
})

test('a foreigner writes no Georgian, a citizen does, and a country is never cut to another one', () => {
  const without = { ...typed, '12.1.nameKa': '' }
  const problemsOf = (nationality: string) => [
    ...problemsOfPassengers([much], { ...without, '12.1.nationality': nationality }),
  ]
  expect(problemsOf('DE')).toEqual([])
  expect(problemsOf('ge')).toEqual([['12.1.nameKa', 'extraMissing']])
  expect(problemsOf('')).toContainEqual(['12.1.nameKa', 'extraMissing'])
  expect(problemsOf('Germany')).toEqual([['12.1.nationality', 'extraWrong']])
})
