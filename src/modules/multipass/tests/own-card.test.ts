/** Goal: a pass shows what is left of it, and sells further uses only while they can be used. Method: its card, rendered. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { TextsProvider } from '#design/texts.tsx'
import { money } from '#kernel/money.ts'
import type { OwnCardView } from '../contract.ts'
import english from '../messages/en.json'
import { OwnCard } from '../web/parts/own-card.tsx'

function shown(state: OwnCardView['state']): string {
  const card = {
    shortNumber: '•••• 4436',
    state,
    usesLeft: 7,
    usesHeld: 0,
    usesGranted: 10,
    validUntil: '2027-11-28T20:00:00Z',
    product: {
      name: 'Ten evenings',
      timeZone: 'Asia/Tbilisi',
      topUp: { uses: 5, price: money(14_000) },
    },
    cardNumber: '000000013912224436',
    orderNumber: '',
    history: [],
  } as unknown as OwnCardView
  const props = { locale: 'en' as const, modules: { multipass: english }, children: null }
  const page = createElement(OwnCard, { card })
  return renderToStaticMarkup(
    createElement(TextsProvider, props, createElement(MemoryRouter, null, page)),
  )
}

test('the bar of a pass is as long as what is left, and further uses are offered', () => {
  const markup = shown('active')
  expect(markup).toMatch(/<progress[^>]* value="7"[^>]* max="10"/)
  expect(markup).toContain('Add 5 uses')
  expect(shown('used-up')).toContain('Add 5 uses')
})

test.each(['expired', 'ended'] as const)(
  'a pass that is %s has no bar and sells no uses',
  (state) => {
    const markup = shown(state)
    expect(markup).not.toContain('<progress')
    expect(markup).not.toContain('Add 5 uses')
  },
)
