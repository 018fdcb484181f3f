import { describe, expect, it } from 'vitest'
import { isPlainName, tidyName } from '#kernel/person-name.ts'

/** Goal: names of people are accepted in every script, and links, addresses and control characters are refused. */
const people = [
  'Nino Beridze',
  'ნინო ბერიძე',
  'თ. ბერიძე',
  'თ.ბერიძე',
  'J.Smith',
  'J. R. R. Tolkien',
  'Dr. Nino Beridze',
  "Seán O'Brien-Łukasz",
  'Ժաննա Հարությունյան',
  'Əli Məmmədov',
  'Нино Беридзе',
  '李小龍',
  'مریم میرزاخانی',
  'می‌نا',
  'Karl XIV',
  'Ana, Gio & Co',
  'ნინო (მამა)',
]

const notPeople = [
  'evil.com',
  'Win at evil.com now',
  'https://evil',
  'http:evil',
  'www.evil',
  'me@evil',
  'evil.com/path',
  'a/b',
  't.me',
  'see x.co',
  '1.2.3.4',
  'bank24.ge',
  'ბანკი.გე',
  'ა.გე',
  'evil。com',
  'evil．com',
  'ｅｖｉｌ．ｃｏｍ',
  'evil․com',
  'mailto:me',
  'tel:+995',
  '<b>Nino</b>',
  'Nino\nPay here',
  'Nino\r\nBcc: all',
  'Nino\tBeridze',
  'Nino\u0000',
  'Nino\u007F',
  'Nino\u0085Beridze',
  'Nino\u2028Beridze',
  'Nino\u2029Beridze',
  'Nino\u202Eezdireb',
  'Nino\u2066x\u2069',
  '\u200FNino',
  'Ni\u200Bno',
  'Ni\u00ADno',
  'Ni\uFEFFno',
  'Nino\uE000',
  'Nino\u{E0041}',
]

describe('a name', () => {
  it.each(people)('%s is one', (name) => expect(isPlainName(tidyName(name))).toBe(true))

  it.each(notPeople)('%j is none', (name) => expect(isPlainName(tidyName(name))).toBe(false))

  it('is the same name however its letters were typed', () => {
    expect(tidyName('  Zoe\u0308   Smith ')).toBe('Zoë Smith')
    expect(tidyName('A\u030Angstro\u0308m')).toBe('Ångström')
  })
})
