import { writeFile } from 'node:fs/promises'
import { readOptions, usage } from './options.ts'
import { createPicture } from './picture.ts'
import { rehearse } from './rehearse.ts'
import { reportOf, verdictsOf } from './report.ts'

/**
 * `npm run rehearse -- --event 145 --shoppers 20000`: simulates an on-sale in advance and writes a report. Exits
 * with 0 if all invariants hold, 1 if one is violated, 2 on invalid arguments.
 */
const options = readOptions(process.argv.slice(2))
if (!options) {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}
const picture = createPicture(process.stdout)
const rehearsal = await rehearse(options, {
  say: (line) => process.stdout.write(`${line}\n`),
  onSecond: (sale, opensIn) => picture.draw(sale, opensIn),
})
const verdicts = verdictsOf(rehearsal)
for (const { name, isMet, value } of verdicts)
  process.stdout.write(`${isMet ? '✓' : '✗'} ${name}: ${value}\n`)
if (options.out !== null) {
  await writeFile(options.out, reportOf(rehearsal, new Date()))
  process.stdout.write(`The report is in ${options.out}\n`)
  if (options.json) {
    const { record, ...rest } = rehearsal
    const totals = Object.fromEntries(record.totals)
    await writeFile(`${options.out}.json`, JSON.stringify({ ...rest, totals, verdicts }, null, 2))
  }
}
process.exit(verdicts.every(({ isMet }) => isMet) ? 0 : 1)
