/**
 * Goal: alerts speak when they should. Method: the rules and dashboards ask only for what `/metrics` really has, each
 * alert has figures that fire it and such that do not (in Prometheus's own tester, where it is installed; the nightly
 * run fetches it), and an action in the runbook.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { alertCases, furtherCases } from './alert-cases.ts'
import {
  exportedMetrics,
  foreignMetrics,
  labelValues,
  targetLabels,
  type Exported,
} from './exported-metrics.ts'
import { askedBy } from './promql.ts'
import { failuresOfRules, findPromtool } from './promtool.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const rulesFile = path.join(root, 'deploy/prometheus/alerts.yml')

interface Rule {
  readonly alert?: string
  readonly record?: string
  readonly expr: string
}

const { groups } = parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const alerts = rules.flatMap(({ alert }) => alert ?? [])
const recorded = new Set(rules.map(({ record }) => record))

let exported: Exported
beforeAll(async () => {
  exported = await exportedMetrics()
})

/** What an expression asks for that nothing exports. */
function unknownIn(expression: string): string[] {
  const { selectors, grouped, faults } = askedBy(expression)
  const found: string[] = faults.map((fault) => `no PromQL: ${fault}`)
  const given = new Set(targetLabels)
  for (const { metric, matchers } of selectors) {
    const labels = exported.get(metric) ?? foreignMetrics[metric]
    if (labels === undefined && !recorded.has(metric)) found.push(`no metric ${metric}`)
    for (const label of labels ?? ['provider']) given.add(label)
    for (const { label, values } of matchers) {
      if (!given.has(label)) found.push(`${metric} has no label ${label}`)
      const isOurs = exported.has(metric)
      if (isOurs && label !== 'job') {
        const known = labelValues[label]
        found.push(...values.filter((value) => known && !known.includes(value)))
      }
    }
    // Without it the series of another shop, or of a test installation, would be counted as well.
    if (exported.has(metric) && !matchers.some(({ label }) => label === 'job'))
      found.push(`${metric} without job`)
  }
  found.push(...grouped.filter((label) => !given.has(label)).map((label) => `nothing has ${label}`))
  return found
}

test('rules ask for what is exported', () => {
  for (const { alert, record, expr } of rules)
    expect({ rule: alert ?? record, unknown: unknownIn(expr) }).toEqual({
      rule: alert ?? record,
      unknown: [],
    })
})

test('a misspelt metric, label or job would be found', () => {
  expect(unknownIn('jobs_oldest{job="bileti"}')).toEqual(['no metric jobs_oldest'])
  expect(unknownIn('jobs_waiting{job="bileti",sort="x"}')).toEqual([
    'jobs_waiting has no label sort',
  ])
  expect(unknownIn('jobs_waiting{job="bileti",kind="ticket-mail"}')).toEqual(['ticket-mail'])
  expect(unknownIn('sum by (shop) (jobs_waiting{job="bileti"})')).toEqual(['nothing has shop'])
  expect(unknownIn('sum(jobs_waiting')).toEqual(['no PromQL: ', 'jobs_waiting without job'])
})

test('each alert has cases, whose series are exported', () => {
  expect(Object.keys(alertCases).toSorted()).toEqual([...new Set(alerts)].toSorted())
  const cases = [
    ...Object.values(alertCases).flatMap(({ fires, quiet }) => [fires, quiet]),
    ...furtherCases.map(({ fires }) => fires),
  ]
  for (const { when, series } of cases)
    for (const name of Object.keys(series))
      expect({ when, unknown: unknownIn(name) }).toEqual({ when, unknown: [] })
})

const promtool = findPromtool()
test.skipIf(promtool === undefined)(
  'each alert fires when it should, and only then',
  () => {
    const checked = spawnSync(promtool ?? '', ['check', 'rules', rulesFile], { encoding: 'utf8' })
    expect({ said: checked.stderr, status: checked.status }).toMatchObject({ status: 0 })
    expect(failuresOfRules(promtool ?? '')).toBe('')
  },
  60_000,
)

test('each alert says in docs/OPERATIONS.md what to do', () => {
  const guide = readFileSync(path.join(root, 'docs/OPERATIONS.md'), 'utf8')
  const named = [...guide.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
  expect(alerts.filter((alert) => !named.includes(alert))).toEqual([])
})

interface Panel {
  readonly title: string
  readonly panels?: readonly Panel[]
  readonly targets?: readonly { readonly expr: string }[]
}

describe('dashboards', () => {
  const folder = path.join(root, 'deploy/grafana')
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))

  test.each(files)('%s asks for what is exported', (file) => {
    const { panels, uid } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as {
      panels: readonly Panel[]
      uid: string
    }
    expect(uid).toBe(`bileti-${path.basename(file, '.json')}`)
    const shown = panels.flatMap((panel) => [panel, ...(panel.panels ?? [])])
    const asked = shown.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({
        title,
        unknown: unknownIn(expr.replaceAll('$__rate_interval', '5m')),
      })),
    )
    expect(asked.length).toBeGreaterThan(5)
    expect(asked.filter(({ unknown }) => unknown.length > 0)).toEqual([])
  })

  test('are of sales, health and a sale that begins', () => {
    expect(files.toSorted()).toEqual(['health.json', 'on-sale.json', 'sales.json'])
  })
})

test('rules name sweeps that there are', () => {
  const source = ['start-sweeps.ts', 'cinema-sweeps.ts', 'outside-sweeps.ts', 'merchant-sweeps.ts']
    .map((file) => readFileSync(path.join(root, 'src/apps/worker', file), 'utf8'))
    .concat(readFileSync(path.join(root, 'src/flows/checkout/server/sweeps.ts'), 'utf8'))
    .join('\n')
  const names = rules
    .flatMap(({ expr }) => askedBy(expr).selectors)
    .flatMap(({ matchers }) => matchers)
    .filter(({ label }) => label === 'sweep')
    .flatMap(({ values }) => values)
  expect(names.length).toBeGreaterThan(3)
  expect(names.filter((name) => !source.includes(`name: '${name}'`))).toEqual([])
})
