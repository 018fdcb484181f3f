/**
 * Goal: hit testing finds the right element at any zoom. Method: compare the grid with a search through every seat;
 * invert transforms.
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { demoLayouts } from '../demo-layouts.ts'
import { expandLayout } from '../expand.ts'
import {
  between,
  containsPoint,
  createSeatGrid,
  fitBox,
  keepInView,
  labelPoint,
  seatAt,
  seatInDirection,
  sectionAt,
  toMap,
  toScreen,
  zoomAt,
} from '../geometry.ts'
import { nth } from './nth.ts'

const theatre = expandLayout(demoLayouts.theatre())
const grid = createSeatGrid(theatre)
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const point = fc.record({ x: number(-50, 500), y: number(-50, 500) })
const transform = fc.record({
  scale: number(0.05, 12),
  x: number(-2_000, 2_000),
  y: number(-2_000, 2_000),
})

describe('transforms', () => {
  it('map to the screen and back', () => {
    fc.assert(
      fc.property(transform, point, (view, at) => {
        const back = toMap(view, toScreen(view, at))
        expect(back.x).toBeCloseTo(at.x, 4)
        expect(back.y).toBeCloseTo(at.y, 4)
      }),
    )
  })

  it('zoom around the pointer, within limits', () => {
    fc.assert(
      fc.property(transform, point, number(0.2, 5), (view, at, factor) => {
        const next = zoomAt(view, factor, at, { min: 0.05, max: 12 })
        expect(next.scale).toBeGreaterThanOrEqual(0.05)
        expect(next.scale).toBeLessThanOrEqual(12)
        expect(toMap(next, at).x).toBeCloseTo(toMap(view, at).x, 3)
      }),
    )
  })

  it('fit the whole box, keep it in view, and end a transition at its target', () => {
    const box = { left: 0, top: 0, right: 400, bottom: 300 }
    const viewport = { width: 360, height: 640 }
    const fit = fitBox(box, viewport)
    expect(toScreen(fit, { x: 0, y: 0 }).x).toBeCloseTo(16)
    expect(toScreen(fit, { x: 400, y: 300 }).x).toBeCloseTo(344)
    fc.assert(
      fc.property(transform, (view) => {
        const kept = keepInView(view, box, viewport)
        const middle = toMap(kept, { x: 180, y: 320 })
        expect(middle.x).toBeGreaterThanOrEqual(-1e-6)
        expect(middle.x).toBeLessThanOrEqual(400 + 1e-6)
        expect(between(fit, kept, 1).x).toBeCloseTo(kept.x, 3)
        expect(between(fit, kept, 0).y).toBeCloseTo(fit.y, 3)
      }),
    )
  })
})

describe('hit testing', () => {
  it('finds the nearest seat within reach, like an exhaustive search', () => {
    fc.assert(
      fc.property(point, number(1, 60), (at, reach) => {
        let nearest = reach
        for (let placeId = 1; placeId <= theatre.placeCount; placeId += 1)
          nearest = Math.min(
            nearest,
            Math.hypot(nth(theatre.x, placeId) - at.x, nth(theatre.y, placeId) - at.y),
          )
        const found = seatAt(theatre, grid, at, reach)
        if (found === 0) {
          expect(nearest).toBe(reach)
          return
        }
        expect(Math.hypot(nth(theatre.x, found) - at.x, nth(theatre.y, found) - at.y)).toBeCloseTo(
          nearest,
          6,
        )
      }),
    )
  })

  it.each(Object.entries(demoLayouts))('finds the section of every seat: %s', (_key, build) => {
    const layout = build()
    const expanded = expandLayout(layout)
    for (let placeId = 1; placeId <= expanded.placeCount; placeId += 7) {
      const at = { x: nth(expanded.x, placeId), y: nth(expanded.y, placeId) }
      expect(sectionAt(layout, at)).toBe(expanded.section[placeId])
    }
    for (const { outline } of layout.sections)
      expect(containsPoint(outline, labelPoint(outline))).toBe(true)
  })
})

describe('arrow keys', () => {
  it('move along a row and back, also across aisles', () => {
    const row = nth(theatre.rows, 4)
    let placeId = row.firstPlaceId
    for (let step = 1; step < row.count; step += 1) {
      placeId = seatInDirection(theatre, grid, placeId, 'right')
      expect(theatre.row[placeId]).toBe(4)
    }
    expect(placeId).toBe(row.firstPlaceId + row.count - 1)
  })

  it('reach every seat of the hall from the first one', () => {
    const seen = new Set([1])
    const waiting = [1]
    for (let placeId = waiting.pop(); placeId !== undefined; placeId = waiting.pop())
      for (const direction of ['left', 'right', 'up', 'down'] as const) {
        const next = seatInDirection(theatre, grid, placeId, direction)
        if (next === 0 || seen.has(next)) continue
        seen.add(next)
        waiting.push(next)
      }
    expect(seen.size).toBe(theatre.placeCount)
  })
})
