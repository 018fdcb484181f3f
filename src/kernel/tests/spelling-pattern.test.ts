/** Goal: a name is found whatever letters it is typed or stored in. Method: pairs that must match, and some that must not. */
import { expect, test } from 'vitest'
import { expectLinear } from '../../../tests/support/growth.ts'
import { foldForSearch } from '../search-fold.ts'
import { hasSpelledWords, spellingPattern } from '../spelling-pattern.ts'

const finds = (typed: string, stored: string) =>
  new RegExp(spellingPattern(typed), 'u').test(foldForSearch(stored))

test.each([
  ['konstantine', 'კონსტანტინე გამსახურდია'],
  ['Konstan', 'კონსტანტინე'],
  ['ყვარელი', 'Kvareli'],
  ['kvareli', 'ყვარელი'],
  ['wereteli', 'აკაკი წერეთელი'],
  ['tsereteli', 'აკაკი წერეთელი'],
  ['chkheidze', 'ჩხეიძე'],
  ['chxeidze', 'ჩხეიძე'],
  ['ჭავჭავაძე', 'Chavchavadze'],
  ['shota  rustaveli', 'შოთა რუსთაველი'],
  ['Anna', 'ანა'],
  ['ana', 'Anna'],
  ['giorgi', 'Giorgi'],
  ["o'neill", 'O’Neill'],
  ['oneill', "O'Neill"],
  ['müller', 'Müller'],
])('%s finds %s', (typed, stored) => {
  expect(finds(typed, stored)).toBe(true)
  expect(hasSpelledWords(stored, typed)).toBe(true)
})

test.each([
  ['konstantine', 'ნინო'],
  ['a.*', 'ანა'],
  ['(', 'ანა'],
  ['50%', '50'],
])('%s does not find %s', (typed, stored) => {
  expect(finds(typed, stored)).toBe(false)
  expect(hasSpelledWords(stored, typed)).toBe(false)
})

test.each(['c', 'ck', 'ts', 'w', 'i'])(
  'compares long runs of %s in a time in proportion',
  (run) => {
    expectLinear(
      (text) => hasSpelledWords(text, 'ckckwtsiyckckwtsiyckckb'),
      (size) => run.repeat(size),
      2_000,
    )
  },
)
