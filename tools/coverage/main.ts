import { readFile, writeFile } from 'node:fs/promises'
import { coverage, coverageTable } from './coverage.ts'
import { settingsTable } from './settings-table.ts'
import { createImplementations } from '#apps/server/implementations.ts'
import { createPorts } from '#apps/server/ports.ts'
import { readConfig } from '#platform/config.ts'

/** `npm run coverage` prints missing calls by area; `-- --write` also updates the tables in the README. */
const answered = createImplementations(createPorts(readConfig({}))).map((item) => item.call)
const result = coverage(answered)
for (const row of result.areas) {
  if (row.missing.length > 0)
    console.log(`${row.area} (${row.covered.length}/${row.total}) lacks ${row.missing.join(', ')}`)
}
for (const line of result.differences) console.log(`differs: ${line}`)
for (const id of result.strangers) console.log(`not specified and not own: ${id}`)
console.log(`${result.covered} of ${result.total} calls`)

if (process.argv.includes('--write')) {
  const file = new URL('../../README.md', import.meta.url)
  const text = await readFile(file, 'utf8')
  const renewed = replaceBetween(
    replaceBetween(text, 'coverage', coverageTable(result)),
    'settings',
    settingsTable(),
  )
  await writeFile(file, renewed)
}

function replaceBetween(document: string, mark: string, content: string): string {
  const pattern = new RegExp(`(<!-- ${mark} -->\\n)[\\s\\S]*?(\\n<!-- /${mark} -->)`)
  return document.replace(
    pattern,
    (_, before: string, after: string) => `${before}${content}${after}`,
  )
}
