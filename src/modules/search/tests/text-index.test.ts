/**
 * Goal: an index after many changes returns the same results as a new one, and its trie finds the same words as a
 * comparison of each. Method: random changes and words; a failure prints the seed to replay.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Trie } from '../server/trie.ts'
import { TextIndex, type SearchDocument } from '../server/text-index.ts'

const words = ['swan', 'swam', 'lake', 'laka', 'opera', 'operetta', 'night', 'knight', 'sea']
const document = (value: number, name: string): SearchDocument<number> => ({
  value,
  texts: { name: [name] },
  popularity: value,
  overAt: 1,
})

test('returns the same results regardless of earlier additions and removals', () => {
  const change = fc.tuple(fc.nat(40), fc.constantFrom(...words), fc.constantFrom(...words))
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 60 }),
      fc.constantFrom(...words, 'swn lake', 'oper', 'nihgt', 'lake swan'),
      (changes, query) => {
        const changed = new TextIndex<number>()
        const names = new Map<number, string>()
        for (const [value, left, right] of changes) {
          changed.remove(value)
          if (left === right) names.delete(value)
          else {
            names.set(value, `${left} ${right}`)
            changed.add(document(value, `${left} ${right}`))
          }
        }
        const rebuilt = new TextIndex<number>()
        for (const [value, name] of names) rebuilt.add(document(value, name))
        expect(resultsOf(changed, query)).toEqual(resultsOf(rebuilt, query))
      },
    ),
  )
})

test('finds the remaining documents after compaction', () => {
  const index = new TextIndex<number>()
  for (let value = 0; value < 3_000; value += 1) index.add(document(value, `swan ${value}`))
  for (let value = 0; value < 3_000; value += 1) if (value % 3 > 0) index.remove(value)
  expect(index.size).toBe(1_000)
  expect(index.search('swan', { now: 0 }).values).toHaveLength(1_000)
  expect(index.search('swan 2997', { now: 0 }).values).toEqual([2_997])
})

test('finds in the trie the same words as a direct edit distance', () => {
  const characters = fc.string({
    unit: fc.constantFrom('m', 'n', 'r', 'l'),
    minLength: 1,
    maxLength: 7,
  })
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 25 }), characters, (known, query) => {
      const trie = new Trie()
      for (const word of known) trie.add(word)
      for (const budget of [2, 4]) {
        const found = new Map<string, number>()
        trie.forEachSimilar(query, budget, ({ word, cost }) => {
          if (cost <= budget) found.set(trie.word(word), cost)
        })
        const expected = new Map(
          [...new Set(known)].flatMap((word) => {
            const cost = 2 * distance(query, word)
            return cost <= budget ? [[word, cost] as const] : []
          }),
        )
        expect(found).toEqual(expected)
      }
    }),
  )
})

function resultsOf(index: TextIndex<number>, query: string): [number, number][] {
  const { values, scores } = index.search(query, { now: 0 })
  return values
    .map((value, at): [number, number] => [value, Math.round((scores[at] ?? 0) * 1e4)])
    .toSorted(([left], [right]) => left - right)
}

/** Edit distance with insertions, deletions, substitutions and transpositions, each of cost one. */
function distance(left: string, right: string): number {
  const rows = Array.from({ length: left.length + 1 }, (_, row) =>
    Array.from({ length: right.length + 1 }, (_unused, column) =>
      row === 0 ? column : column === 0 ? row : 0,
    ),
  )
  const at = (row: number, column: number): number =>
    rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= left.length; row += 1) {
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1]
      let cost = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1)
      cost = Math.min(cost, at(row - 1, column - 1) + (isSame ? 0 : 1))
      if (left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1])
        cost = Math.min(cost, at(row - 2, column - 2) + 1)
      const line = rows[row]
      if (line) line[column] = cost
    }
  }
  return at(left.length, right.length)
}
