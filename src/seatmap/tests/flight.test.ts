import { expect, test } from 'vitest'
import { demoLayouts } from '../demo-layouts.ts'
import { expandLayout } from '../expand.ts'
import { flightTo, pinPoint, viewGrade } from '../flight.ts'
import { toScreen } from '../geometry.ts'
import { pitchDefault, seatFlagBit } from '../layout.ts'
import { nth } from './nth.ts'

const expanded = expandLayout(nth(Object.values(demoLayouts), 0)())
const viewport = { width: 360, height: 400 }

test('centres all places and zooms in until they are readable', () => {
  const placeIds = [1, 2, 3]
  const flight = flightTo(expanded, placeIds, viewport)
  if (!flight) throw new Error('No flight')
  const at = placeIds.map((placeId) =>
    toScreen(flight, { x: expanded.x[placeId] ?? 0, y: expanded.y[placeId] ?? 0 }),
  )
  expect((nth(at, 0).x + nth(at, 2).x) / 2).toBeCloseTo(viewport.width / 2, 0)
  expect(flight.scale * pitchDefault).toBeCloseTo(26)
  expect(pinPoint(expanded, placeIds).y).toBe(
    Math.min(...placeIds.map((placeId) => expanded.y[placeId] ?? 0)),
  )
  expect(flightTo(expanded, [], viewport)).toBeNull()
})

test('fits distant places into the window', () => {
  const placeIds = [1, expanded.placeCount]
  const flight = flightTo(expanded, placeIds, viewport)
  if (!flight) throw new Error('No flight')
  for (const placeId of placeIds) {
    const { x, y } = toScreen(flight, {
      x: expanded.x[placeId] ?? 0,
      y: expanded.y[placeId] ?? 0,
    })
    expect(x).toBeGreaterThan(0)
    expect(x).toBeLessThan(viewport.width)
    expect(y).toBeGreaterThan(0)
    expect(y).toBeLessThan(viewport.height)
  }
})

test('grades the view by the worst place, and as limited if one is', () => {
  const away = (placeId: number): number =>
    Math.hypot(
      (expanded.x[placeId] ?? 0) - expanded.layout.focalPoint.x,
      (expanded.y[placeId] ?? 0) - expanded.layout.focalPoint.y,
    )
  const clear = Array.from({ length: expanded.placeCount }, (_, index) => index + 1)
    .filter((placeId) => ((expanded.flags[placeId] ?? 0) & seatFlagBit.obstructed) === 0)
    .toSorted((one, other) => away(one) - away(other))
  const [nearest, farthest] = [nth(clear, 0), nth(clear, clear.length - 1)]
  expect(viewGrade(expanded, [farthest])).toBe('far')
  expect(viewGrade(expanded, [nearest, farthest])).toBe('far')
  expect(viewGrade(expanded, [nearest])).not.toBe('far')
  const limited = { ...expanded, flags: Uint8Array.from(expanded.flags) }
  limited.flags[nearest] = seatFlagBit.obstructed
  expect(viewGrade(limited, [nearest])).toBe('limited')
})
