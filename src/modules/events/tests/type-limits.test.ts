/**
 * Goal: what the page lets somebody choose is what the server takes: types that exclude each other never meet, and
 * none is chosen more often than an order may hold. Method: plain values.
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
  it('name the type that stands in the way, and only while it is chosen', () => {
    expect(exclusionOf(map, [student, child], 1)).toBe(child)
    expect(exclusionOf(map, [student, adult], 1)).toBeUndefined()
    expect(exclusionOf(map, [child, adult], 4)).toBeUndefined()
    expect(refusalOfType(map, [child], adult)).toEqual({ reason: 'excluded', by: child })
    expect(refusalOfType(map, [], adult)).toBeNull()
  })

  it('count what an order may hold of a type', () => {
    expect(refusalOfType(map, [student], student)).toBeNull()
    expect(refusalOfType(map, [student, student], student)).toEqual({
      reason: 'most',
      type: student,
      most: 2,
    })
  })

  it('give each new place the first type that goes with all before it', () => {
    const places = [1, 2, 3].map((placeId) => ({ placeId, ticketTypes: [student, adult] }))
    const { places: assigned, refusal } = assignTypes(map, [], places)
    expect(refusal).toBeNull()
    expect(assigned.map(({ ticketType }) => ticketType)).toEqual([student, student, adult])
  })

  it('refuse all of it, with the reason, when one place cannot be sold beside the others', () => {
    const places = [{ ticketTypes: [free] }, { ticketTypes: [child] }]
    expect(assignTypes(map, [adult], places)).toEqual({
      places: [],
      refusal: { reason: 'excluded', by: adult },
    })
  })
})
