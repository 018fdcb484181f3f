import { expect, test } from 'vitest'
import { hasGeorgianLetters, romanizeGeorgian } from '../romanize.ts'

test('Georgian names are written as in passports', () => {
  expect(romanizeGeorgian('ნინო ჭავჭავაძე')).toBe('Nino Chavchavadze')
  expect(romanizeGeorgian(' ყიფიანი-წერეთელი ')).toBe('Qipiani-Tsereteli')
  expect(romanizeGeorgian('ღვთისო ჟღენტი')).toBe('Ghvtiso Zhghenti')
})

test('every Georgian letter has Latin ones, and others stay', () => {
  for (const letter of 'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ')
    expect(romanizeGeorgian(letter)).toMatch(/^[A-Z][a-z]*$/)
  expect(romanizeGeorgian('McDonald ana')).toBe('McDonald ana')
  expect(hasGeorgianLetters('Nino')).toBe(false)
})
