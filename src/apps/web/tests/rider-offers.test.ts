/**
 * Goal: an entered date of birth offers the valid ticket type, or a cheaper one. Method: orders and fields as on
 * the page.
 */
import { expect, test } from 'vitest'
import type { PassengerQuestionView } from '#modules/orders/passenger-contract.ts'
import { riderOfferOf, typedAfter } from '../pages/travel/rider-offers.ts'

const anybody = { bornFrom: '1906-12-11', bornUntil: '2026-11-22' }
const aged = { bornFrom: '2012-12-11', bornUntil: '2021-12-10' }
const gel = (amount: number) => ({ amount, currency: 'GEL' as const })
const child = { rider: 'child', name: 'Child 5–13', total: gel(1_100), ...aged }
const adult = { rider: 'adult', name: 'Adult', total: gel(2_100), ...anybody }
const ticket = (lineId: number, rider: string, others: readonly object[], total: number) => ({
  lineId,
  rider,
  placeId: 7,
  legFrom: 0,
  legTo: 3,
  total: gel(total),
  otherRiders: others,
})
type Order = Parameters<typeof riderOfferOf>[0]
const orderOf = (...tickets: readonly object[]) =>
  ({
    segments: tickets.map((one, index) => ({ segment: { runId: index + 1 }, tickets: [one] })),
  }) as unknown as Order
const asking = (lineId: number, born: PassengerQuestionView['born']): PassengerQuestionView => ({
  lineId,
  unit: 0,
  asksNameKa: false,
  documentKinds: [],
  asksBirthDate: true,
  kind: 0,
  born,
  passenger: null,
})

test('offers a child the cheaper ticket for the whole return trip', () => {
  const order = orderOf(ticket(1, 'adult', [child], 2_100), ticket(2, 'adult', [child], 2_100))
  const one = { asked: asking(1, anybody), others: [asking(2, anybody)] }
  const offer = riderOfferOf(order, one, { '1.0.birthDate': '2018-05-01' })
  expect(offer).toMatchObject({
    rider: 'child',
    oldTotal: gel(4_200),
    newTotal: gel(2_200),
    isNeeded: false,
  })
  expect(riderOfferOf(order, one, { '1.0.birthDate': '1990-05-01' })).toBeNull()
  expect(riderOfferOf(order, one, { '1.0.birthDate': '2018' })).toBeNull()
  const half = orderOf(ticket(1, 'adult', [child], 2_100), ticket(2, 'adult', [], 2_100))
  expect(riderOfferOf(half, one, { '1.0.birthDate': '2018-05-01' })).toBeNull()
})

test('offers an adult with a child’s ticket the required, more expensive one', () => {
  const order = orderOf(ticket(1, 'child', [adult], 1_100))
  const one = { asked: asking(1, aged), others: [] }
  expect(riderOfferOf(order, one, { '1.0.birthDate': '1990-02-28' })).toMatchObject({
    rider: 'adult',
    isNeeded: true,
  })
  expect(riderOfferOf(order, one, { '1.0.birthDate': '2018-05-01' })).toBeNull()
})

test('moves the entered values to the new ticket', () => {
  const before = orderOf(ticket(1, 'child', [adult], 1_100))
  const typed = { '1.0.birthDate': '1990-02-28', '1.0.givenName': 'Nino', '11.0.givenName': 'Gia' }
  const offer = riderOfferOf(before, { asked: asking(1, aged), others: [] }, typed)
  const after = orderOf(ticket(9, 'adult', [], 2_100))
  expect(offer && typedAfter(offer, after, typed)).toEqual({
    '9.0.birthDate': '1990-02-28',
    '9.0.givenName': 'Nino',
  })
})
