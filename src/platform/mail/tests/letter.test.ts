/**
 * Goal: short emails have the shop's frame, the title of their subject, and nothing that a stranger typed as HTML; a
 * time is never on another line than its date. Method: HTML of sentences with values.
 */
import { expect, test } from 'vitest'
import { eventRow, paragraphRow, shortLetterHtml } from '../letter.ts'

const letter = {
  locale: 'en',
  origin: 'http://shop.test',
  subject: 'Bileti: a new password',
  paragraphs: ['Hello <b>Nino</b>,', 'one\ntwo'],
  button: { text: 'New password', url: 'http://shop.test/reset?key=1&continue=%2F' },
  notes: ['No action is needed.'],
} as const

test('a short email has its subject as title, its sentences as text and one button', () => {
  const html = shortLetterHtml(letter)
  expect(html).toContain('>A new password</h1>')
  expect(html).toContain('href="http://shop.test/en"')
  expect(html).not.toContain('<b>')
  expect(html).toContain('one<br>two')
  expect(html.match(/<a [^>]*href="[^"]*reset[^"]*"/g)).toHaveLength(1)
  expect(html).toMatch(/key=1&(amp|#38);continue=/)
  expect(html.indexOf('No action is needed.')).toBeGreaterThan(html.indexOf('New password</a>'))
  const { button: _, ...sentences } = letter
  const georgian = shortLetterHtml({ ...sentences, locale: 'ka', subject: 'თანხა: 5 ₾' })
  expect(georgian).toContain('>თანხა: 5 ₾</h1>')
  expect(georgian.match(/<a /g)).toHaveLength(1)
})

test('a time stays on the line of its date', () => {
  const when = 'Saturday, 28 November 2026 · 19:00'
  const unbroken = 'November 2026\u00a0·\u00a019:00'
  expect(paragraphRow(`It is on ${when}.`)).toContain(unbroken)
  const event = { name: 'Carmen', when, where: 'Opera · Tbilisi', seats: [] }
  const html = eventRow({ ...event, map: { text: 'Map', url: 'http://map.test' } })
  expect(html).toContain(unbroken)
  expect(html).toContain('Opera · Tbilisi&nbsp;·&nbsp;<a')
})
