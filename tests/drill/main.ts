/** `npm run drill -- failover`: lets operators see a failover on this machine, without risk. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { drillFailover } from './failover.ts'

const packages = 'patroni python3-etcd etcd-server haproxy postgresql'
const versions = '/usr/lib/postgresql'

/** Directory of the newest PostgreSQL on this machine that has all programs. */
function postgresPrograms(): string | undefined {
  if (!existsSync(versions)) return undefined
  return readdirSync(versions)
    .toSorted((left, right) => Number(right) - Number(left))
    .map((version) => path.join(versions, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'pg_rewind')))
}

function giveUp(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(2)
}

const [drill] = process.argv.slice(2)
if (drill !== 'failover') giveUp('Drills: npm run drill -- failover')
if (process.getuid?.() !== 0)
  giveUp('The drill starts processes of the user postgres: run it as root.')
const missing = ['patroni', 'etcd', 'haproxy'].filter(
  (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
)
const bin = postgresPrograms()
if (missing.length > 0 || bin === undefined)
  giveUp(`Programs are missing. On Debian: apt-get install --no-install-recommends ${packages}`)

const seed = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647)
const say = (line: string): void => void process.stdout.write(`${line}\n`)
say(`SEED=${seed}`)
const report = await drillFailover({ seed, bin, say })
say(JSON.stringify(report, null, 2))
const isMet =
  report.broken.length === 0 &&
  report.probes.lost === 0 &&
  report.killedSeconds < 30 &&
  report.cutOffSeconds < 30 &&
  report.replicaLagMilliseconds < 2_000
say(isMet ? 'Everything held.' : 'Not everything held.')
process.exit(isMet ? 0 : 1)
