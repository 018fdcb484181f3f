/**
 * Goal: deliveries to an organiser's system are a table with their last answers, sorted by its headings. Method:
 * rendered markup.
 */
import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { WebhookMessageView } from '#modules/webhooks/contract.ts'
import { linkedHeadings, markupOf } from '../../../../tests/support/markup.ts'
import en from '../messages/en.json' with { type: 'json' }
import { MessageTable } from '../web/parts/webhook-messages.tsx'

const at = '2026-12-05T10:00:00.000Z'
const message: WebhookMessageView = {
  messageId: '7d4bf19e-5d9a-4a58-8a3e-0c6f1a3f2d11',
  type: 'order.changed',
  state: 'delivered',
  orderNumber: 'K7M2P9QX4T',
  createdAt: at,
  deliveredAt: at,
  nextAttemptAt: null,
  attempts: [
    { at, durationMs: 40, httpStatus: 204, problem: null },
    { at, durationMs: 40, httpStatus: 500, problem: 'HTTP 500' },
  ],
}

function written(messages: readonly WebhookMessageView[]): string {
  const table = createElement(MessageTable, {
    caption: 'Messages',
    messages,
    sorting: { current: 'stateReversed', addressOf: (sort) => `/merchant/webhooks?sort=${sort}` },
    onReplayed: () => undefined,
  })
  return markupOf(table, { merchant: en })
}

test('time, order and state sort the deliveries, and the sorted one says so', () => {
  expect(linkedHeadings(written([message]))).toEqual([
    ['Time', undefined, 'newest'],
    ['Order', undefined, 'order'],
    ['Status', 'descending', 'state'],
  ])
})

test('a delivery shows its order, its last answer and the number of attempts', () => {
  const html = written([message])
  expect(html).toContain('href="/en/merchant/orders/K7M2P9QX4T"')
  expect(html).toMatch(/HTTP 204.*2 attempts/)
  expect(html).not.toContain('HTTP 500')
  expect(html).toMatch(/aria-label="Send again: K7M2P9QX4T, Sat, 5 Dec/)
  const refused = {
    ...message,
    attempts: [{ at, durationMs: 9, httpStatus: null, problem: 'timeout' }],
  }
  expect(written([refused])).toMatch(/timeout.*1 attempt</)
  expect(written([{ ...message, state: 'waiting', attempts: [] }])).toContain('Waiting')
  expect(written([])).toContain('Nothing has been sent to this address yet.')
})
