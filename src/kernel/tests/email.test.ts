import { describe, expect, test } from 'vitest'
import { asciiEmail, emailKey, emailSpellings, isEmail, tidyEmail } from '#kernel/email.ts'

const accepted: readonly string[] = [
  'nino@bileti.example',
  'nino@ბილეთი.გე',
  'nino@xn--modgjccj.xn--node',
  'user@пример.рф',
  'user@xn--e1afmkfd.xn--p1ai',
  'user@münchen.example',
  'user@例え.jp',
  'user@مثال.إختبار',
  'user@उदाहरण.परीक्षा',
  'user@straße.de',
  'a&b@bileti.example',
  "!#$%&'*+-/=?^_`{|}~@bileti.example",
  "o'neill@bileti.example",
  'first.last+tag@sub.domain.bileti.example',
  '"john..doe"@bileti.example',
  '".john."@bileti.example',
  'x@123.example',
  'x@a-b.museum',
  'NINO@BILETI.EXAMPLE',
  `${'a'.repeat(64)}@bileti.example`,
  `x@${'a'.repeat(63)}.example`,
  'user@MÜNCHEN.example',
]

const refused: readonly string[] = [
  '',
  'nino',
  '@bileti.example',
  'nino@',
  'nino@bileti',
  'nino@@bileti.example',
  'nino@b@ileti.example',
  'nino @bileti.example',
  'nino@ bileti.example',
  'ni no@bileti.example',
  'nino@bileti.e',
  'nino@пример.ф',
  'nino@bileti.example.',
  'nino@.bileti.example',
  'nino@bileti..example',
  'nino@-bileti.example',
  'nino@bileti-.example',
  'nino@bileti_shop.example',
  'nino@127.0.0.1',
  'nino@[127.0.0.1]',
  'nino@bileti%2eexample',
  'nino@xn--zzzzzz99999.example',
  '.nino@bileti.example',
  'nino.@bileti.example',
  'ni..no@bileti.example',
  'ni(comment)no@bileti.example',
  'Nino <nino@bileti.example>',
  'nino@bileti.example, other@bileti.example',
  'nino@bileti.example\r\nBcc: other@bileti.example',
  '"nino\r\nBcc: x"@bileti.example',
  '"other@evil.example nino"@bileti.example',
  '"a\\"b"@bileti.example',
  'ni\u0000no@bileti.example',
  'ni\u200bno@bileti.example',
  'nino@bil\u202eeti.example',
  'nino@bil\u00adeti.example',
  'ნინო@bileti.example',
  `${'a'.repeat(65)}@bileti.example`,
  `x@${'a'.repeat(64)}.example`,
  `x@${'abcdefgh.'.repeat(28)}example`,
]

test.each(accepted)('%s is an address', (address) => {
  expect(isEmail(address)).toBe(true)
  expect(asciiEmail(address)).toMatch(/^[!-~]+@[a-z0-9.-]+$/)
})

test.each(refused.map((address) => [JSON.stringify(address), address] as const))(
  '%s is no address',
  (_, address) => {
    expect(isEmail(address)).toBe(false)
  },
)

test.each([
  [' nino@bileti.example ', 'nino@bileti.example'],
  ['\u200enino@bileti.example\u200b', 'nino@bileti.example'],
  ['\ufeffnino@bileti.example\n', 'nino@bileti.example'],
  ['\u202anino@bileti.example\u202c', 'nino@bileti.example'],
])('%j is taken without what nobody sees', (typed, address) => {
  expect(tidyEmail(typed)).toBe(address)
})

describe('comparison', () => {
  test.each([
    ['nino@ბილეთი.გე', 'nino@xn--modgjccj.xn--node'],
    ['NINO@Bileti.Example', 'nino@bileti.example'],
    ['user@МÜ.рф', 'user@мü.рф'],
    ['user@MÜNCHEN.example', 'user@xn--mnchen-3ya.example'],
    ['user@mu\u0308nchen.example', 'user@münchen.example'],
    ['"nino.b"@bileti.example', 'nino.b@bileti.example'],
  ])('%s and %s are one address', (one, other) => {
    expect(emailKey(one)).toBe(emailKey(other))
    expect(emailSpellings(one)).toContain(other.toLowerCase())
  })

  test.each([
    ['nino@ბილეთი.გე', 'nino@ბილეთი.გე2'],
    ['straße@bileti.example', 'strasse@bileti.example'],
    ['user@straße.de', 'user@strasse.de'],
  ])('%s and %s are two', (one, other) => {
    expect(emailKey(one)).not.toBe(emailKey(other))
  })

  test('of an address of plain letters there is one spelling', () => {
    expect(emailSpellings('Nino@Bileti.example')).toEqual(['nino@bileti.example'])
    expect(emailSpellings('no address')).toEqual(['no address'])
  })
})
