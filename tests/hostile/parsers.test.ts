/**
 * Goal: no text keeps the process longer than its length explains: a reader that looks at the same place again and again
 * stops the shop for everybody. Method: each hand-written reader gets what it must read to the end in vain, at two lengths.
 */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { rowsOfSheet } from '../../src/flows/counter/server/outside/read-xlsx.ts'
import { expectLinear } from '../support/growth.ts'
import { lookUpKindOf } from '#modules/orders/server/look-up.ts'
import { visitNameOf } from '#modules/merchant/server/visits/visit-name.ts'
import { normalizeText } from '#modules/catalogue/server/search-text.ts'
import { readPrice, slugOf } from '#modules/operator/server/import/values.ts'
import { readPerformers } from '#modules/operator/server/import/plan-shows.ts'
import { preparation as schedule } from '#modules/cinema/server/office/prepare-schedule.ts'
import { parseIntent } from '#modules/search/server/intent.ts'
import {
  normalizedWords,
  normalizeStored,
  normalizeWithEnds,
  readingsOf,
} from '#modules/search/server/normalize.ts'
import { readHeadings } from '#modules/timetable/server/gtfs/headings.ts'
import { parseCell } from '#modules/timetable/server/gtfs/parse-cell.ts'
import { isGuessable } from '#modules/accounts/server/guessable.ts'
import { splitLocale, wantedLanguages } from '#kernel/locale.ts'
import { continuePath } from '#kernel/continue-address.ts'
import { asciiEmail, emailSpellings, tidyEmail } from '#kernel/email.ts'
import { isPlainName, tidyLatinName, tidyName } from '#kernel/person-name.ts'
import { internationalPhone } from '#kernel/phone.ts'
import { recipientOf } from '#kernel/recipient.ts'
import { bareCode } from '#kernel/typed-code.ts'
import { hasSearchWords } from '#kernel/search-words.ts'
import { placeholdersOf } from '#kernel/texts.ts'
import { csvCell } from '#platform/tables/csv.ts'
import { checkPart, type FieldProblem } from '#platform/http/check-part.ts'
import { isTooDeep } from '#platform/http/json-body.ts'
import { findUnknownNames } from '#platform/http/unknown-names.ts'
import { PublicAddresses } from '#apps/server/page-address.ts'
import { readPictureHead } from '#platform/media/picture-head.ts'

type Case = readonly [name: string, read: (text: string) => unknown, of: (n: number) => string]

const addresses = new PublicAddresses({
  find: () => ({ locale: 'ka', query: [], render: async () => null }),
})
const intent = (text: string) => parseIntent(text, '2026-12-01')
const csv = (content: string) => schedule.prepare({ format: 'csv', content, isDryRun: true })
const json = (content: string) => schedule.prepare({ format: 'json', content, isDryRun: true })

