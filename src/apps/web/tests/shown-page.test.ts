/**
 * Goal: browsers share the address of the shown page, not that of the document it came with. Method: pages shown in turn in a
 * document with a canonical link.
 */
import { afterEach, expect, test, vi } from 'vitest'
import { showPage } from '../shown-page.ts'

afterEach(() => vi.unstubAllGlobals())

test('the canonical link stays with its own page and is removed by the next', () => {
  const dataset: Record<string, string> = {}
  let hasLink = true
  vi.stubGlobal('document', {
    documentElement: { dataset },
    querySelector: (wanted: string) =>
      wanted === '[rel=canonical]' && hasLink ? { remove: () => (hasLink = false) } : null,
  })
  showPage('/shows/carmen')
  showPage('/shows/carmen')
  expect([hasLink, dataset['shown']]).toEqual([true, '/shows/carmen'])
  showPage('/faq')
  expect([hasLink, dataset['shown']]).toEqual([false, '/faq'])
  showPage('/')
  expect(dataset['shown']).toBe('/')
})
