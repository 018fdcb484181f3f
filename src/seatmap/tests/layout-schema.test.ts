import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { layoutJsonSchema } from '../layout-schema.ts'

/** Goal: the published schema is the one used for validation. Method: generate it and compare with the file. */
test('docs/layout.schema.json is current: `node tools/layout-schema.ts` writes it', async () => {
  const file = new URL('../../../docs/layout.schema.json', import.meta.url)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(layoutJsonSchema())
})
