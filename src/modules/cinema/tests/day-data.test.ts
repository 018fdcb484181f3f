/**
 * Goal: a page of a day gets the showtimes of its call, in half the bytes. Method: a day of 360 showtimes there and
 * back, and the length of its JSON.
 */
import { expect, test } from 'vitest'
import { money } from '#kernel/money.ts'
import type { ShowtimeView } from '../contract.ts'
import { showtimesOf, shownDay } from '../web/parts/day-data.ts'

function showtime(index: number): ShowtimeView {
  const startsAt = new Date(Date.UTC(2026, 10, 30, 6, index * 3)).toISOString()
  return {
    session: 1_000 + index,
    showId: index % 12,
    venueId: index % 6,
    hall: `Hall ${index % 8}`,
    startsAt,
    filmStartsAt: startsAt,
    endsAt: startsAt,
    businessDate: '2026-11-30',
    format: index % 5 === 0 ? 'IMAX' : '2D',
    language: 'ka',
    subtitles: index % 3 === 0 ? 'en' : null,
    isUnallocated: false,
    isOnSale: index % 7 !== 0,
    salesOpenAt: index % 7 === 0 ? startsAt : null,
    placesLeft: (index * 13) % 200,
    capacity: 200,
    minPrice: index % 11 === 0 ? null : money(1_500 + (index % 4) * 300, 'GEL'),
  }
}

const showtimes = Array.from({ length: 360 }, (_, index) => showtime(index))
const day = { date: '2026-11-30', dates: ['2026-11-30'], films: [], venues: [] }
const shown = shownDay({ ...day, showtimes })

test('showtimes arrive as they were sent', () => {
  const expected = showtimes.map(
    ({ filmStartsAt: _film, endsAt: _end, businessDate: _day, isUnallocated: _places, ...rest }) =>
      rest,
  )
  expect(showtimesOf(shown.showtimes)).toEqual(expected)
  expect(showtimesOf(shownDay({ ...day, showtimes: [] }).showtimes)).toEqual([])
})

test('by field they take half the bytes', () => {
  const rows = JSON.stringify(showtimesOf(shown.showtimes))
  const columns = JSON.stringify(shown.showtimes)
  expect(columns.length).toBeLessThan(rows.length / 2)
})
