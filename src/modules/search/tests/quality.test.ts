/**
 * Goal: the intended result is found in all spellings. Method: a table of queries with the expected first result of its
 * kind (shows, venues and people are listed separately), over the demo's content among similar invented names. At
 * least 95 of 100 must be correct; failures are printed.
 */
import { expect, test } from 'vitest'
import { openSearchCorpus } from './corpus.ts'
import { qualityTable } from './quality-table.ts'

test('returns the intended result first', () => {
  const corpus = openSearchCorpus()
  const wrong: string[] = []
  let count = 0
  for (const [kind, rows] of Object.entries(qualityTable)) {
    for (const [expected, queries] of rows) {
      for (const query of queries.split(' | ')) {
        count += 1
        const found = corpus.best(query, expected.slice(0, expected.indexOf(':')), 3)
        if (found[0] !== expected)
          wrong.push(
            `${kind}: “${query}” should find ${expected}, finds ${found.join(', ') || 'nothing'}`,
          )
      }
    }
  }
  console.log(`${count - wrong.length} of ${count} queries find what they mean`)
  for (const line of wrong) console.log(line)
  expect(count).toBeGreaterThanOrEqual(150)
  expect(wrong.length / count).toBeLessThanOrEqual(0.05)
})
