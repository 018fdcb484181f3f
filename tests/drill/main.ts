/** `npm run drill -- NAME|outages|failover|all`: lets operators see outages and a failover on this machine, without risk. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { drillFailover } from './failover.ts'
import { outages } from './outages.ts'
import { drillOutages } from './run-outages.ts'

const packages = 'patroni python3-etcd etcd-server haproxy postgresql'
const versions = '/usr/lib/postgresql'
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Directory of the newest PostgreSQL on this machine that has all programs. */
function postgresPrograms(): string | undefined {
  if (!existsSync(versions)) return undefined
  return readdirSync(versions)
    .toSorted((left, right) => Number(right) - Number(left))
    .map((version) => path.join(versions, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'pg_rewind')))
}

/** Whether everything held; null with a line that says why it cannot be drilled here. */
async function failover(): Promise<boolean | null> {
  const missing = ['patroni', 'etcd', 'haproxy'].filter(
    (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  )
  const bin = postgresPrograms()
  if (process.getuid?.() !== 0) {
    say('failover: it starts processes of the user postgres: run it as root.')
    return null
  }
  if (missing.length > 0 || bin === undefined) {
    say(`failover: programs are missing: apt-get install --no-install-recommends ${packages}`)
    return null
  }
  const seed = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647)
  say(`SEED=${seed}`)
  const report = await drillFailover({ seed, bin, say })
  say(JSON.stringify(report, null, 2))
  return (
    report.broken.length === 0 &&
    report.probes.lost === 0 &&
    report.killedSeconds < 30 &&
    report.cutOffSeconds < 30 &&
    report.replicaLagMilliseconds < 2_000
  )
}

const names = outages.map(({ name }) => name)
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => ![...names, 'outages', 'failover', 'all'].includes(name))
if (wanted.length === 0 || unknown.length > 0) {
  process.stderr.write(`Drills: npm run drill -- all | outages | failover | ${names.join(' | ')}\n`)
  process.exit(2)
}
const isWanted = (...some: string[]): boolean => wanted.some((name) => some.includes(name))
const results: (boolean | null)[] = []
const single = isWanted('all', 'outages') ? [] : wanted.filter((name) => names.includes(name))
if (single.length > 0 || isWanted('all', 'outages')) {
  const lines = await drillOutages(single, say)
  for (const { name, missing } of lines)
    if (missing !== undefined) say(`${name}: cannot be had here: ${missing}`)
  results.push(
    ...lines.map(({ missing, wrong }) => (missing === undefined ? wrong.length === 0 : null)),
  )
}
if (isWanted('all', 'failover')) results.push(await failover())
const drilled = results.filter((result) => result !== null)
const left = results.length - drilled.length
say(
  drilled.every(Boolean) && drilled.length > 0
    ? `Everything held${left > 0 ? `; ${left} could not be drilled here` : ''}.`
    : 'Not everything held.',
)
process.exit(drilled.every(Boolean) && drilled.length > 0 ? 0 : 1)
