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

test('a controlled date is in words of the page’s language', () => {
  expect(shown({ value: '1988-03-08' })).toBe('სამ, 8 მარ 1988')
  expect(shown({ value: '1988-03-08', hasWeekday: false })).toBe('8 მარ 1988')
  expect(shown({ value: '', placeholder: 'აირჩიეთ…' })).toBe('აირჩიეთ…')
  expect(shown({ value: '' })).toBe('')
  expect(shown({ value: 'soon', placeholder: 'აირჩიეთ…' })).toBe('')
})
