/** Goal: the conformance table names files that exist. Method: every path in it is looked for. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)

test('every file that the conformance table names exists', () => {
  const text = readFileSync(new URL('docs/conformance.md', root), 'utf8')
  const paths = [...text.matchAll(/`([\w/-]+(?:\.test)?\.ts)`/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(40)
  const missing = paths.filter(
    (path) => ![path, `src/${path}`].some((place) => existsSync(new URL(place, root))),
  )
  expect(missing).toEqual([])
})
