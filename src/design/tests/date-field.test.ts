import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DateField } from '../parts/date-field.tsx'
import { TextsProvider } from '../texts.tsx'

const nothing = (): void => {}

/** What is shown over the native field, whose own text is in the browser's language. */
function shown(field: object): string {
  const html = renderToStaticMarkup(
    createElement(TextsProvider, {
      locale: 'ka',
      modules: {},
      // oxlint-disable-next-line react/no-children-prop -- the provider's type asks for it
      children: createElement(DateField, { label: 'დღე', onChange: nothing, ...field }),
    }),
  )
  return /date-words[^>]*>(?:<span[^>]*>)?([^<]*)/.exec(html)?.[1] ?? ''
}

test('a date is in words of the page’s language', () => {
  expect(shown({ value: '1988-03-08' })).toBe('სამ, 8 მარ 1988')
  expect(shown({ value: '1988-03-08', hasWeekday: false })).toBe('8 მარ 1988')
  expect(shown({ value: '', placeholder: 'აირჩიეთ…' })).toBe('აირჩიეთ…')
  expect(shown({ value: 'soon', placeholder: 'აირჩიეთ…' })).toBe('')
})

test('so are dates of filters and forms that the browser keeps', () => {
  expect(shown({ defaultValue: '2026-12-05' })).toBe('შაბ, 5 დეკ 2026')
  expect(shown({ kind: 'datetime-local', defaultValue: '2026-12-05T19:00' })).toBe(
    '5 დეკ 2026, 19:00',
  )
  expect(shown({ kind: 'time', defaultValue: '19:05' })).toBe('19:05')
})

test('a field without a value says what to choose, not the pattern of the browser’s language', () => {
  expect(shown({ value: '' })).toBe('აირჩიეთ თარიღი')
  expect(shown({})).toBe('აირჩიეთ თარიღი')
  expect(shown({ kind: 'datetime-local' })).toBe('თარიღი და დრო')
  expect(shown({ kind: 'time' })).toBe('დრო')
})
