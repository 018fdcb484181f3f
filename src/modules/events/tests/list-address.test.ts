/**
 * Goal: an address of a list or of the calendar is parsed correctly, and invalid values lead to input that the
 * calls accept. Method: valid addresses, then hostile texts in every parameter, against the calls' own
 * declarations.
 */
import { expect, test } from 'vitest'
import { ownCategoryPage } from '#modules/catalogue/contract.ts'
import { ownCalendarPage } from '#modules/catalogue/calendar-contract.ts'
import { hostileTexts } from '../../../../tests/hostile/values.ts'
import { calendarInput, dayStep, firstWeekdayOf } from '../web/lists/calendar-address.ts'
import { changedAddress, listInput } from '../web/lists/list-address.ts'

const now = new Date('2026-12-01T10:00:00Z')
const names = ['sub', 'when', 'from', 'to', 'min', 'max', 'free', 'venue', 'sort', 'after', 'shown']

test('parses a list’s address', () => {
  const address = 'sub=jazz&when=tomorrow&min=10&max=50&free=1&venue=7&sort=cheapest&shown=70'
  expect(listInput(new URLSearchParams(address), now)).toEqual({
    subCategory: 'jazz',
    fromDate: '2026-12-02',
    toDate: '2026-12-02',
    priceFrom: 10,
    priceTo: 50,
    isFree: true,
    venueId: 7,
    sort: 'cheapest',
    cursor: undefined,
    limit: 72,
  })
})

test('prefers picked days to a named period, and drops a cursor of another order', () => {
  const picked = listInput(new URLSearchParams('when=today&from=2026-12-24'), now)
  expect(picked).toMatchObject({ fromDate: '2026-12-24', toDate: undefined })
  const after = (text: string) => listInput(new URLSearchParams(text), now).cursor
  expect(after('after=soonest.1.2')).toBe('soonest.1.2')
  expect(after('after=soonest.1.2&sort=wanted')).toBeUndefined()
})

test('produces valid input for any text in any parameter', () => {
  for (const [name, value] of Object.entries(hostileTexts)) {
    for (const parameter of names) {
      const input = listInput(new URLSearchParams([[parameter, value]]), now)
      expect(ownCategoryPage.query.safeParse(input).success, `${parameter}: ${name}`).toBe(true)
    }
    for (const parameter of ['month', 'date', 'category']) {
      const input = calendarInput(new URLSearchParams([[parameter, value]]))
      expect(ownCalendarPage.query.safeParse(input).success, `${parameter}: ${name}`).toBe(true)
    }
  }
})

test('starts a changed list at its beginning', () => {
  const parameters = new URLSearchParams('sub=jazz&after=soonest.1.2&shown=48&max=50')
  expect(changedAddress('/events', parameters, { max: null, sort: 'wanted' })).toBe(
    '/events?sub=jazz&sort=wanted',
  )
  expect(changedAddress('/events', new URLSearchParams('max=50'), { max: '' })).toBe('/events')
})

test('moves by days and weeks, and to the ends of the week with Home and End', () => {
  // December 2026 begins on a Tuesday, which is 1 when Monday is 0.
  const first = firstWeekdayOf('2026-12')
  expect(first).toBe(1)
  const day = (key: string, from: number) => dayStep(key, from, first)?.day
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => day(key, 16))).toEqual([
    15, 17, 9, 23,
  ])
  expect([day('Home', 16), day('End', 16), day('Home', 3)]).toEqual([14, 20, 1])
  expect(dayStep('Enter', 16, first)).toBeNull()
})
