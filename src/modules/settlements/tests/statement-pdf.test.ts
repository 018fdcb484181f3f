/**
 * Goal: a statement shows an organiser's name in any letters and of any length, and is a table for screen readers. Method: the
 * PDF is read back by another library.
 */
import { expect, test } from 'vitest'
import { readPdf, readPdfFacts, type PdfElement } from '../../../../tests/support/read-pdf.ts'
import { statementPdf } from '../server/statement-pdf.ts'

const statement = {
  id: '01a2088e-f34c-7eb9-9aa4-9dfb64c50bfa',
  merchantId: 1,
  number: 7,
  fromAt: new Date('2027-01-01T00:00:00Z'),
  untilAt: new Date('2027-02-01T00:00:00Z'),
  untilSnapshot: '1',
  openingMinor: 10_000,
  closingMinor: 25_000,
  reservedMinor: 500,
  lines: [{ kind: 'sale', count: 3, amountMinor: 15_000 }],
}

const lines: string[] = []
const context = { log: { warn: (_: unknown, line: string) => lines.push(line) } } as never

function rolesOf(element: PdfElement): string[] {
  const inside = element.children.flatMap((child) => ('role' in child ? rolesOf(child) : []))
  return [element.role, ...inside]
}

test.each([
  ['ka', 'ძალიან გრძელი სახელი '.repeat(10)],
  ['en', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(4)],
  ['ka', 'לילה של קיץ – Νύχτα 音乐之夜'],
  ['en', 'Uruk 𒀀'],
] as const)('in %s for “%s”', async (locale, merchantName) => {
  lines.length = 0
  const content = await statementPdf(context, { statement, merchantName, locale })
  const [page, ...others] = await readPdf(content)
  if (!page) throw new Error('There is a page')
  expect(others).toEqual([])
  for (const { x, width, mark } of page.texts) {
    expect(x).toBeGreaterThanOrEqual(55.5)
    expect(x + width).toBeLessThanOrEqual(page.width - 55.5)
    expect(mark).not.toBeNull()
  }
  // No two baselines are nearer than the smaller letters are high, unless they are one line.
  const sorted = page.texts.toSorted((one, other) => other.y - one.y)
  for (const [index, below] of sorted.slice(1).entries()) {
    const step = (sorted[index]?.y ?? 0) - below.y
    expect(step < 0.1 || step > below.size * 0.9).toBe(true)
  }
  const roles = rolesOf(page.tree as PdfElement)
  expect(roles.filter((role) => role === 'TR')).toHaveLength(5)
  expect(roles.slice(0, 4)).toEqual(['Root', 'Document', 'P', 'H1'])
  expect((await readPdfFacts(content)).info.Language).toBe(locale)
  expect(lines).toHaveLength(merchantName.includes('𒀀') ? 1 : 0)
})
