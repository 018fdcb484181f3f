/**
 * Goal: a page of a day shows the journeys of its call, in a fifth of their bytes, and equal lines are equal journeys.
 * Method: journeys of all kinds there and back, and the length of their text.
 */
import { expect, test } from 'vitest'
import { money } from '#kernel/money.ts'
import type { JourneyView } from '../contract.ts'
import { saleStates } from '../kinds.ts'
import type { AlertView, SegmentView } from '../shapes.ts'
import { readJourneys, writeJourneys } from '../web/journey-data.ts'
import { hasLeft } from '../web/search-data.ts'

const alert: AlertView = {
  alertId: 5,
  effect: 'DETOUR',
  level: 'Warning',
  header: 'Detour',
  description: 'By Gori\nuntil June',
  url: 'https://example.com/?a=1&b=2',
  startsAt: null,
  endsAt: null,
  texts: {
    header: { ka: 'შემოვლითი გზა', en: 'Detour', ru: 'Объезд' },
    description: { ka: 'გორით', en: 'By Gori\nuntil \u2028June' },
  },
}

const start = Date.parse('2026-12-05T02:35:30.000Z')
const instant = (seconds: number): string => new Date(start + seconds * 1000).toISOString()

function stop(seconds: number, index: number): SegmentView['from'] {
  return {
    stopId: index,
    name: index % 4 === 0 ? '' : `Stop "${index % 4}"`,
    placeCode: `stop-${index % 4}`,
    at: instant(seconds),
    expectedAt: instant(seconds + (index % 5 === 0 ? 90 : 0)),
    timeZone: index % 7 === 0 ? 'Europe/Istanbul' : 'Asia/Tbilisi',
    platform: index % 3 === 0 ? '2' : null,
  }
}

function segment(index: number, part: number): SegmentView {
  const seconds = index * 1_800.5 + part * 7_200
  return {
    runId: index % 6 === 0 ? null : 1_000 + index,
    legFrom: part,
    legTo: part + 4,
    brand: 'railway',
    mode: index % 2 === 0 ? 'train' : 'bus',
    carrier: 'Georgian Railway',
    vehicle: `Train ${800 + (index % 9)}`,
    headsign: 'ბათუმი',
    from: stop(seconds, index),
    to: stop(seconds + 5_400, index + 1),
    stopsBetween: 3,
    sameVehicle: part > 0,
    staysSeated: part > 0 && index % 2 === 0,
    alerts: index % 8 === 0 ? [alert] : [],
    sale: saleStates[index % saleStates.length] ?? 'open',
    saleOpensAt: index % 6 === 3 ? instant(-86_400) : null,
    classes:
      index % 6 === 0
        ? []
        : ['second', 'first'].map((classCode, at) => ({
            classCode,
            name: `${classCode} class`,
            seatsLeft: (index * 13) % 200,
            price: at === 1 && index % 5 === 0 ? null : money(3_450 * (at + 1)),
          })),
  }
}

function journey(index: number): JourneyView {
  const segments = Array.from({ length: (index % 3) + 1 }, (_, part) => segment(index, part))
  const sale = saleStates[index % saleStates.length] ?? 'open'
  return {
    journeyKey: segments
      .map(({ runId, legFrom, legTo }) => `${runId}.${legFrom}.${legTo}`)
      .join('_'),
    departsAt: segments[0]?.from.at ?? '',
    arrivesAt: segments.at(-1)?.to.at ?? '',
    durationMinutes: 90 + index,
    changes: index % 3,
    sale,
    priceFrom: sale === 'open' ? money(6_900) : null,
    segments,
  }
}

const journeys = Array.from({ length: 40 }, (_, index) => journey(index))

/** Without what no list of journeys shows. */
function shown({ arrivesAt: _arrives, segments, ...rest }: JourneyView) {
  const place = ({ stopId: _id, placeCode: _code, ...one }: SegmentView['from']) => one
  return {
    ...rest,
    segments: segments.map(({ brand: _brand, from, to, alerts, ...one }) => ({
      ...one,
      from: place(from),
      to: place(to),
      alerts: alerts.map(({ alertId, level, texts, url }) => ({ alertId, level, texts, url })),
    })),
  }
}

test('journeys arrive as they were sent', () => {
  const read = readJourneys(writeJourneys(journeys))
  expect(read.map(({ common: _common, line: _line, ...rest }) => rest)).toEqual(journeys.map(shown))
  expect(readJourneys(writeJourneys([]))).toEqual([])
})

test('the rows of a day are shown without reading the segments of what is still to come', () => {
  const [read] = readJourneys(writeJourneys([journey(0)]))
  if (!read) throw new Error('A journey was written')
  const unread = Object.defineProperty({ ...read, sale: 'open' as const }, 'segments', {
    get: () => {
      throw new Error('Segments were read')
    },
  })
  expect(hasLeft(unread, '2027-01-01T00:00:00.000Z')).toBe(false)
})

test('as one text they take a fifth of the bytes', () => {
  expect(writeJourneys(journeys).length).toBeLessThan(JSON.stringify(journeys).length / 5)
})

test('whatever differs in a journey differs in its lines', () => {
  const linesOf = (one: JourneyView): string => {
    const [read] = readJourneys(writeJourneys([one]))
    return `${read?.common}\n${read?.line}`
  }
  const base = journey(1)
  const changed = (change: Partial<SegmentView>): JourneyView => ({
    ...base,
    segments: base.segments.map((one, index) => (index === 0 ? { ...one, ...change } : one)),
  })
  const [first] = base.segments
  if (!first) throw new Error('A journey has segments')
  const [cheapest] = first.classes
  const others = [
    { ...base, sale: 'cancelled' as const },
    { ...base, priceFrom: money(1) },
    changed({ sale: 'cancelled' }),
    changed({ carrier: 'Another' }),
    changed({ alerts: [alert] }),
    changed({ from: { ...first.from, platform: '9' } }),
    changed({ to: { ...first.to, expectedAt: instant(20_000) } }),
    changed({ classes: [] }),
    ...(cheapest
      ? [changed({ classes: [{ ...cheapest, seatsLeft: cheapest.seatsLeft - 1 }] })]
      : []),
  ]
  const all = new Set([base, ...others].map(linesOf))
  expect(all.size).toBe(others.length + 1)
})
