/**
 * Goal: days and prices in a text become filters, but other words do not. Method: texts with the expected filters.
 */
import { expect, test } from 'vitest'
import { filtersOf, parseIntent } from '../server/intent.ts'

/** A Sunday. */
const today = '2026-11-22'
const day = (date: string, until = date) => ({ fromDate: date, toDate: until })

test.each([
  ['tonight', '', { when: 'today' }],
  ['ამაღამ ჯაზი', 'ჯაზი', { when: 'today' }],
  ['amagam', '', { when: 'today' }],
  ['დღეს საღამოს ჯაზი', 'ჯაზი', { when: 'today' }],
  ['tomorrow night', '', { when: 'tomorrow' }],
  ['ხვალ საღამოს', '', { when: 'tomorrow' }],
  ['сегодня вечером опера', 'опера', { when: 'today' }],
  ['jazz this weekend', 'jazz', { when: 'weekend' }],
  ['ამ შაბათ-კვირას ბათუმი', 'ბათუმი', { when: 'weekend' }],
  ['джаз на выходных', 'джаз на', { when: 'weekend' }],
  ['tomorrow', '', { when: 'tomorrow' }],
  ['ხვალ', '', { when: 'tomorrow' }],
  ['xval', '', { when: 'tomorrow' }],
  ['this week', '', day('2026-11-22')],
  ['next week opera', 'opera', day('2026-11-23', '2026-11-29')],
  ['friday', '', day('2026-11-27')],
  ['პარასკევს', '', day('2026-11-27')],
  ['в пятницу', '', day('2026-11-27')],
  ['5 december', '', day('2026-12-05')],
  ['Dec 5th jazz', 'jazz', day('2026-12-05')],
  ['5 დეკემბერს', '', day('2026-12-05')],
  ['5 dekembers', '', day('2026-12-05')],
  ['5 декабря', '', day('2026-12-05')],
  ['swan lake 5 november 2027', 'swan lake', day('2027-11-05')],
  ['december 31, 2026', '', day('2026-12-31')],
  ['3 january', '', day('2027-01-03')],
  ['5.12', '', day('2026-12-05')],
  ['05/12/2026 rock', 'rock', day('2026-12-05')],
  ['2026-12-05', '', day('2026-12-05')],
  ['december', '', day('2026-12-01', '2026-12-31')],
  ['დეკემბერში', '', day('2026-12-01', '2026-12-31')],
  ['february 2028', '', day('2028-02-01', '2028-02-29')],
  ['29 february', '', day('2028-02-29')],
  ['free', '', { priceFrom: 0, priceTo: 0 }],
  ['უფასო კონცერტი', 'კონცერტი', { priceFrom: 0, priceTo: 0 }],
  ['бесплатно', '', { priceFrom: 0, priceTo: 0 }],
  ['theatre under 50 gel', 'theatre', { priceFrom: 0, priceTo: 50 }],
  ['50 ლარამდე', '', { priceFrom: 0, priceTo: 50 }],
  ['до 30 лари завтра', '', { priceFrom: 0, priceTo: 30, when: 'tomorrow' }],
  // The same words on the wrong keyboard.
  ['ещтшпре', '', { when: 'today' }],
  ['тоднигхт', 'тоднигхт', {}],
  // Words that only resemble a day.
  ['30 february', '30 february', {}],
  ['20 years', '20 years', {}],
  ['ninth floor', 'ninth floor', {}],
  ['ნინო მაისურაძე', 'ნინო მაისურაძე', {}],
  ['maya', 'maya', {}],
] as const)('%s', (text, rest, filters) => {
  const intent = parseIntent(text, today)
  expect(filtersOf(intent)).toEqual(filters)
  expect(intent.rest).toBe(rest)
})

test('interprets the first of two days, and keeps the other as a word', () => {
  const intent = parseIntent('today tomorrow', today)
  expect(filtersOf(intent)).toEqual({ when: 'today' })
  expect(intent.rest).toBe('tomorrow')
})
