/** Goal: all ways of typing a Georgian name match. Method: groups of spellings that must fold alike. */
import { expect, test } from 'vitest'
import { normalizeText, searchTextOf } from '../server/search-text.ts'

test.each([
  ['ბათუმი', 'batumi', 'BATUMI', ' Batumi! '],
  ['ყვარელი', 'kvareli', 'qvareli', 'Q’vareli'],
  ['შოთა', 'shota', 'Shota'],
  ['ჩხეიძე', 'chkheidze', 'chxeidze'],
  ['წერეთელი', 'tsereteli', 'wereteli', "ts'ereteli"],
  ['ცისფერი', 'tsisperi', 'cisferi'],
  ['მცხეთის შუქი', 'mtskhetis shuki', 'mcxetis shuqi'],
  ['ჯაზი', 'jazi', 'jazzi'],
])('%s is one word however it is typed', (...spellings) => {
  expect(new Set(spellings.map(normalizeText)).size).toBe(1)
})

test('each word appears once', () => {
  expect(searchTextOf(['ღამის ჯაზი', 'Night Jazz', 'Gamis jazi'])).toBe('gamis jazi nigt jaz')
})
