/**
 * Goal: the page allows exactly what the server accepts: no mutually exclusive types, and no more of a type than an
 * order may hold. Method: plain values.
 */
import { describe, expect, it } from 'vitest'
import { money } from '#kernel/money.ts'
import type { TicketTypeView } from '../contract.ts'
import { assignTypes, exclusionOf, refusalOfType } from '../web/parts/type-limits.ts'

function type(ticketTypeId: number, perOrderMax: number | null = null): TicketTypeView {
  return {
    ticketTypeId,
    name: `type ${ticketTypeId}`,
    zone: 'a',
    poolId: null,
    price: money(1_000),
    fee: money(0),
    total: money(1_000),
    isActive: true,
    perOrderMax,
    table: null,
    parts: [],
    foreign: null,
    needsAccessCode: false,
  }
}

const [adult, child, student, free] = [type(1), type(2), type(3, 2), type(4)] as const
const map = { exclusiveTypes: [[1, 2]], ticketTypes: [adult, child, student, free] }

describe('limits between ticket types', () => {
  it('name the excluding type, only while it is chosen', () => {
    expect(exclusionOf(map, [student, child], 1)).toBe(child)
    expect(exclusionOf(map, [student, adult], 1)).toBeUndefined()
    expect(exclusionOf(map, [child, adult], 4)).toBeUndefined()
    expect(refusalOfType(map, [child], adult)).toEqual({ reason: 'excluded', by: child })
    expect(refusalOfType(map, [], adult)).toBeNull()
  })

  it('enforce the maximum of a type per order', () => {
    expect(refusalOfType(map, [student], student)).toBeNull()
    expect(refusalOfType(map, [student, student], student)).toEqual({
      reason: 'most',
      type: student,
      most: 2,
    })
  })

  it('assign each new place the first compatible type', () => {
    const places = [1, 2, 3].map((placeId) => ({ placeId, ticketTypes: [student, adult] }))
    const { places: assigned, refusal } = assignTypes(map, [], places)
    expect(refusal).toBeNull()
    expect(assigned.map(({ ticketType }) => ticketType)).toEqual([student, student, adult])
  })

  it('refuse the whole choice with the reason when one place is incompatible', () => {
    const places = [{ ticketTypes: [free] }, { ticketTypes: [child] }]
    expect(assignTypes(map, [adult], places)).toEqual({
      places: [],
      refusal: { reason: 'excluded', by: adult },
    })
  })
})
