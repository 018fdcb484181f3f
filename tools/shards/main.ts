/** `npm run shards`: lists the statements that would involve several machines, by file. */
import { fileURLToPath } from 'node:url'
import { findCrossings } from './crossings.ts'

const crossings = await findCrossings(fileURLToPath(new URL('../..', import.meta.url)))
for (const { file, line, tables, reason } of crossings)
  console.log(`${file}:${line}: ${tables.join(', ')} (${reason})`)
console.log(
  `${crossings.length} statements in ${new Set(crossings.map(({ file }) => file)).size} files`,
)
