import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { coverage, coverageTable, specifiedCalls } from './coverage.ts'
import { settingsTable } from './settings-table.ts'
import { createImplementations } from '#apps/server/implementations.ts'
import { createPorts } from '#apps/server/ports.ts'
import { defineCall } from '#contract/call.ts'
import { readConfig } from '#platform/config.ts'

// Goal: the coverage figure is correct. Method: the list of implemented calls against the specified table and the
// README, and invented calls that differ.
const answered = createImplementations(createPorts(readConfig({}))).map((item) => item.call)

describe('coverage of the specified calls', () => {
  it('contains 275 calls, each once', () => {
    const ids = specifiedCalls().map((call) => call.id)
    expect(ids).toHaveLength(275)
    expect(new Set(ids).size).toBe(275)
  })

  it('implements every call once exactly as specified, and otherwise only its own calls', () => {
    const result = coverage(answered)
    expect(result.differences).toEqual([])
    expect(result.strangers).toEqual([])
    expect(new Set(answered.map((call) => call.id)).size).toBe(answered.length)
    expect(new Set(answered.map((call) => `${call.method} ${call.path}`)).size).toBe(
      answered.length,
    )
  })

  it('matches the README', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    expect(readme).toContain(coverageTable(coverage(answered)))
  })

  it('documents every setting', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    expect(readme).toContain(settingsTable())
  })

  it('does not count a call that differs in letter case, credential or required parameters', () => {
    const real = {
      id: 'catalogue-events-today',
      area: 'catalogue',
      method: 'GET',
      summary: '',
      reply: z.object({}),
    } as const
    const good = defineCall({ ...real, path: '/v2/Events/Today', credential: 'api-key' })
    expect(coverage([good]).covered).toBe(1)
    expect(
      coverage([defineCall({ ...real, path: '/v2/events/Today', credential: 'api-key' })]).covered,
    ).toBe(0)
    expect(
      coverage([defineCall({ ...real, path: '/v2/Events/Today', credential: 'none' })]).covered,
    ).toBe(0)
    expect(coverage([{ ...good, required: ['body'] }]).differences).toHaveLength(1)
    expect(coverage([{ ...good, id: 'unheard-of' }]).strangers).toEqual(['unheard-of'])
  })
})
