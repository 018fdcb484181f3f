/** Goal: the switch of reminders shows the stored choice. Method: it is rendered for both choices. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextsProvider } from '#design/texts.tsx'
import english from '../messages/en.json'
import { ReminderSwitch } from '../web/parts/reminder-switch.tsx'

function shown(isReminded: boolean): string {
  const props = { locale: 'en' as const, modules: { tickets: english }, children: null }
  const part = createElement(ReminderSwitch, { orderKey: 'key', token: 'token', isReminded })
  return renderToStaticMarkup(createElement(TextsProvider, props, part))
}

test('the switch is on only while the address is reminded', () => {
  expect(shown(true)).toMatch(/<input[^>]* checked=""/)
  expect(shown(false)).not.toMatch(/<input[^>]* checked=""/)
})
