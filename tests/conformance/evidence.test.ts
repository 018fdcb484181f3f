import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Goal: `docs/conformance.md` has a row for every line of the specification, and names evidence that is there. Method: its
 * rows against the names of the specification's tables; every path in it is looked for.
 */
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

/** Names of the specification's rules, enumerations and routes. */
const lines = JSON.parse(
  readFileSync(new URL('tools/coverage/specified-lines.json', root), 'utf8'),
) as Readonly<Record<'rules' | 'enums' | 'routes', readonly string[]>>

test('every rule and every enumeration has one row, in the order of the specification', () => {
  const text = readFileSync(new URL('docs/conformance.md', root), 'utf8')
  const [, rules = '', enumerations = ''] = text.split(/^## .*$/m)
  const rowsOf = (section: string) =>
    [...section.matchAll(/^\| ([a-z0-9-]+) \| (\w+) \| (.+) \|$/gm)].map((row) => row.slice(1))
  for (const [section, ids] of [
    [rules, lines.rules],
    [enumerations, lines.enums],
  ] as const) {
    const rows = rowsOf(section)
    expect(rows.map(([id]) => id)).toEqual(ids)
    for (const [id, state, evidence = ''] of rows) {
      expect(['done', 'partly', 'free'], id).toContain(state)
      expect(evidence, id).toContain('`')
    }
  }
})

test('every route is asked for by the journeys, or told of', () => {
  const read = (name: string) => readFileSync(new URL(name, root), 'utf8')
  const asked = (JSON.parse(read('tools/coverage/specified-routes.json')) as { id: string }[]).map(
    ({ id }) => id,
  )
  const [, , , routes = ''] = read('docs/conformance.md').split(/^## .*$/m)
  const told = new Set(routes.match(/[a-z0-9]+(?:-[a-z0-9]+)*/g))
  expect(lines.routes.filter((id) => !asked.includes(id) && !told.has(id))).toEqual([])
  expect(asked.filter((id) => !lines.routes.includes(id))).toEqual([])
})
