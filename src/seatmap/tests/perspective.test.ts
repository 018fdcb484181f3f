/**
 * Goal: the drawn view matches the hall and the place: nearer places see the stage larger, every place looks
 * straight at it, nothing behind is drawn, and every place of every hall has a view. Method: the demo's halls, with
 * the light on the stage as reference.
 */
import { describe, expect, it } from 'vitest'
import { demoLayouts, type DemoLayoutKey } from '../demo-layouts.ts'
import { expandLayout } from '../expand.ts'
import { seatFlagBit } from '../layout.ts'
import { viewFrom, viewHeight, viewWidth } from '../perspective.ts'
import { nth } from './nth.ts'

const theatre = expandLayout(demoLayouts.theatre())

/** The middle seat of a row of the first section, by its index there. */
function middleOf(rowIndex: number): number {
  const row = nth(theatre.rows, nth(nth(theatre.sectionRows, 0), rowIndex))
  return row.firstPlaceId + Math.floor(row.count / 2)
}

describe('viewFrom', () => {
  it('shows the stage larger from the front than from the back, and the stage lower from the balcony', () => {
    const rows = nth(theatre.sectionRows, 0).length
    const front = viewFrom(theatre, { placeId: middleOf(0) })
    const back = viewFrom(theatre, { placeId: middleOf(rows - 1) })
    const gallery = viewFrom(theatre, { section: theatre.layout.sections.length - 1 })
    expect(front.glow?.radius).toBeGreaterThan((back.glow?.radius ?? 0) * 1.5)
    expect(front.distanceMetres).toBeLessThan(back.distanceMetres)
    // Seen from above, the stage is further below the horizon.
    const under = (view: typeof front) => (view.glow?.y ?? 0) - view.horizon
    expect(under(gallery)).toBeGreaterThan(under(back))
  })

  it('looks straight at the focal point from either side', () => {
    const row = nth(theatre.rows, nth(nth(theatre.sectionRows, 0), 5))
    for (const placeId of [row.firstPlaceId, row.firstPlaceId + row.count - 1]) {
      const lamps = viewFrom(theatre, { placeId }).beams.map(({ lamp }) => lamp)
      const [left, middle, right] = [lamps[0], lamps[2], lamps[4]]
      expect(Math.abs((middle?.x ?? 0) - viewWidth / 2)).toBeLessThan(viewWidth / 5)
      expect(left?.x).toBeLessThan(middle?.x ?? 0)
      expect(right?.x).toBeGreaterThan(middle?.x ?? 0)
    }
  })

  it('draws heads in front within the picture only, fewer near the stage', () => {
    const near = viewFrom(theatre, { placeId: middleOf(0) }).heads
    const far = viewFrom(theatre, { placeId: middleOf(8) }).heads
    expect(far.length).toBeGreaterThan(near.length)
    for (const { x, y, radius } of far) {
      expect(x + radius).toBeGreaterThan(0)
      expect(x - radius).toBeLessThan(viewWidth)
      expect(y - radius).toBeLessThan(viewHeight)
    }
  })

  it('lights a stage from above, and a pitch without beams', () => {
    const { beams, glow, isPitch } = viewFrom(theatre, { placeId: middleOf(3) })
    expect([beams.length, isPitch]).toEqual([5, false])
    for (const { lamp } of beams) expect(lamp.y).toBeLessThan(glow?.y ?? 0)
    const stadium = expandLayout(demoLayouts.stadium())
    expect(viewFrom(stadium, { placeId: 1 })).toMatchObject({ beams: [], isPitch: true })
  })

  it('reports a limited view', () => {
    const placeIds = Array.from({ length: theatre.placeCount }, (_, index) => index + 1)
    const limited = placeIds.filter((id) => ((theatre.flags[id] ?? 0) & seatFlagBit.obstructed) > 0)
    expect(limited.length).toBeGreaterThan(0)
    expect(viewFrom(theatre, { placeId: nth(limited, 0) }).isObstructed).toBe(true)
    expect(viewFrom(theatre, { placeId: middleOf(3) }).isObstructed).toBe(false)
  })

  it.each(Object.keys(demoLayouts) as DemoLayoutKey[])('has numbers only, %s', (key) => {
    const hall = expandLayout(demoLayouts[key]())
    for (const [section] of hall.layout.sections.entries()) {
      const first = hall.rows[hall.sectionRows[section]?.[0] ?? -1]
      const view = viewFrom(hall, first ? { placeId: first.firstPlaceId } : { section })
      expect(view.parts.length).toBeGreaterThan(0)
      const numbers = view.parts.flatMap(({ points }) => points)
      expect(numbers.every(Number.isFinite)).toBe(true)
      expect(view.distanceMetres).toBeGreaterThan(0)
    }
  })
})
