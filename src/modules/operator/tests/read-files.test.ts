/**
 * Goal: an import holds only its records in memory: files are decompressed and read in chunks, up to the limits.
 * Method: endless files, which could not be read completely, and packed files whose chunks are counted.
 */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { importLimits } from '../server/import/limits.ts'
import { packFiles, unpackFiles } from '../server/import/pack-files.ts'
import { readFiles } from '../server/import/read-files.ts'

const headings = 'show,show_name_ka,show_name_en\n'

/** An endless text, which counts the chunks that were read. */
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

test('an endless table is read up to the limit of records, not of bytes', async () => {
  const { taken, file } = endless(headings, (number) => `s${number},შოუ,Show\n`.repeat(100))
  const read = await readFiles([file])
  expect(read.problems.map(({ problem }) => problem.code)).toEqual(['too-many-rows'])
  expect(taken.bytes).toBeLessThan(importLimits.bytesMax / 2)
})

test.each([
  ['a table', headings, `s1,"${'x'.repeat(100_000)}",Show\n`, 'file-too-large'],
  ['JSON', '{"shows": [', '{"key": "a"},'.repeat(10_000), 'file-too-large'],
  ['a row', headings, 'x'.repeat(100_000), 'file-broken'],
])('refuses an endless %s', async (_, head, piece, code) => {
  const { file } = endless(head, () => piece)
  const { problems } = await readFiles([file])
  expect(problems.map(({ problem }) => problem.code)).toEqual([code])
})

test('packed files are unpacked in chunks, also when a consumer stops early', async () => {
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

test('reads files packed by the previous release', async () => {
  const files = [{ name: 'old.csv', content: `${headings}s1,შოუ,Show\n` }]
  const read = await readFiles(unpackFiles(gzipSync(JSON.stringify(files))))
  expect(read.problems).toEqual([])
  expect(read.records).toMatchObject([
    { kind: 'show', fields: { show: 's1', show_name_en: 'Show' } },
  ])
})

const jsonFile = (value: unknown) => ({ name: 'events.json', content: JSON.stringify(value) })

test.each([
  ['parts', 'subEvent'],
  ['dates of a schedule', 'eventSchedule'],
])(
  'an event whose %s multiply its offers is read up to the limit of records',
  async (_name, list) => {
    const many = Array.from({ length: 700 }, (_, index) => ({ price: index }))
    const event = { '@type': 'Event', name: 'Show', offers: many, [list]: many }
    const read = await readFiles([jsonFile(event)])
    expect(read.problems.map(({ problem }) => problem.code)).toEqual(['too-many-rows'])
    expect(read.records).toHaveLength(importLimits.recordsMax + 1)
  },
)

test('an event whose dates would each read a long list again is refused', async () => {
  const event = {
    '@type': 'Event',
    name: 'Show',
    offers: Array.from({ length: 150_000 }, () => 1),
    subEvent: Array.from({ length: 1_000 }, () => ({ name: 'Date' })),
  }
  const { records } = await readFiles([jsonFile(event)])
  expect(records.map(({ problems }) => problems?.[0]?.code)).toEqual(['too-many-rows'])
})

test('names that every object has are no statuses and no types', async () => {
  const event = { '@type': ['Event', 'constructor'], name: 'Show', eventStatus: 'toString' }
  const { records } = await readFiles([jsonFile(event)])
  const [show, date] = records.map(({ fields }) => fields)
  expect(show).toEqual({ show: 'Show', show_name_en: 'Show' })
  expect(date).toMatchObject({ event_status: 'toString' })
})
