/** Goal: an instant is written by the clock of its place. Method: instants in winter, in summer and at half an hour. */
import { expect, test } from 'vitest'
import { localIso } from '../local-iso.ts'

test('an instant has the time of the place and its offset', () => {
  expect(localIso('2026-12-24T15:00:00.000Z', 'Asia/Tbilisi')).toBe('2026-12-24T19:00:00+04:00')
  const summer = new Date('2027-07-01T22:30:00Z')
  expect(localIso(summer, 'Europe/Rome')).toBe('2027-07-02T00:30:00+02:00')
  expect(localIso(summer, 'Asia/Kolkata')).toBe('2027-07-02T04:00:00+05:30')
})