const cases: readonly Case[] = [
  ['slashes inside a page’s address', (text) => addresses.read(text), (n) => `${'/'.repeat(n)}a`],
  ['parameters of a page', (text) => addresses.read(text), (n) => `/?${'a=&'.repeat(n)}`],
  ['a language’s path', (text) => splitLocale(text), (n) => `/en${'/'.repeat(n)}`],
  ['languages', (text) => wantedLanguages(text), (n) => `ka;${' '.repeat(n)};q=1,`],
  ['qualities', (text) => wantedLanguages(text), (n) => `ka;q=${'1.'.repeat(n)}x`],
  ['an address to go on to', (text) => continuePath(text), (n) => `/${'..'.repeat(n)}\\`],
  ['dots of a recipient', (text) => recipientOf(text), (n) => `a@b${'.'.repeat(n)}@`],
  ['signs of a recipient', (text) => recipientOf(text), (n) => `${'a@'.repeat(n)}`],
  ['blanks of a phone', (text) => internationalPhone(text), (n) => `+${' '.repeat(n)}x`],
  ['zeros of a phone', (text) => internationalPhone(text), (n) => `${'0'.repeat(n)}`],
  ['quotes of a code', (text) => bareCode(text), (n) => `${'"'.repeat(n)}1`],
  ['blanks of a name', (text) => tidyName(text), (n) => `a${' '.repeat(n)}b`],
  ['joiners of a name', (text) => tidyName(text), (n) => `a${'\u200d'.repeat(n)}b`],
  ['dashes of a name', (text) => tidyLatinName(text), (n) => '–’'.repeat(n / 2)],
  ['slashes of a name', (text) => isPlainName(text), (n) => 'd/o '.repeat(n / 4)],
  ['blanks of an address', (text) => tidyEmail(text), (n) => `a${' '.repeat(n)}b`],
  ['words of an address', (text) => asciiEmail(text), (n) => `${'a.'.repeat(n / 2)}@b.ge`],
  ['parts of a domain', (text) => asciiEmail(text), (n) => `a@${'b-.'.repeat(n / 3)}ge`],
  ['spellings of an address', emailSpellings, (n) => `a@${'მ.'.repeat(n / 2)}ge`],
  ['letters of a name', (text) => isPlainName(text), (n) => `${'a-'.repeat(n)}1`],
  ['rows of a workbook', (text) => rowsOfSheet(text, ''), (n) => '<row><c>'.repeat(n / 8)],
  [
    'cells of a workbook',
    (text) => rowsOfSheet(text, ''),
    (n) => `<row>${'<c><v>'.repeat(n / 6)}</row>`,
  ],
  [
    'texts of a workbook',
    (text) => rowsOfSheet('', text),
    (n) => `<si>${'<t>'.repeat(n / 3)}</si>`,
  ],
  ['search words', (text) => hasSearchWords(text, 'ab'), (n) => 'a '.repeat(n)],
  ['a long word', (text) => normalizedWords(text), (n) => `${'ab'.repeat(n / 4)} -`],
  ['a word of marks', (text) => normalizeStored(text), (n) => `a${'\u030c'.repeat(n)}`],
  ['a word to be marked', (text) => normalizeWithEnds(text), (n) => 'ab'.repeat(n / 2)],
  ['readings of a word', (text) => readingsOf(text), (n) => 'წc'.repeat(n / 10)],
  ['what is meant by words', intent, (n) => '12 2026 up to '.repeat(n / 200)],
  ['texts of the catalogue', (text) => normalizeText(text), (n) => "a'\u030c ".repeat(n)],
  ['what staff look for', (text) => lookUpKindOf(text), (n) => `+${'1-'.repeat(n)}x`],
  [
    'where visits come from',
    (text) => visitNameOf({ referrer: text }),
    (n) => `${'a.'.repeat(n)}/`,
  ],
  ['campaigns', (text) => visitNameOf({ utmSource: text }), (n) => '?!'.repeat(n)],
  ['a password', (text) => isGuessable(text, ['ab']), (n) => `${'a'.repeat(n)}b`],
  ['a price', (text) => readPrice(text), (n) => `1${' 000'.repeat(n)}x`],
  ['a slug', (text) => slugOf(text, (same) => same), (n) => `${'-'.repeat(n)}a`],
  ['blanks of performers', (text) => readPerformers(text), (n) => `a${' '.repeat(n)}b`],
  ['brackets of performers', (text) => readPerformers(text), (n) => '('.repeat(n)],
  ['a schedule of quotes', csv, (n) => `film,hall\n${'"a""'.repeat(n)}`],
  ['a schedule of rows', csv, (n) => `film,hall\n${'a,b\n'.repeat(n / 10)}`],
  ['a schedule of headings', csv, (n) => 'a,'.repeat(n / 10)],
  ['a schedule of events', json, (n) => `[${'{"@type":"ScreeningEvent"},'.repeat(n / 80)}1]`],
  [
    'headings of a feed',
    (text) => readHeadings(text.split(' '), {}),
    (n) => Array.from({ length: n }, (_, number) => `c${number}`).join(' '),
  ],
  ['numbers of a feed', (text) => parseCell('number', text), (n) => `${'1'.repeat(n)}x`],
  ['times of a feed', (text) => parseCell('time', text), (n) => `${'1:'.repeat(n)}x`],
  ['a cell of a table', (text) => csvCell({ kind: 'text', text }), (n) => `${' '.repeat(n)}"`],
  ['quotes of JSON', (text) => isTooDeep(text), (n) => '"\\"'.repeat(n)],
  [
    'segments of a picture',
    (text) => readPictureHead(Buffer.from(text, 'latin1')),
    (n) => `ÿØ${'ÿ'.repeat(n)}`,
  ],
  [
    'names that no call knows',
    (text) => checkPart('body', z.strictObject({}), JSON.parse(text), [] as FieldProblem[]),
    (n) => JSON.stringify(Object.fromEntries(Array.from({ length: n / 4 }, (_, at) => [at, 0]))),
  ],
  ['placeholders', (text) => placeholdersOf(text), (n) => '{a}'.repeat(n / 10)],
]

test.each(cases)('reads %s in a time in proportion to its length', (_, read, inputOf) => {
  expectLinear(read, inputOf, 8_000)
})

test('compares a bounded number of misspelt names with the right ones, over all parts of a body', () => {
  const part = z.object({ priceMinor: z.number().optional() })
  const schema = z.object({ priceMinor: z.number(), parts: z.array(part) })
  const misspelt = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`priceMino${at}`, 0]))
  const parts = Array.from({ length: 100 }, () => misspelt(30))
  const options = { path: 'body' }
  expect(findUnknownNames(schema, { priceMin: 1 }, options)).toHaveLength(1)
  expect(findUnknownNames(schema, { ...misspelt(9), parts }, options).length).toBeLessThan(50)
})

test('reads what it is for as before', () => {
  expect(readPerformers('ნინო / Nino (ჰამლეტი / Hamlet) | Dato')).toEqual([
    { name: { ka: 'ნინო', en: 'Nino' }, role: { ka: 'ჰამლეტი', en: 'Hamlet' } },
    { name: { ka: 'Dato', en: 'Dato' }, role: { ka: '', en: '' } },
  ])
  expect(recipientOf('nino@example.co.ge')).toEqual({ email: 'nino@example.co.ge' })
  expect(recipientOf('nino@.ge')).toBeNull()
  expect(recipientOf('nino@example.')).toBeNull()
  expect(normalizedWords('Stand-up – rock-n-roll')).toEqual(
    expect.arrayContaining(['standup', 'roknrol']),
  )
  expect(addresses.read('/events//')?.target).toBe('/events')
})
