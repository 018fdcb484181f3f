/**
 * Goal: `npm test` sends each hostile value to one field of each kind, and the night everything. Method: kinds of
 * fields as calls declare them, and the choice of both tiers.
 */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { everything, firstOfEachKind, inTurn, kindOf } from './kinds.ts'
import type { Shape } from './json-schemas.ts'

const kindOfField = (schema: z.ZodType) =>
  kindOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape)

describe('the kind of a field', () => {
  test('is the same where no hostile value can tell a difference', () => {
    expect(kindOfField(z.string().min(1).max(70))).toBe(kindOfField(z.string().min(2).max(90)))
    expect(kindOfField(z.string().regex(/^[a-z]{2,3}$/))).toBe(
      kindOfField(z.string().regex(/^[a-z]{2,9}$/)),
    )
    expect(kindOfField(z.enum(['a', 'b']))).toBe(kindOfField(z.enum(['c', 'd', 'e'])))
    expect(kindOfField(z.union([z.number(), z.string()]))).toBe(
      kindOfField(z.union([z.string(), z.number()])),
    )
    expect(kindOfField(z.object({ a: z.string() }))).toBe(kindOfField(z.object({ b: z.number() })))
  })

  test('differs by type, form, null, emptiness, length, sign and what a list contains', () => {
    const fields = [
      z.string(),
      z.string().min(1),
      z.string().max(20),
      z.string().max(200),
      z.string().regex(/^[a-z]*$/),
      z.uuid(),
      z.email(),
      z.string().nullable(),
      z.number(),
      z.number().min(0),
      z.number().min(1),
      z.number().min(0).max(10),
      z.int(),
      z.boolean(),
      z.enum(['a', 'b']),
      z.literal('a'),
      z.array(z.string()),
      z.array(z.string()).min(1),
      z.array(z.number()),
      z.object({}),
      z.unknown(),
    ]
    const kinds = fields.map(kindOfField)
    expect(new Set(kinds).size, kinds.join('\n')).toBe(fields.length)
  })
})

describe('the choice of values', () => {
  const asked = [
    ['text', 'null'],
    ['text', 'zero'],
    ['text', 'null'],
    ['number', 'null'],
  ] as const

  test('in `npm test` is each value for the first of each kind', () => {
    const choice = firstOfEachKind()
    expect(asked.map(([kind, value]) => choice(kind, value))).toEqual([true, true, false, true])
  })

  test('at night is everything', () => {
    expect(asked.every(([kind, value]) => everything(kind, value))).toBe(true)
  })

  test('starts elsewhere for each call, and lacks nothing', () => {
    expect(inTurn(['a', 'b', 'c'], 0)).toEqual(['a', 'b', 'c'])
    expect(inTurn(['a', 'b', 'c'], 2)).toEqual(['c', 'a', 'b'])
    expect(inTurn(['a', 'b', 'c'], 4)).toEqual(['b', 'c', 'a'])
  })
})
