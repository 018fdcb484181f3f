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
  'Liam O’Brien',
  'Liam O‘Brien',
  'Nuʻuanu Kalākaua',
  'Priya d/o Kumar',
  'Ravi S/O Kumar',
  'Muthu a/l Raman',
  'Devi a/p Raman',
  'Asha (w/o Kumar)',
  'X',
  'X Æ',
  'ო',
  'O',
  'Jean-Luc',
  'Anne–Marie',
  'M. St. John Jr.',
  'J.R.R. Tolkien',
  'Ph.D. Nino',
  'María José',
  'N’Golo Kanté',
  'נועה לוי',
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
  'evil\u200B.com',
  'ev\u202Eil.com',
  'd/o/x',
  'a/o',
  'd/ogilvy',
  'http://d/o',
  '<b>Nino</b>',
  'Nino\nPay here',
  'Nino\r\nBcc: all',
  'Nino\tBeridze',
  'Nino\u0000',
  'Nino\u007F',
  'Nino\u0085Beridze',
  'Nino\u2028Beridze',
  'Nino\u2029Beridze',
  'Nino\uE000',
  'Nino\u{E0041}',
]

/** Marks that come along with pasted names, and what is left. */
const marked: readonly (readonly [typed: string, name: string])[] = [
  ['\u200EDavid', 'David'],
  ['José\u200B', 'José'],
  ['\u200FNino', 'Nino'],
  ['Ni\u200Bno', 'Nino'],
  ['Ni\u00ADno', 'Nino'],
  ['\uFEFFNino', 'Nino'],
  ['Ni\uFEFFno', 'Nino'],
  ['\u202ANino Beridze\u202C', 'Nino Beridze'],
  ['Nino\u202Eezdireb', 'Ninoezdireb'],
  ['Nino\u2066x\u2069', 'Ninox'],
  ['Nino\u2060Beridze', 'NinoBeridze'],
  ['Nino \u200B Beridze', 'Nino Beridze'],
  [' \u200E Nino', 'Nino'],
  ['ნინო\u200D', 'ნინო'],
  ['Jo\u200Dsé', 'José'],
  ['\u200CLevan', 'Levan'],
  ['א\u200Dב', 'אב'],
  ['می\u200Cنا', 'می\u200Cنا'],
  ['می\u200C', 'می'],
  ['क\u094D\u200Dष', 'क\u094D\u200Dष'],
  ['Liam\u061C O’Brien', 'Liam O’Brien'],
]

describe('a name', () => {
  it.each(marked)('%j loses what nobody sees', (typed, name) => {
    expect(tidyName(typed)).toBe(name)
    expect(isPlainName(tidyName(typed))).toBe(true)
  })

  it.each(people)('%s is one', (name) => expect(isPlainName(tidyName(name))).toBe(true))

  it.each(notPeople)('%j is none', (name) => expect(isPlainName(tidyName(name))).toBe(false))

  it('is the same name however its letters were typed', () => {
    expect(tidyName('  Zoe\u0308   Smith ')).toBe('Zoë Smith')
    expect(tidyName('Ana\u00A0Maria\u3000Lopez')).toBe('Ana Maria Lopez')
    expect(tidyName('A\u030Angstro\u0308m')).toBe('Ångström')
  })
})
