import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { layoutJsonSchema } from '../layout-schema.ts'

/** Goal: the schema that is handed out is the one that is checked. Method: made again and compared with the file. */
test('docs/layout.schema.json is the format: `node tools/layout-schema.ts` writes it', async () => {
  const file = new URL('../../../docs/layout.schema.json', import.meta.url)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(layoutJsonSchema())
})
