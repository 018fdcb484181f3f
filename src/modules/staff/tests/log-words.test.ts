/**
 * Goal: every logged action and every kind of thing has a text in both languages. Method: compares those in the code with the messages.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import english from '../messages/en.json' with { type: 'json' }
import georgian from '../messages/ka.json' with { type: 'json' }

const root = fileURLToPath(new URL('../../../', import.meta.url))

function writtenFiles(): string[] {
  const files = ['modules', 'flows'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
      name.endsWith('.ts') && !name.includes('tests/') ? [`${root}${folder}/${name}`] : [],
    ),
  )
  return files.map((file) => readFileSync(file, 'utf8'))
}

function writtenKinds(): string[] {
  return writtenFiles().flatMap((code) =>
    [...code.matchAll(/logStaffChange\([^;]*?subject: `([a-z-]+) \$\{/g)].map(
      ([, kind = '']) => kind,
    ),
  )
}

function writtenActions(): string[] {
  return writtenFiles().flatMap((code) =>
    [...code.matchAll(/logStaffChange\([^;]*?action:([^,]*),/g)].flatMap(([, action = '']) =>
      [...action.matchAll(/'([a-z-]+(?:\.[a-z-]+)+)'/g)].map(([, name = '']) => name),
    ),
  )
}

test('every logged action has a text', () => {
  const actions = [...new Set(writtenActions())]
  expect(actions.length).toBeGreaterThan(30)
  for (const texts of [georgian, english])
    expect(actions.filter((action) => !(`action-${action}` in texts))).toEqual([])
})

test('every kind of thing that staff change has a text', () => {
  const kinds = [...new Set(writtenKinds())]
  expect(kinds.length).toBeGreaterThan(15)
  for (const texts of [georgian, english])
    expect(kinds.filter((kind) => !(`subject-${kind}` in texts))).toEqual([])
})
