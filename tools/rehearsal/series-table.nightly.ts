/**
 * Goal: the published table of a series says what its results say, and a file without results does not replace it.
 * Method: the command is run on a written series and on files that are none.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSeries, type SeriesResult } from './series.ts'

const command = 'tools/rehearsal/write-table.ts'
const held: Omit<SeriesResult, 'seed'> = {
  failures: 20,
  slowest: 2.04,
  bought: 31,
  soldTwice: 0,
  salesLost: 0,
  keptWithout: 0,
  books: 0,
  seconds: 90,
  broken: [],
}

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'bileti-series-table-'))
  onTestFinished(() => rm(made, { recursive: true }))
  return made
}

test('has a row for each seed in order, the totals, and the violations in words', async () => {
  const made = await folder()
  const file = path.join(made, 'results.jsonl')
  const out = path.join(made, 'series.md')
  const series = openSeries(file, { first: 7, seeds: 3, kills: 20 })
  series.add({
    ...held,
    seed: 8,
    slowest: 11.5,
    soldTwice: 1,
    books: 2,
    broken: ['two tickets for place 1/2', 'bank and shop differ', 'ledger', 'back after 11.5 s'],
  })
  series.add({ ...held, seed: 7 })
  const note = 'Commit abc, two cores.'
  execFileSync(process.execPath, [command, file, '--out', out, '--note', note])
  const lines = (await readFile(out, 'utf8')).split('\n')
  expect(lines.filter((line) => line.startsWith('|'))).toEqual([
    '| Seed | Kills | Acknowledged sales | Sold twice | Lost | Captured without ticket or refund | Books | Other violations | Slowest return |',
    '| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    '| 7 | 20 | 31 | 0 | 0 | 0 | equal | 0 | 2.0 s |',
    '| 8 | 20 | 31 | 1 | 0 | 0 | 2 differences | 1 | 11.5 s |',
    '| **all** | **40** | **62** | **1** | **0** | **0** | **2 differences** | **1** | **11.5 s** |',
  ])
  expect(lines).toContain('## Seeds 7 to 9, 20 kills each')
  expect(lines).toContain('2 of 3 seeds were run, in 3 minutes; 1 without a violation.')
  expect(lines).toContain(note)
  expect(lines).toContain(
    '- 8: two tickets for place 1/2; bank and shop differ; ledger; back after 11.5 s',
  )
})

test('leaves the table as it was if a file has no results', async () => {
  const made = await folder()
  const out = path.join(made, 'series.md')
  const empty = path.join(made, 'empty.jsonl')
  await writeFile(out, 'the table of before')
  openSeries(empty, { first: 1, seeds: 2, kills: 20 })
  for (const file of [empty, path.join(made, 'missing.jsonl')]) {
    const { status, stderr } = spawnSync(process.execPath, [command, file, '--out', out])
    expect(status).toBe(1)
    expect(String(stderr)).toContain(file)
  }
  expect(await readFile(out, 'utf8')).toBe('the table of before')
})
