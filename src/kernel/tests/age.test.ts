/** Goal: who is of an age on a day. Method: days of birth at the edges, leap days among them. */
import { expect, test } from 'vitest'
import { birthSpanOf, isBornWithin } from '../age.ts'

const today = '2026-11-22'

test('a child of 5 to 13 is one from the fifth birthday to the day before the fourteenth', () => {
  const span = birthSpanOf({ ageMin: 5, ageMax: 13 }, '2026-12-10', today)
  expect(span).toEqual({ bornFrom: '2012-12-11', bornUntil: '2021-12-10' })
  expect(isBornWithin('2012-12-11', span)).toBe(true)
  expect(isBornWithin('2012-12-10', span)).toBe(false)
  expect(isBornWithin('2021-12-11', span)).toBe(false)
  expect(isBornWithin('1990-02-28', span)).toBe(false)
})

test('nobody is born after today, and nobody is older than 119', () => {
  const any = { ageMin: null, ageMax: null }
  expect(birthSpanOf(any, '2026-12-10', today)).toEqual({
    bornFrom: '1906-12-11',
    bornUntil: today,
  })
  expect(birthSpanOf({ ageMin: 0, ageMax: 4 }, '2026-12-10', today).bornUntil).toBe(today)
})

test('who is born on a leap day has the birthday of other years on the 1st of March', () => {
  const five = { ageMin: 5, ageMax: 5 }
  const at = (day: string) => isBornWithin('2020-02-29', birthSpanOf(five, day, day))
  expect([at('2025-02-28'), at('2025-03-01'), at('2026-02-28'), at('2026-03-01')]).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(birthSpanOf({ ageMin: 1, ageMax: 1 }, '2024-02-29', '2024-02-29')).toEqual({
    bornFrom: '2022-03-01',
    bornUntil: '2023-02-28',
  })
})
