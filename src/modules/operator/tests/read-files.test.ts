/**
 * Goal: an import never holds more than its records: files are unpacked and read piece by piece, and no further than
 * they may go. Method: files without an end, of which reading them whole would never come back, and packed files
 * whose pieces are counted.
 */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { importLimits } from '../server/import/limits.ts'
import { packFiles, unpackFiles } from '../server/import/pack-files.ts'
import { readFiles } from '../server/import/read-files.ts'

const headings = 'show,show_name_ka,show_name_en\n'

/** A text without an end, and how much of it was taken. */
function endless(head: string, piece: (number: number) => string) {
  const taken = { bytes: 0 }
  async function* pieces() {
    yield head
    for (let number = 0; ; number += 1) {
      const text = piece(number)
      taken.bytes += text.length
      yield text
    }
  }
  return { taken, file: { name: 'endless', content: pieces() } }
}

test('a table without an end is read up to the most records, not to the most bytes', async () => {
  const { taken, file } = endless(headings, (number) => `s${number},შოუ,Show\n`.repeat(100))
  const read = await readFiles([file])
  expect(read.problems.map(({ problem }) => problem.code)).toEqual(['too-many-rows'])
  expect(taken.bytes).toBeLessThan(importLimits.bytesMax / 2)
})

test.each([
  ['a table', headings, `s1,"${'x'.repeat(100_000)}",Show\n`, 'file-too-large'],
  ['JSON', '{"shows": [', '{"key": "a"},'.repeat(10_000), 'file-too-large'],
  ['a row', headings, 'x'.repeat(100_000), 'file-broken'],
])('%s without an end is refused', async (_, head, piece, code) => {
  const { file } = endless(head, () => piece)
  const { problems } = await readFiles([file])
  expect(problems.map(({ problem }) => problem.code)).toEqual([code])
})

test('packed files come back piece by piece, whatever their reader leaves', async () => {
  const files = [
    { name: 'first.csv', content: headings + 's1,„შოუ“ 🎭,Show\n'.repeat(40_000) },
    { name: 'empty.csv', content: '' },
    { name: 'last.csv', content: 'ბოლო\n' },
  ]
  const packed = packFiles(files)
  const whole = []
  let longest = 0
  for await (const { name, content } of unpackFiles(packed)) {
    let text = ''
    for await (const piece of content) {
      longest = Math.max(longest, piece.length)
      text += piece
    }
    whole.push({ name, content: text })
  }
  expect(whole).toEqual(files)
  expect(longest).toBeLessThanOrEqual(64 * 1024)
  const names = []
  for await (const { name } of unpackFiles(packed)) names.push(name)
  expect(names).toEqual(files.map(({ name }) => name))
})

test('files that an older release packed are read too', async () => {
  const files = [{ name: 'old.csv', content: `${headings}s1,შოუ,Show\n` }]
  const read = await readFiles(unpackFiles(gzipSync(JSON.stringify(files))))
  expect(read.problems).toEqual([])
  expect(read.records).toMatchObject([
    { kind: 'show', fields: { show: 's1', show_name_en: 'Show' } },
  ])
})
