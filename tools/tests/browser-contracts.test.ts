import { expect, test } from 'vitest'
import { emptyZodCode } from '../browser-contracts.ts'

interface Schema {
  (...values: unknown[]): Schema
  readonly [name: string]: Schema
}

test('allows declaring a schema in the browser, and throws when it is used', async () => {
  const { z } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(emptyZodCode)}`
  )) as { z: Schema }
  const schema = z.object!({ name: z.string!().min!(1), kind: z.enum!(['a', 'b']).optional!() })
  for (const check of [
    'parse',
    'safeParse',
    'parseAsync',
    'safeParseAsync',
    'spa',
    'decode',
    'safeDecode',
    'encode',
  ])
    expect(() => schema[check]!({ name: '' }), check).toThrow('left out of the browser')
})
