/**
 * Goal: a short email has its words on its page and in its plain text, no more than its subject as title, and nothing
 * that a stranger typed as HTML; a time is never on another line than its date. Method: emails of sentences with values.
 */
import { expect, test } from 'vitest'
import { eventRow, eventRows, letterHtml, paragraphRow, shortLetter, sumRows } from '../letter.ts'

const event = {
  name: 'Carmen',
  when: 'Saturday, 28 November 2026 · 19:00',
  where: 'Opera · Tbilisi',
  seats: ['Row 1, seat 2'],
}
const letter = {
  locale: 'en',
  origin: 'http://shop.test',
  subject: 'Bileti: a new password',
  paragraphs: ['Dear <b>Nino</b>,', 'one\ntwo'],
  event,
  after: ['The codes stay.'],
  button: { text: 'New password', url: 'http://shop.test/reset?key=1&continue=%2F' },
  notes: ['No action is needed.'],
} as const

test('a short email has its subject as title, its sentences as text and one button', () => {
  const { html, subject } = shortLetter(letter)
  expect(subject).toBe('Bileti: a new password')
  expect(html).toContain('>A new password</h1>')
  expect(html).toContain('href="http://shop.test/en"')
  expect(html).not.toContain('<b>')
  expect(html).toContain('one<br>two')
  expect(html.match(/<a [^>]*href="[^"]*reset[^"]*"/g)).toHaveLength(1)
  expect(html).toMatch(/key=1&(amp|#38);continue=/)
  expect(html.indexOf('No action is needed.')).toBeGreaterThan(html.indexOf('New password</a>'))
  const { button: _, ...sentences } = letter
  const georgian = shortLetter({ ...sentences, locale: 'ka', subject: 'თანხა: 5 ₾' }).html
  expect(georgian).toContain('>თანხა: 5 ₾</h1>')
  expect(georgian.match(/<a /g)).toHaveLength(1)
})

test('its plain text says all that its page says, and the line in a mailbox begins with the news', () => {
  const { text, html } = shortLetter(letter)
  expect(text.split('\n\n')).toEqual([
    'A new password',
    'Hello,',
    'Dear <b>Nino</b>,',
    'one\ntwo',
    'Carmen\nSaturday, 28 November 2026 · 19:00\nOpera · Tbilisi\nRow 1, seat 2',
    'The codes stay.',
    'New password: http://shop.test/reset?key=1&continue=%2F',
    'No action is needed.',
    'You receive this e-mail because this address was given to us. No reply is needed.',
  ])
  expect(html).toMatch(/overflow:hidden">Dear/)
})

test('a time stays on the line of its date, and an arrival on that of its departure', () => {
  const unbroken = '28\u00a0November 2026\u00a0·\u00a019:00'
  expect(paragraphRow(`It is on ${event.when}.`)).toContain(unbroken)
  const html = eventRow({ ...event, map: { text: 'Map', url: 'http://map.test' } })
  expect(html).toContain(unbroken)
  expect(html).toContain('Opera · Tbilisi&nbsp;·&nbsp;<a')
  expect(paragraphRow('12:00 – 13:10')).toContain('12:00\u00a0–\u2060\u00a013:10')
})

test('no line of an email begins with a dash, a dot or the noun of a short number', () => {
  expect(paragraphRow('Batumi – Tbilisi · Carmen')).toContain('Batumi\u00a0– Tbilisi\u00a0· Carmen')
  expect(paragraphRow('It works for 24 hours, from 7 May 2026, 09:40')).toContain(
    'for 24\u00a0hours, from 7\u00a0May 2026,\u00a009:40',
  )
  const total = { text: 'Total', amount: '6 ₾' }
  const lines = [{ text: 'Service fee × 6', amount: '6 ₾' }]
  const rows = sumRows({ heading: 'First\nSecond', lines, total })
  expect(rows).toContain('First<br>Second')
  expect(rows).toContain('Service fee\u00a0×\u00a06')
})

test('several events have one perforation between two of them', () => {
  expect(eventRows([event, event, event]).match(/2px dotted/g)).toHaveLength(4)
  expect(eventRows([])).toBe('')
})

test('long words and addresses do not widen the page', () => {
  const frame = { ...letter, brand: 'Bileti', homeUrl: '', title: '', preview: '', footer: '' }
  expect(letterHtml({ ...frame, rows: [] })).toMatch(/class="card ink"[^>]*overflow-wrap:anywhere/)
})
