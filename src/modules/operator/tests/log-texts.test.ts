/**
 * Goal: the operators' log names every action in words. Method: the actions in the sources of modules whose actions the
 * log names, compared with its texts and with those of the staff's log, which shares some of them.
 */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import staff from '#modules/staff/messages/en.json' with { type: 'json' }
import own from '../messages/log-en.json' with { type: 'json' }

test('every action of these modules has a text', () => {
  const named = new Set([...Object.keys(own), ...Object.keys(staff)])
  // `staff.` also begins columns of SQL.
  const prefixes = [...named]
    .flatMap((key) => /^action-([a-z-]+)\./.exec(key)?.[1] ?? [])
    .filter((prefix) => prefix !== 'staff')
  const literal = new RegExp(`'((?:${[...new Set(prefixes)].join('|')})\\.[a-z-]+)'`, 'g')
  const written = new Set<string>()
  for (const file of globSync('src/{modules,flows}/*/server/**/*.ts'))
    for (const [, action = ''] of readFileSync(file, 'utf8').matchAll(literal)) written.add(action)
  expect(written.size).toBeGreaterThan(40)
  expect([...written].filter((action) => !named.has(`action-${action}`))).toEqual([])
})
