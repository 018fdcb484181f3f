import { expect, test } from 'vitest'
import type { PassengerQuestionView } from '#modules/orders/passenger-contract.ts'
import { spread, travellersOf } from '../pages/travel/travellers.ts'

function question(
  lineId: number,
  extra: Partial<PassengerQuestionView> = {},
): PassengerQuestionView {
  return {
    lineId,
    unit: 0,
    asksNameKa: false,
    documentKinds: [],
    asksBirthDate: false,
    kind: 0,
    born: null,
    passenger: null,
    ...extra,
  }
}

type Segments = Parameters<typeof travellersOf>[0]

function order(...vehicles: readonly (readonly (readonly [lineId: number, rider: string])[])[]) {
  const segments = vehicles.map((tickets) => ({
    tickets: tickets.map(([lineId, rider]) => ({ lineId, rider })),
  }))
  return { segments } as unknown as Segments
}

test('groups the tickets of a return trip by person', () => {
  const there = [1, 2, 3] as const
  const questions = [1, 2, 3, 4, 5, 6].map((lineId) => question(lineId))
  const family = order(
    [
      [1, 'adult'],
      [2, 'child'],
      [3, 'adult'],
    ],
    [
      [4, 'child'],
      [5, 'adult'],
      [6, 'adult'],
    ],
  )
  const travellers = travellersOf(family, questions)
  expect(travellers.map(({ asked }) => asked.lineId).toSorted()).toEqual([...there])
  const all = spread(travellers, { '2.0.givenName': 'Luka', '3.0.givenName': 'Ana' })
  expect(all['4.0.givenName']).toBe('Luka')
  expect(all['6.0.givenName']).toBe('Ana')
  expect(all['5.0.givenName']).toBe('')
})

test('a student is one person, also on the vehicle of a carrier without tickets for students', () => {
  const questions = [1, 2, 3, 4].map((lineId) => question(lineId))
  const adults = [
    [1, 'adult'],
    [2, 'adult'],
  ] as const
  const withStudent = [
    [3, 'adult'],
    [4, 'student'],
  ] as const
  for (const way of [order(adults, withStudent), order(withStudent, adults)]) {
    const travellers = travellersOf(way, questions)
    const people = travellers.map(({ asked, others }) =>
      [asked, ...others].map(({ lineId }) => lineId).toSorted(),
    )
    expect(people.toSorted()).toEqual([
      [1, 3],
      [2, 4],
    ])
  }
  // A ticket that the student's age does not allow stays separate.
  const apart = travellersOf(order(adults, withStudent), [
    ...questions.slice(0, 1),
    question(2, { asksBirthDate: true, born: { bornFrom: '1900-01-01', bornUntil: '1980-01-01' } }),
    ...questions.slice(2, 3),
    question(4, { asksBirthDate: true, born: { bornFrom: '2000-01-01', bornUntil: '2010-01-01' } }),
  ])
  expect(apart).toHaveLength(3)
})

test('asks the questions of the most demanding ticket, and a ticket’s own ones separately', () => {
  const plain = question(1)
  const strict = question(2, { asksBirthDate: true, documentKinds: ['passport'] })
  const one = order([[1, 'adult']], [[2, 'adult']])
  expect(travellersOf(one, [plain, strict])).toEqual([{ asked: strict, others: [plain] }])
  const passports = question(3, { documentKinds: ['passport'] })
  const cards = question(4, { documentKinds: ['identity-card'] })
  const both = travellersOf(order([[3, 'adult']], [[4, 'adult']]), [passports, cards])
  expect(both.map(({ others }) => others)).toEqual([[], []])
})

test('leaves tickets other than journeys ungrouped', () => {
  const concert = question(9)
  expect(travellersOf(order([]), [concert])).toEqual([{ asked: concert, others: [] }])
})
