/** Goal: an organiser's day lists what begins, whatever its source. Method: the pure function. */
import { expect, test } from 'vitest'
import { doorsOf } from '../web/parts/doors-of.ts'

const show = (startsAt: string): Parameters<typeof doorsOf>[0] => [
  {
    source: 'event',
    itemId: 1,
    itemType: 'Show',
    name: 'Carmen',
    imageUrl: null,
    events: [
      {
        eventId: 7,
        startsAt,
        doorsAt: '2026-12-01T14:00:00.000Z',
        timeZone: 'Asia/Tbilisi',
        venue: 'Opera',
        city: 'Tbilisi',
        isArchive: false,
      },
    ],
  },
]
const item = (itemId: number, startsAt: string, validFrom: string | null) => ({
  source: 'cinema',
  itemId,
  name: 'Iron Harvest',
  venue: 'Kino Isari',
  startsAt,
  validFrom,
  timeZone: 'Asia/Tbilisi',
  hasSeveralUses: validFrom !== null,
  stops: [],
})

test('screenings stand among events by their time, and passes are left out', () => {
  const items = [
    item(3, '2026-12-01T16:30:00.000Z', null),
    item(4, '2026-12-01T09:00:00.000Z', null),
    item(5, '2026-12-01T10:00:00.000Z', '2026-01-01T00:00:00.000Z'),
  ]
  const doors = doorsOf(show('2026-12-01T15:00:00.000Z'), items)
  expect(doors.map(({ key, doorsAt }) => [key, doorsAt])).toEqual([
    ['cinema 4', null],
    ['event 7', '2026-12-01T14:00:00.000Z'],
    ['cinema 3', null],
  ])
})
