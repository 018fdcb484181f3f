/**
 * Goal: a form rejects before sending what the server would reject. Method: the rules that the build derives from a
 * schema are compared with what the schema itself accepts.
 */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { formRulesOf } from '../../../tools/browser-contracts.ts'
import { text, wholeNumber } from '../fields.ts'
import { problemOfField } from '../form-rules.ts'

const body = z.object({
  email: z.string().trim().email().max(20),
  password: z.string().min(8).max(12),
  note: text(10).optional(),
  count: z.number().int().min(1).max(4),
  seat: wholeNumber(1, 9),
  mayBeEmpty: text(5),
  address: z
    .string()
    .regex(/^(\/[a-z]+)+$/)
    .max(9),
  mayBeNoAddress: z.string().regex(/^(\/[a-z]+)*$/),
})
const rules = formRulesOf(body)

test('rules say what a field must be like', () => {
  expect(rules).toEqual({
    email: { isRequired: true, isEmail: true, maxLength: 20 },
    password: { isRequired: true, minLength: 8, maxLength: 12 },
    note: { maxLength: 10 },
    count: { isRequired: true, min: 1, max: 4 },
    seat: { isRequired: true },
    mayBeEmpty: { maxLength: 5 },
    address: { isRequired: true, maxLength: 9 },
    mayBeNoAddress: {},
  })
})

test.each([
  ['email', '', 'missing'],
  ['email', 'nino', 'wrong'],
  ['email', ' nino@bileti.ge ', null],
  ['email', 'nino.beridze@bileti.example', 'tooLong'],
  ['password', 'short', 'tooShort'],
  ['password', 'long-enough', null],
  ['note', '', null],
  ['note', 'eleven long', 'tooLong'],
  ['count', '0', 'tooSmall'],
  ['count', '5', 'tooLarge'],
  ['count', 'two', 'wrong'],
  ['count', '2', null],
  ['count', '2,5', null],
  ['mayBeEmpty', '', null],
  ['address', '', 'missing'],
  ['mayBeNoAddress', '', null],
] as const)('%s %j: %s', (name, typed, expected) => {
  expect(problemOfField(rules[name] ?? {}, typed)?.kind ?? null).toBe(expected)
})

test('what a rule refuses, the schema refuses too', () => {
  const { shape } = body
  for (const [name, typed] of [
    ['email', 'nino'],
    ['password', 'short'],
    ['note', 'eleven long'],
  ] as const) {
    expect(problemOfField(rules[name] ?? {}, typed)).not.toBeNull()
    expect(shape[name].safeParse(typed).success).toBe(false)
  }
})
