import { writeFile } from 'node:fs/promises'
import { layoutJsonSchema } from '#seatmap/layout-schema.ts'

/** Generates `docs/layout.schema.json` from the declaration of the layout format. */
const file = new URL('../docs/layout.schema.json', import.meta.url)
await writeFile(file, `${JSON.stringify(layoutJsonSchema(), null, 2)}\n`)
