/**
 * Goal: people find what they mean however they type it. Method: a table of queries with the expected first result of
 * its kind (shows, venues and people are listed separately), over the demo's content among similar invented names. At
 * least 95 of 100 must be correct; failures are printed.
 */
import { expect, test } from 'vitest'
import { openSearchCorpus } from './corpus.ts'
import { qualityTable } from './quality-table.ts'

test('the intended result comes first', () => {
  const corpus = openSearchCorpus()
  const wrong: string[] = []
  let asked = 0
  for (const [kind, rows] of Object.entries(qualityTable)) {
    for (const [expected, questions] of rows) {
      for (const question of questions.split(' | ')) {
        asked += 1
        const found = corpus.best(question, expected.slice(0, expected.indexOf(':')), 3)
        if (found[0] !== expected)
          wrong.push(
            `${kind}: “${question}” should find ${expected}, finds ${found.join(', ') || 'nothing'}`,
          )
      }
    }
  }
  console.log(`${asked - wrong.length} of ${asked} questions find what they mean`)
  for (const line of wrong) console.log(line)
  expect(asked).toBeGreaterThanOrEqual(150)
  expect(wrong.length / asked).toBeLessThanOrEqual(0.05)
})
