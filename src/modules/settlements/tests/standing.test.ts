/** Goal: an organiser reads why nothing is paid out when more is kept than owed. Method: the sums, rendered. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextsProvider } from '#design/texts.tsx'
import { money } from '#kernel/money.ts'
import english from '../messages/en.json'
import { Standing } from '../web/parts/standing.tsx'

function shown(owedMinor: number, reservedMinor: number): string {
  const view = {
    owed: money(owedMinor),
    reserved: money(reservedMinor),
    inTransit: money(0),
    terms: null,
  }
  const modules = { settlements: english }
  const props = { locale: 'en' as const, modules, children: null }
  return renderToStaticMarkup(
    createElement(TextsProvider, props, createElement(Standing, { view })),
  )
}

const why = 'The reserve is more than we owe you'
const when = 'becomes free two days after the date'

test('more kept than owed is explained, with the share that is kept', () => {
  const markup = shown(4_000, 5_000)
  expect(markup).toContain(why)
  expect(markup).toContain('100% of the full price')
  expect(markup).toContain(when)
})

test('what is kept says when it becomes free', () => {
  expect(shown(9_000, 5_000)).toContain(when)
  expect(shown(9_000, 5_000)).not.toContain(why)
  expect(shown(9_000, 0)).not.toContain(when)
})

test('kept sums are explained beside a debt', () => {
  expect(shown(-1_000, 5_000)).toContain(why)
})
