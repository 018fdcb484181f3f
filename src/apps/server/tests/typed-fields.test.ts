/**
 * Every call that takes a phone takes it in every notation and hands on one; what is no number has its own error. Codes
 * of digits are taken as they are pasted.
 */
import { expect, it } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { createImplementations } from '../implementations.ts'
import { textFieldsOf } from '../../../../tests/support/text-fields.ts'
import { createPorts } from '../ports.ts'

const calls = createImplementations(createPorts(readConfig({ LOG_LEVEL: 'silent' }))).map(
  ({ call }) => call,
)

/** Fields with a part of a phone to search by. */
const searchedBy = new Set([
  'orders-list query.phoneNumber',
  'merchant-purchase-requests query.phoneNumber',
])

const fields = calls.flatMap(textFieldsOf)
const phones = fields.filter(({ name }) => /phone(Number)?$/i.test(name) && !searchedBy.has(name))

/** One number as people type and paste it. */
const typedPhones: readonly string[] = [
  '+995 0555 12-34-56',
  '+995 00555123456',
  '0555.12.34.56',
  '(555) 123 456',
  '555.12.34.56',
  '\u202A+995 555 12 34 56\u202C',
  '\u2066+995555123456\u2069',
  '555–12–34–56',
  '555—12—34—56',
  '555‑12‑34‑56',
  '555−12−34−56',
  '555\u00A012\u00A034\u00A056',
  '555\u200912\u200934\u200956',
  '\uFEFF555123456',
  '555\u200B123\u200B456',
  '00995555123456',
  '000995555123456',
  '995 555 123456',
  '+995(555)12-34-56',
  '(+995) 555 12 34 56',
  'tel:+995-555-12-34-56',
  '＋９９５５５５１２３４５６',
  '555/12/34/56',
  '  555123456\t',
]

it('finds the calls that take a phone', () => {
  const names = phones.map(({ name }) => name)
  for (const known of ['accounts-change-phone', 'queue-send-otp', 'orders-checkout'])
    expect(names.some((name) => name.startsWith(`${known} `))).toBe(true)
  const all = new Set(fields.map(({ name }) => name))
  expect([...searchedBy].filter((name) => !all.has(name))).toEqual([])
})

it.each(phones)('$name', ({ schema }) => {
  for (const typed of typedPhones) expect(schema.parse(typed), typed).toBe('+995555123456')
  expect(schema.parse('+4407700900123')).toBe('+447700900123')
  for (const wrong of ['call me', '+995 555 12 34 5', '+995000000000', '555.12.34', '1.2.3.4'])
    expect(schema.safeParse(wrong).error?.issues[0]?.message).toBe('PhoneWrong')
})

/** Parts of an address to search by, and names of accounts that are only compared. */
const comparedEmails = new Set([
  'auth-login body.email',
  'merchant-token body.email',
  'merchant-purchase-requests query.email',
])
const emails = fields.filter(({ name }) => /e-?mail$/i.test(name) && !comparedEmails.has(name))

it('finds the calls that take an email address', () => {
  const names = emails.map(({ name }) => name)
  for (const known of ['auth-signup', 'own-staff-invite', 'orders-checkout'])
    expect(
      names.some((name) => name.startsWith(`${known} `)),
      known,
    ).toBe(true)
  const all = new Set(fields.map(({ name }) => name))
  expect([...comparedEmails].filter((name) => !all.has(name))).toEqual([])
})

it.each(emails)('$name', ({ schema }) => {
  for (const typed of ['nino@ბილეთი.გე', 'user@xn--e1afmkfd.xn--p1ai', 'a&b@bileti.example'])
    expect(schema.parse(`\u200e ${typed}\u200b`)).toBe(typed)
  for (const wrong of ['nino@bileti', 'nino@@bileti.example', 'nino @bileti.example'])
    expect(schema.safeParse(wrong).error?.issues[0]?.message).toBe('EmailWrong')
})

const names = new Set(fields.map(({ name }) => name))
/** A code that was sent has the id of its sending beside it. */
const codes = fields.filter(
  ({ name }) =>
    /[. ]code$/.test(name) &&
    names.has(name.replace(/code$/, 'codeId')) &&
    // Promo and access codes have an id of their own.
    !/-code-save /.test(name),
)

it('finds the calls that take a code', () => {
  expect(codes.length).toBeGreaterThanOrEqual(5)
})

it.each(codes)('$name', ({ schema }) => {
  for (const pasted of ['123456', ' 123456', '123 456', '123-456', '" 123456"', '\u200E123–456'])
    expect(schema.parse(pasted)).toBe('123456')
  for (const wrong of ['12345', '1234567', '12345a', ''])
    expect(schema.safeParse(wrong).success).toBe(false)
})

/** Names in Latin letters, as documents have them. */
const latinNames = fields.filter(
  ({ name }) => /\.(?:givenName|familyName)$/.test(name) && !name.startsWith('own-merchant'),
)

it('finds the calls that take a passenger', () => {
  const named = latinNames.map(({ name }) => name)
  for (const known of ['orders-checkout', 'passenger-templates-create', 'flights-passengers-set'])
    expect(
      named.some((name) => name.startsWith(`${known} `)),
      known,
    ).toBe(true)
})

it.each(latinNames)('$name', ({ schema }) => {
  for (const [typed, name] of [
    ['\u200EDavid', 'David'],
    ['O’Brien', "O'Brien"],
    ['OʼBrien', "O'Brien"],
    ['Anne–Marie', 'Anne-Marie'],
    ['Jean‑Luc\u200B', 'Jean-Luc'],
    ['Ana\u00A0 Maria', 'Ana Maria'],
    ['J', 'J'],
  ] as const)
    expect(schema.parse(typed), typed).toBe(name)
})
