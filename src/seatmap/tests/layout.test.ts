/**
 * Goal: every demo hall can be sold from, and problems of invalid layouts are named. Method: validate the demo's
 * layouts, count their places, and break a valid one in each known way.
 */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { demoLayouts } from '../demo-layouts.ts'
import { expandLayout, placeById } from '../expand.ts'
import { placeCount, poolsOf, type SeatLayout } from '../layout.ts'
import { validateLayout } from '../validate.ts'
import { nth } from './nth.ts'

const counts: Record<keyof typeof demoLayouts, [low: number, high: number, pools: number]> = {
  theatre: [760, 840, 0],
  opera: [1_050, 1_150, 0],
  smallHall182: [182, 182, 0],
  smallHall283: [283, 283, 0],
  tableHall: [220, 250, 80],
  restaurant: [16, 16, 0],
  club: [0, 0, 750],
  arena: [6_000, 6_000, 4_000],
  stadium: [54_202, 54_202, 0],
  palaceBasketball: [9_700, 9_700, 0],
  palaceConcert: [9_700, 9_700, 1_300],
}

describe.each(Object.entries(demoLayouts))('the %s', (key, build) => {
  const layout = build()

  it('is valid and has its number of places', () => {
    const result = validateLayout(layout)
    expect(result.ok ? [] : result.detail?.['problems']).toEqual([])
    const [low, high, pools] = counts[key as keyof typeof demoLayouts]
    expect(placeCount(layout)).toBeGreaterThanOrEqual(low)
    expect(placeCount(layout)).toBeLessThanOrEqual(high)
    const capacity = poolsOf(layout).reduce((sum, { pool }) => sum + pool.capacity, 0)
    expect(capacity).toBe(pools)
  })

  it('is deterministic and small', () => {
    const text = JSON.stringify(layout)
    expect(JSON.stringify(build())).toBe(text)
    expect(gzipSync(text).length).toBeLessThan(150_000)
  })

  it('gives every place a label, a row and a section', () => {
    const expanded = expandLayout(layout)
    for (let placeId = 1; placeId <= expanded.placeCount; placeId += 1) {
      const place = placeById(expanded, placeId)
      expect(place?.seatLabel).not.toBe('')
      expect(place?.row.firstPlaceId).toBeLessThanOrEqual(placeId)
    }
    expect(placeById(expanded, 0)).toBeUndefined()
    expect(placeById(expanded, expanded.placeCount + 1)).toBeUndefined()
  })
})

it('keeps every place of the stands in both configurations of an arena', () => {
  const basketball = demoLayouts.palaceBasketball()
  const concert = demoLayouts.palaceConcert()
  const stands = concert.sections.filter((section) => section.kind === 'seated')
  expect(stands).toEqual(basketball.sections)
  expect(poolsOf(concert).reduce((sum, { pool }) => sum + pool.capacity, 9_700)).toBe(11_000)
})

function small(): SeatLayout {
  return {
    formatVersion: 1,
    name: { ka: 'დარბაზი', en: 'Hall' },
    width: 100,
    height: 100,
    focalPoint: { x: 50, y: 5 },
    zones: [{ key: 'a', name: { ka: 'ა', en: 'A' } }],
    shapes: [],
    sections: [
      {
        id: 1,
        name: { ka: 'პარტერი', en: 'Stalls' },
        kind: 'seated',
        zone: 'a',
        outline: [5, 15, 95, 15, 95, 60, 5, 60],
        rows: [
          {
            id: 1,
            label: '1',
            firstPlaceId: 1,
            line: [10, 20, 0],
            numbering: [
              [2, 3, -2],
              [2, 2, 2],
            ],
          },
          {
            id: 2,
            label: '2',
            firstPlaceId: 5,
            line: [10, 30, 0],
            gaps: [[1, 8]],
            numbering: [[4, 1, 1]],
          },
        ],
      },
    ],
  }
}

describe('validateLayout', () => {
  const rowOf = (layout: SeatLayout, index: number) => nth(nth(layout.sections, 0).rows, index)
  const breaks: [string, (layout: SeatLayout) => void, RegExp][] = [
    ['two places of one id', (layout) => (rowOf(layout, 1).firstPlaceId = 4), /4 is used twice/],
    ['a gap in the ids', (layout) => (rowOf(layout, 1).firstPlaceId = 6), /beyond the last/],
    ['two rows of one name', (layout) => (rowOf(layout, 1).label = '1'), /are called 1/],
    [
      'two seats of one name',
      (layout) => (rowOf(layout, 0).numbering = [[4, 1, 0]]),
      /seats are called 1/,
    ],
    ['overlapping rows', (layout) => (rowOf(layout, 1).line = [11, 21, 0]), /overlap/],
    ['a place outside', (layout) => (rowOf(layout, 1).line = [98, 30, 0]), /outside/],
    ['an unknown zone', (layout) => (rowOf(layout, 1).zone = 'b'), /unknown zone b/],
    ['two rows of one id', (layout) => (rowOf(layout, 1).id = 1), /ids are not unique/],
    [
      'a pool among seats',
      (layout) => (nth(layout.sections, 0).pool = { poolId: 1, capacity: 5 }),
      /must not have pool/,
    ],
    [
      'an exception for no seat',
      (layout) => (rowOf(layout, 0).exceptions = [{ at: 9, label: 'x' }]),
      /missing seat 9/,
    ],
  ]

  it('accepts the unbroken layout and numbers it from the centre', () => {
    expect(validateLayout(small()).ok).toBe(true)
    const expanded = expandLayout(small())
    expect(expanded.label.slice(1)).toEqual(['3', '1', '2', '4', '1', '2', '3', '4'])
    expect(nth(expanded.x, 7) - nth(expanded.x, 6)).toBeCloseTo(13.5)
  })

  it.each(breaks)('refuses %s', (_name, damage, message) => {
    const layout = small()
    damage(layout)
    const result = validateLayout(layout)
    expect(result.ok).toBe(false)
    if (!result.ok) expect(String(result.detail?.['problems'])).toMatch(message)
  })

  it.each([null, 7, {}, { ...small(), formatVersion: 2 }, { ...small(), width: -1 }])(
    'refuses what is no layout: %j',
    (input) => expect(validateLayout(input).ok).toBe(false),
  )
})
