import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Goal: `docs/conformance.md` names evidence that is there. Method: every path in it is looked for. */
const root = new URL('../../', import.meta.url)

test('every file and folder that is named as evidence exists', () => {
  const text = readFileSync(new URL('docs/conformance.md', root), 'utf8')
  const named = [...text.matchAll(/`([\w.-]+\/[\w./-]+)`/g)].map((match) => match[1] ?? '')
  expect(named.length).toBeGreaterThan(50)
  const missing = named.filter(
    (name) => !existsSync(new URL(name, root)) && !existsSync(new URL(`src/${name}`, root)),
  )
  expect(missing).toEqual([])
})
