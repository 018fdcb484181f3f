/**
 * Goal: the table of a day's runs has headings that sort it, and what can be done with a run is named by it. Method:
 * rendered markup.
 */
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { linkedHeadings, markupOf } from '../../../../tests/support/markup.ts'
import en from '../messages/office-en.json' with { type: 'json' }
import type { OfficeRunLine } from '../office-contract.ts'
import { RunList } from '../web/office/run-list.tsx'

const run: OfficeRunLine = {
  runId: 7,
  lineId: 1,
  name: 'Train 870',
  from: 'Tbilisi',
  to: 'Zugdidi',
  departsAt: '2026-12-05T04:30:00.000Z',
  arrivesAt: '2026-12-05T10:00:00.000Z',
  timeZone: 'Asia/Tbilisi',
  state: 'on-time',
  delayMinutes: 0,
  isOver: false,
  sale: 'open',
  vehicle: 'Stadler KISS',
  capacity: 100,
  sold: 12,
  held: 3,
  withoutSeat: 0,
  legs: [{ sold: 12, held: 3 }],
}

function written(runs: readonly OfficeRunLine[]): string {
  const list = createElement(RunList, {
    runs,
    sorting: { current: 'departure', addressOf: (sort) => `/merchant/runs?sort=${sort}` },
    onChanged: () => undefined,
  })
  return markupOf(list, { transportOffice: en })
}

test('every heading of a fact sorts the runs, and says by which they are sorted', () => {
  expect(linkedHeadings(written([run]))).toEqual([
    ['Departs', 'ascending', 'departureReversed'],
    ['Line', undefined, 'line'],
    ['Vehicle', undefined, 'vehicle'],
    ['Sold', undefined, 'mostSold'],
    ['Status', undefined, 'stateReversed'],
  ])
})

test('a run is selected and its sale stopped or resumed by its name and time, while it can be', () => {
  const html = written([run])
  expect(html).toContain('Select Train 870, 08:30')
  expect(html).toContain('aria-label="Stop the sale: Train 870, 08:30"')
  expect(html).toContain('12</span> · 3 in checkout')
  expect(written([{ ...run, sale: 'stopped' }])).toContain('Resume the sale: Train 870, 08:30')
  for (const past of [
    { ...run, isOver: true },
    { ...run, state: 'cancelled' as const },
  ]) {
    expect(written([past])).not.toMatch(/Select |the sale/)
    expect(written([past])).toContain('Train 870')
  }
})
