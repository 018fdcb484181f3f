/** Goal: a name is found whatever letters it is typed or stored in. Method: pairs that must match, and some that must not. */
import { expect, test } from 'vitest'
import { spellingPattern } from '../spelling-pattern.ts'

const finds = (typed: string, stored: string) =>
  new RegExp(spellingPattern(typed), 'u').test(stored.toLowerCase())

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
  ["o'neill", 'O’Neill'.replace('’', "'")],
  ['müller', 'Müller'],
])('%s finds %s', (typed, stored) => {
  expect(finds(typed, stored)).toBe(true)
})

test.each([
  ['konstantine', 'ნინო'],
  ['a.*', 'ანა'],
  ['(', 'ანა'],
  ['50%', '50'],
])('%s does not find %s', (typed, stored) => {
  expect(finds(typed, stored)).toBe(false)
})
