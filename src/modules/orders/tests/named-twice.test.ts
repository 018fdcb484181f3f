import { expect, it } from 'vitest'
import type { Order } from '../server/order.ts'
import { namedTwice, unitKey, type GivenPassenger, type NamedUnit } from '../server/passengers.ts'

const lines = [1, 2].map((id) => ({ id, source: 'run', itemId: 5, legFrom: 0, legTo: 3 }))
const unitOf = (lineId: number) => ({ lineId, unit: 0 })
const units = new Map(
  lines.map(({ id }) => [
    unitKey(unitOf(id)),
    { ...unitOf(id), terms: { isOncePerItem: true } } as unknown as NamedUnit,
  ]),
)
const passenger = (lineId: number, givenName: string, documentNumber: string | null) =>
  ({
    ...unitOf(lineId),
    givenName,
    familyName: 'Beridze',
    birthDate: '1990-02-28',
    nationality: 'GE',
    documentNumber,
  }) as unknown as GivenPassenger

function refusedField(...named: GivenPassenger[]): string | undefined {
  return namedTwice({ lines } as unknown as Order, units, named)?.path
}

it('one document of two people is marked where it was entered for the second of them', () => {
  expect(refusedField(passenger(1, 'Nino', '09AB1'), passenger(2, 'Gio', '09AB1'))).toBe(
    `body.passengers.${unitKey(unitOf(2))}.documentNumber`,
  )
})

it('one person without a document is marked by the name', () => {
  expect(refusedField(passenger(1, 'Nino', null), passenger(2, 'Nino', null))).toBe(
    `body.passengers.${unitKey(unitOf(2))}.givenName`,
  )
})

it('two people with documents of their own are two', () => {
  expect(refusedField(passenger(1, 'Nino', '09AB1'), passenger(2, 'Nino', '09AB2'))).toBeUndefined()
})
