/**
 * Goal: undeliverable messages are a table whose headings sort them, and each is sent again by its name. Method:
 * rendered markup.
 */
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { markupOf } from '../../../../tests/support/markup.ts'
import en from '../messages/en.json' with { type: 'json' }
import type { UndeliveredView } from '../undelivered-contract.ts'
import { UndeliveredTable } from '../web/parts/undelivered-table.tsx'

const message: UndeliveredView = {
  id: '7d4bf19e-5d9a-4a58-8a3e-0c6f1a3f2d11',
  kind: 'account-letter',
  about: ['orderId 512'],
  recipient: 's…@example.com',
  isCorrectable: true,
  error: '550 no such mailbox',
  attempts: 2,
  failedAt: '2026-12-05T10:00:00.000Z',
}
const older = {
  ...message,
  id: '7d4bf19e-5d9a-4a58-8a3e-0c6f1a3f2d12',
  kind: 'ticket-letter',
  recipient: null,
  failedAt: '2026-12-04T10:00:00.000Z',
}

const written = (waitingFor: string | null = null) =>
  markupOf(
    createElement(UndeliveredTable, {
      messages: [older, message],
      waitingFor,
      onResend: () => undefined,
    }),
    { operator: en },
  )

test('every heading of a fact sorts the messages, the newest being first', () => {
  const headings = [
    ...written().matchAll(/<th scope="col"[^>]*?(?: aria-sort="(\w+)")?><button[^>]*>([^<]+)/g),
  ].map(([, order, title]) => [title, order])
  expect(headings).toEqual([
    ['When', 'descending'],
    ['Message', undefined],
    ['Recipient', undefined],
    ['Error', undefined],
  ])
  expect(written()).toMatch(/account-letter.*ticket-letter/)
})

test('a message has its error, and the button that sends it again its name', () => {
  const html = written(older.id)
  expect(html).toMatch(/orderId 512.*s…<wbr\/>@example\.com.*550 no such mailbox.*2 attempts</)
  expect(html).toContain('aria-label="Send again: account-letter, Sat, 5 Dec · 14:00"')
  expect(html).toMatch(/ticket-letter.*>–<.*aria-disabled="true".*Sending…/)
})
