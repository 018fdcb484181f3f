/** Prometheus's own tester of rules, in Debian's package `prometheus`. */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AlertCase } from './alert-case.ts'
import { alertCases, furtherCases } from './alert-cases.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const unpacked = path.join(root, '.cache', 'prometheus')
const rules = path.join(root, 'deploy/prometheus/alerts.yml')

/** The program of this machine, the one that an earlier run unpacked, or the one in PROMTOOL. */
export function findPromtool(): string | undefined {
  const candidates = [process.env['PROMTOOL'], 'promtool', path.join(unpacked, 'usr/bin/promtool')]
  return candidates.find(
    (program) => program !== undefined && spawnSync(program, ['--version']).status === 0,
  )
}

/** Unpacks the package without installing it: Prometheus itself would be started as a service. */
export function fetchPromtool(): string | undefined {
  const found = findPromtool()
  if (found !== undefined) return found
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  mkdirSync(unpacked, { recursive: true })
  const run = (command: string, ...parameters: string[]): boolean =>
    spawnSync(command, parameters, { cwd: unpacked, stdio: ['ignore', 2, 2] }).status === 0
  if (!run('apt-get', '-q', 'update') || !run('apt-get', '-q', 'download', 'prometheus'))
    return undefined
  const file = readdirSync(unpacked).find((name) => name.endsWith('.deb'))
  return file !== undefined && run('dpkg', '-x', file, '.') ? findPromtool() : undefined
}

/** One test of promtool for each case: whether its alert fires. */
function testOf(alert: string, { when, series, at }: AlertCase, fires: boolean): object {
  return {
    name: `${alert}: ${when}`,
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0`,
        eval_time: `${at}m`,
        exp_samples: fires ? [{ labels: '{}', value: 1 }] : [],
      },
    ],
  }
}

/** Runs all cases; empty when all of them are as they should be. */
export function failuresOfRules(promtool: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'rules-'))
  try {
    const tests = [
      ...Object.entries(alertCases).flatMap(([alert, { fires, quiet }]) => [
        testOf(alert, fires, true),
        testOf(alert, quiet, false),
      ]),
      ...furtherCases.map(({ alert, fires }) => testOf(alert, fires, true)),
    ]
    const file = path.join(folder, 'tests.json')
    writeFileSync(path.join(folder, 'alerts.yml'), readFileSync(rules))
    // JSON is YAML.
    const evaluation = { rule_files: ['alerts.yml'], evaluation_interval: '1m', tests }
    writeFileSync(file, JSON.stringify(evaluation, null, 1))
    const ran = spawnSync(promtool, ['test', 'rules', file], { encoding: 'utf8' })
    return ran.status === 0 ? '' : `${ran.stdout}${ran.stderr}`
  } finally {
    rmSync(folder, { recursive: true })
  }
}
