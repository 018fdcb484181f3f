import { expect, it } from 'vitest'
import { internationalPhone, isInternationalPhone } from '../phone.ts'
import { hasPhoneShape, phoneDigitsOf } from '../phone-shape.ts'
import { recipientOf } from '../recipient.ts'

it.each([
  '+995 555 12 34 56',
  '+995 0555 12 34 56',
  '+995 00555 12 34 56',
  '+995 (0) 555-12-34-56',
  '00995 555 12 34 56',
  '00995 0555123456',
  '995555123456',
  '555123456',
  '0555123456',
  '00555123456',
  '(555) 12-34-56',
  '555.12.34.56',
  '555/12/34/56',
  '555–12–34–56',
  '\u202A+995 555 12 34 56\u202C',
  '\u200B555 12 34 56',
  '\u00A0555\u00A012\u00A034\u00A056',
  '＋995 555 123456',
  '(+995) 555 12 34 56',
  '( +995 ) 555-12-34-56',
  '[+995] 555 12 34 56',
  '（＋９９５）５５５１２３４５６',
  '(+995) 0555 12 34 56',
  '+(995) 555 12 34 56',
  '(00995) 555 12 34 56',
  '(995) 555 12 34 56',
  '+995(0)555123456',
  '+995\u202F555\u202F12\u200934\u200956',
  '+995.555.12.34.56',
  '+995/555/12/34/56',
  '+995–555–12–34–56',
  'tel:+995-555-12-34-56',
  'TEL:(+995) 555 12 34 56',
  '٥٥٥١٢٣٤٥٦',
])('%j is one Georgian number', (typed) => {
  expect(internationalPhone(typed)).toBe('+995555123456')
  expect(hasPhoneShape(typed)).toBe(true)
  expect(recipientOf(typed)).toHaveProperty('phone')
})

it.each([
  ['+44 07700 900123', '+447700900123'],
  ['+44 (0) 7700 900123', '+447700900123'],
  ['(+44) (0) 7700 900123', '+447700900123'],
  ['0044 07700 900123', '+447700900123'],
  ['+49 030 123456', '+4930123456'],
  ['+380 050 123 45 67', '+380501234567'],
  // A zero that belongs to the number.
  ['+39 06 1234567', '+39061234567'],
  ['+225 07 12 34 56 78', '+2250712345678'],
])('zeros of a country: %j is %s', (typed, number) => {
  expect(internationalPhone(typed)).toBe(number)
  expect(isInternationalPhone(number)).toBe(true)
})

it.each([
  '',
  '+',
  'call me',
  '12345',
  '+995 555 12 34 5',
  '+995 0555 12 34 5',
  '+995 555 12 34 567',
  '+995 000 00 00 00',
  '+995 123456789',
  '+999123456789',
  '8 555 12 34 56',
  '555 12 34 56 ext. 7',
  '555 12 34 56, 599 12 34 56',
  'tel:',
  'tel:+995555123456;ext=7',
  '+995555123456;ext=7',
  'tel:tel:555123456',
  'fax:555123456',
  '555@123456',
  '#555123456',
  '555:12:34:56',
  '++995 555 12 34 56',
  '(+995 555 12+34 56',
  '555 (+995) 12 34 56',
  '0'.repeat(64),
])('%j is no number', (typed) => {
  expect(internationalPhone(typed)).toBeNull()
})

it('what is searched for is the same in every notation, as far as it is known', () => {
  const whole = ['+995 0555 12 34 56', '+995555123456', '0555 123456', '555-12-34-56']
  expect(new Set(whole.map(phoneDigitsOf))).toEqual(new Set(['555123456']))
  expect(phoneDigitsOf('+44 020 7946 0958')).toBe(phoneDigitsOf('+442079460958'))
  expect(phoneDigitsOf('0555')).toBe('555')
})
