import { writeFile } from 'node:fs/promises'
import { layoutJsonSchema } from '#seatmap/layout-schema.ts'

/** Writes `docs/layout.schema.json` from the format's own declaration. */
const file = new URL('../docs/layout.schema.json', import.meta.url)
await writeFile(file, `${JSON.stringify(layoutJsonSchema(), null, 2)}\n`)
