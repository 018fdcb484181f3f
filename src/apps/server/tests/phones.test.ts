/** Every call that takes a phone takes it in every notation and hands on one; what is no number has its own error. */
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { readConfig } from '#platform/config.ts'
import { createImplementations } from '../implementations.ts'
import { createPorts } from '../ports.ts'

const calls = createImplementations(createPorts(readConfig({ LOG_LEVEL: 'silent' }))).map(
  ({ call }) => call,
)

/** Fields with a part of a phone to search by. */
const searchedBy = new Set([
  'orders-list query.phoneNumber',
  'merchant-purchase-requests query.phoneNumber',
])

interface Field {
  readonly name: string
  readonly schema: z.ZodType
}

const fields = calls.flatMap((call) =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    textFields(call[part] as z.ZodType | undefined, `${call.id} ${part}`),
  ),
)
const phones = fields.filter(({ name }) => /phone(Number)?$/i.test(name) && !searchedBy.has(name))

it('finds the calls that take a phone', () => {
  const names = phones.map(({ name }) => name)
  for (const known of ['accounts-change-phone', 'queue-send-otp', 'orders-checkout'])
    expect(names.some((name) => name.startsWith(`${known} `))).toBe(true)
  const all = new Set(fields.map(({ name }) => name))
  expect([...searchedBy].filter((name) => !all.has(name))).toEqual([])
})

it.each(phones)('$name', ({ schema }) => {
  for (const typed of ['+995 0555 12-34-56', '+995 00555123456', '0555.12.34.56', '(555) 123 456'])
    expect(schema.parse(typed)).toBe('+995555123456')
  expect(schema.parse('+4407700900123')).toBe('+447700900123')
  for (const wrong of ['call me', '+995 555 12 34 5', '+995000000000'])
    expect(schema.safeParse(wrong).error?.issues[0]?.message).toBe('PhoneWrong')
})

/** The fields of texts within a schema, whatever they are wrapped in. */
function textFields(schema: z.ZodType | undefined, name: string): Field[] {
  const def = schema?.def as
    | {
        readonly type: string
        readonly shape?: Readonly<Record<string, z.ZodType>>
        readonly innerType?: z.ZodType
        readonly element?: z.ZodType
        readonly options?: readonly z.ZodType[]
        readonly in?: z.ZodType
      }
    | undefined
  if (!schema || !def) return []
  if (def.type === 'string') return [{ name, schema }]
  if (def.shape)
    return Object.entries(def.shape).flatMap(([key, field]) =>
      textFields(field, `${name}.${key}`.replace(/ (\w+)\./, ' $1.')),
    )
  const inner = [def.innerType, def.element, ...(def.options ?? []), def.in]
  return inner.flatMap((one) => textFields(one, name))
}
