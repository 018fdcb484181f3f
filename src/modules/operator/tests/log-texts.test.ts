/**
 * Goal: the operators' log names every action in words. Method: the actions that the sources of the platform's own
 * modules write, compared with the texts.
 */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import english from '../messages/log-en.json' with { type: 'json' }

/** Modules whose actions operators alone take. */
const prefixes = 'multipass|operator|presentation|promotions|queue|rulebook|settlements|payments'

test('every action that operators take has a text', () => {
  const written = new Set<string>()
  const literal = new RegExp(`'((?:${prefixes})\\.[a-z-]+)'`, 'g')
  for (const file of globSync('src/{modules,flows}/*/server/**/*.ts'))
    for (const [, action = ''] of readFileSync(file, 'utf8').matchAll(literal)) written.add(action)
  expect(written.size).toBeGreaterThan(20)
  const unnamed = [...written].filter((action) => !(`action-${action}` in english))
  expect(unnamed).toEqual([])
})
