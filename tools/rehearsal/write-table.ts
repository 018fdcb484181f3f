import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { documentOf } from './series-table.ts'
import { readSeries } from './series.ts'

/**
 * `npm run rehearse:table -- [results.jsonl…] [--out docs/rehearsal/series.md] [--note "…"]`: writes the table of
 * recorded series. Without files it reads `.data/rehearsals.jsonl`. Exits with 1 if a file is no series, and then
 * writes nothing.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'docs/rehearsal/series.md' },
    note: { type: 'string' },
  },
})
const files = positionals.length > 0 ? positionals : ['.data/rehearsals.jsonl']
const series = files.flatMap((file) => {
  const found = readSeries(file)
  if (found && found.results.length > 0) return [found]
  process.stderr.write(`${file} has no results of a series of rehearsals\n`)
  process.exitCode = 1
  return []
})
if (series.length === files.length) {
  writeFileSync(values.out, documentOf(series, values.note ?? null))
  process.stdout.write(`The table is in ${values.out}\n`)
}
