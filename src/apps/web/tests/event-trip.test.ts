/** Goal: a trip is offered only to the town of an event that takes place. Method: the function on places as a search answers them. */
import { expect, test } from 'vitest'
import { tripTo } from '../pages/travel/event-trip.ts'

const event = {
  fromDate: '2026-12-05T19:00:00.000Z',
  doorsAt: '2026-12-05T18:00:00.000Z',
  endsAt: null,
  timeZone: 'Asia/Tbilisi',
  saleState: 'OnSale' as const,
}
const batumi = { placeCode: 'batumi', latitude: 41.6168, longitude: 41.6367 }
const gori = { placeCode: 'gori', latitude: 41.9842, longitude: 44.1158 }
const venue = { latitude: 41.65173, longitude: 41.63634 }

test('arrives before the doors open and leaves half an hour after the end, also on the next day', () => {
  expect(tripTo(event, venue, [batumi])).toEqual({
    kind: 'offered',
    search: {
      to: 'batumi',
      date: '2026-12-05',
      returnDate: '2026-12-06',
      before: '2026-12-05T18:00:00.000Z',
      after: '2026-12-05T22:30:00.000Z',
    },
  })
  expect(tripTo({ ...event, endsAt: '2026-12-05T19:15:00.000Z' }, venue, [batumi])).toMatchObject({
    search: { returnDate: '2026-12-05', after: '2026-12-05T19:45:00.000Z' },
  })
})

test('a place with a similar name elsewhere is not the town of the venue', () => {
  expect(tripTo(event, { latitude: 40.7527, longitude: -73.9934 }, [gori])).toEqual({
    kind: 'no-stop',
  })
  expect(tripTo(event, venue, [gori, batumi])).toMatchObject({ search: { to: 'batumi' } })
  expect(tripTo(event, venue, [])).toEqual({ kind: 'no-stop' })
})

test('no trip to an event that is cancelled or over', () => {
  expect(tripTo({ ...event, saleState: 'Cancelled' }, venue, [batumi])).toEqual({
    kind: 'cancelled',
  })
  expect(tripTo({ ...event, saleState: 'Passed' }, venue, [batumi])).toEqual({ kind: 'passed' })
  expect(tripTo({ ...event, saleState: 'SoldOut' }, venue, [batumi]).kind).toBe('offered')
})
