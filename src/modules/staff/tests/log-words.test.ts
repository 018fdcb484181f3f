/**
 * Goal: every logged action has a text in both languages. Method: compares the actions in the code with the messages.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import english from '../messages/en.json' with { type: 'json' }
import georgian from '../messages/ka.json' with { type: 'json' }

const root = fileURLToPath(new URL('../../../', import.meta.url))

function writtenActions(): string[] {
  const files = ['modules', 'flows'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
      name.endsWith('.ts') && !name.includes('tests/') ? [`${root}${folder}/${name}`] : [],
    ),
  )
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/logStaffChange\([^;]*?action:([^,]*),/g)].flatMap(
      ([, action = '']) =>
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
