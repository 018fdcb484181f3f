import { describe, expect, it } from 'vitest'
import { formatText, placeholdersOf, pluralForm } from '#kernel/texts.ts'

/** Goal: texts are filled in as written. Method: each form once, in the languages that differ. */
describe('formatText', () => {
  it('leaves plain text alone and puts values in', () => {
    expect(formatText('ka', 'გამარჯობა')).toBe('გამარჯობა')
    expect(formatText('en', 'From {price}, {name}', { price: '52 ₾', name: 'Nino' })).toBe(
      'From 52 ₾, Nino',
    )
  })

  it('chooses by number, exact numbers first, and writes the number for #', () => {
    const text = '{count, plural, =0 {none} one {# ticket} other {# tickets}} left'
    expect(formatText('en', text, { count: 0 })).toBe('none left')
    expect(formatText('en', text, { count: 1 })).toBe('1 ticket left')
    expect(formatText('en', text, { count: 21 })).toBe('21 tickets left')
  })

  it('follows the plural rules of Russian', () => {
    const forms = [1, 2, 5, 11, 12, 21, 22, 111].map((count) => pluralForm('ru', count))
    expect(forms).toEqual(['one', 'few', 'many', 'many', 'many', 'one', 'few', 'many'])
  })

  it('chooses by word and nests', () => {
    const text = '{kind, select, day {by day, {name}} other {at night, {name}}}'
    expect(formatText('en', text, { kind: 'day', name: 'A' })).toBe('by day, A')
    expect(formatText('en', text, { kind: 'x', name: 'B' })).toBe('at night, B')
  })

  it('throws when a value is missing or a brace is open', () => {
    expect(() => formatText('en', 'Hello {name}')).toThrow(/needs a value for name/)
    expect(() => formatText('en', 'Hello {name', { name: 'A' })).toThrow(/not closed/)
    expect(() => formatText('en', 'a} {b}', { b: 1 })).toThrow(/Unbalanced/)
  })

  it('names what a text asks for', () => {
    expect(placeholdersOf('{b} {count, plural, one {# {a}} other {#}}')).toEqual([
      'a',
      'b',
      'count',
    ])
  })
})
