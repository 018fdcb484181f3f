/** Figures of a shop over the time of a drill, and whether an alert fires on them. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { askedBy } from '../deploy/promql.ts'

const rulesFile = fileURLToPath(new URL('../../deploy/prometheus/alerts.yml', import.meta.url))

interface Rule {
  readonly alert?: string
  readonly record?: string
  readonly expr: string
}

/** Seconds between two readings; rules are evaluated as often. */
export const readSeconds = 5

/** Series that a rule needs, through the rules that it builds upon. */
function metricsOf(alert: string): ReadonlySet<string> {
  const { groups } = parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: Rule[] }[] }
  const rules = groups.flatMap((group) => group.rules)
  const found = new Set<string>()
  const collect = (rule: Rule): void => {
    for (const { metric } of askedBy(rule.expr).selectors) {
      const recorded = rules.find(({ record }) => record === metric)
      if (recorded) collect(recorded)
      else found.add(metric)
    }
  }
  const wanted = rules.find((rule) => rule.alert === alert)
  if (!wanted) throw new Error(`There is no alert ${alert}`)
  collect(wanted)
  return found
}

export class WatchedFigures {
  /** By address of the server. */
  readonly #readings: (ReadonlyMap<string, number> | null)[] = []
  readonly #metrics: ReadonlySet<string>
  readonly #alert: string

  constructor(alert: string) {
    this.#alert = alert
    this.#metrics = metricsOf(alert)
  }

  /** @param texts what the servers' `/metrics` say, by instance; null for one that does not answer */
  add(texts: ReadonlyMap<string, string | null>): void {
    const reading = new Map<string, number>()
    for (const [instance, text] of texts) {
      if (this.#metrics.has('up')) reading.set(named('up', '', instance), text === null ? 0 : 1)
      for (const line of text?.split('\n') ?? []) {
        const [, metric = '', , labels = '', value] = /^(\w+)({(.*)})? (\S+)$/.exec(line) ?? []
        if (this.#metrics.has(metric)) reading.set(named(metric, labels, instance), Number(value))
      }
    }
    this.#readings.push(reading)
  }

  /** The newest value of a series of any server, the highest of several; NaN without one. */
  value(metric: string, labels = ''): number {
    const newest = [...(this.#readings.at(-1) ?? [])]
    const values = newest
      .filter(([name]) => name.startsWith(`${metric}{`) && name.includes(labels))
      .map(([, value]) => value)
    return values.length === 0 ? Number.NaN : Math.max(...values)
  }

  /** Whether the alert fires at the newest reading, in Prometheus's own evaluation. */
  fires(promtool: string): boolean {
    const names = new Set(this.#readings.flatMap((reading) => [...(reading?.keys() ?? [])]))
    const series = [...names].map((name) => ({
      series: name,
      values: this.#readings.map((reading) => reading?.get(name) ?? '_').join(' '),
    }))
    const test = {
      interval: `${readSeconds}s`,
      input_series: series,
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${this.#alert}",alertstate="firing"}) > bool 0`,
          eval_time: `${(this.#readings.length - 1) * readSeconds}s`,
          exp_samples: [{ labels: '{}', value: 1 }],
        },
      ],
    }
    const folder = mkdtempSync(path.join(tmpdir(), 'drill-rules-'))
    try {
      writeFileSync(path.join(folder, 'alerts.yml'), readFileSync(rulesFile))
      const evaluation = {
        rule_files: ['alerts.yml'],
        evaluation_interval: `${readSeconds}s`,
        tests: [test],
      }
      const file = path.join(folder, 'test.json')
      writeFileSync(file, JSON.stringify(evaluation))
      const ran = spawnSync(promtool, ['test', 'rules', file], { encoding: 'utf8' })
      if (ran.status !== 0 && !/FAILED/.test(ran.stdout + ran.stderr))
        throw new Error(`promtool: ${ran.stdout}${ran.stderr}`)
      return ran.status === 0
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}

function named(metric: string, labels: string, instance: string): string {
  return `${metric}{job="bileti",instance="${instance}"${labels === '' ? '' : `,${labels}`}}`
}
