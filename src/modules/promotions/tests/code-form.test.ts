/** Goal: all mistakes in the form of a promo code are found together. Method: the function, with forms as they are sent. */
import { expect, test } from 'vitest'
import { problemsOfCode } from '../code-form-shapes.ts'

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('accepts a code with one discount, in whole or part of a lari', () => {
  expect(problemsOfCode(formOf({ percent: '15', quantity: '0', amountMax: '' }))).toEqual({})
  expect(problemsOfCode(formOf({ amount: '0,50', perCustomerMax: '1' }))).toEqual({})
})

test('finds every mistake at once', () => {
  const form = formOf({
    percent: '',
    amountMax: 'abc',
    ticketsMin: '-1',
    quantity: '-3',
    perCustomerMax: '1.5',
    merchantId: '0',
    validFrom: '2027-05-01T10:00',
    validUntil: '2027-04-01T10:00',
  })
  expect(problemsOfCode(form)).toEqual({
    percent: 'discountNeeded',
    amountMax: 'wrongLari',
    ticketsMin: 'wrongLari',
    quantity: 'wrongNumber',
    perCustomerMax: 'wrongNumber',
    merchantId: 'wrongNumber',
    validUntil: 'endBeforeStart',
  })
})

test('refuses two discounts, and a batch without a number of codes', () => {
  expect(problemsOfCode(formOf({ percent: '10', amount: '5', count: '' }))).toEqual({
    amount: 'discountTwice',
    count: 'wrongNumber',
  })
})
