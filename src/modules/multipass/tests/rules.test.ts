/** When cards end: with a day of the product's zone, never as it begins. */
import { expect, test } from 'vitest'
import { isValidAt, validityOf, type Validity } from '../server/rules.ts'

const minute = 60_000
const card: { soldAt: Date; firstUsedAt: Date | null } = {
  soldAt: new Date('2030-03-10T11:00:00Z'),
  firstUsedAt: null,
}

function product(values: Partial<Validity> = {}): Validity {
  return {
    validFrom: new Date('2030-01-01T00:00:00+04:00'),
    validUntil: new Date('2030-03-31T00:00:00+04:00'),
    validDays: null,
    validDaysFrom: null,
    timeZone: 'Asia/Tbilisi',
    ...values,
  }
}

function endOf(values: Partial<Validity>, own = card): string {
  const period = validityOf(product(values), own)
  expect(isValidAt(period, period.until)).toBe(true)
  expect(isValidAt(period, new Date(period.until.getTime() + 1))).toBe(false)
  return period.until.toISOString()
}

test('the last day of a product counts whole, however its moment is written', () => {
  for (const written of ['00:00:00+04:00', '12:00:00+04:00', '23:59:59+04:00'])
    expect(endOf({ validUntil: new Date(`2030-03-31T${written}`) })).toBe(
      '2030-03-31T19:59:59.999Z',
    )
})

test('days from the sale end with a day', () => {
  const days = { validDays: 10, validDaysFrom: 'sale' as const }
  for (const soldAt of ['2030-03-10T00:00:00+04:00', '2030-03-10T23:59:00+04:00'])
    expect(endOf(days, { soldAt: new Date(soldAt), firstUsedAt: null })).toBe(
      '2030-03-20T19:59:59.999Z',
    )
})

test('days from the first use end with a day, and with the product', () => {
  const days = { validDays: 1, validDaysFrom: 'first-use' as const }
  const used = { ...card, firstUsedAt: new Date('2030-03-30T19:59:00Z') }
  expect(endOf(days, used)).toBe('2030-03-31T19:59:59.999Z')
  expect(endOf({ ...days, validDays: 30 }, used)).toBe('2030-03-31T19:59:59.999Z')
  expect(endOf(days)).toBe('2030-03-31T19:59:59.999Z')
})

test('days end with a day where clocks change', () => {
  const soldAt = new Date('2030-03-30T12:00:00Z')
  const values = {
    timeZone: 'Europe/Berlin',
    validUntil: new Date('2030-12-31T00:00:00+01:00'),
    validDays: 1,
    validDaysFrom: 'sale' as const,
  }
  // The day on which Berlin changes its clocks has 23 hours.
  expect(endOf(values, { soldAt, firstUsedAt: null })).toBe('2030-03-31T21:59:59.999Z')
  expect(
    isValidAt(validityOf(product(values), card), new Date(card.soldAt.getTime() - minute)),
  ).toBe(true)
})
