import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Record } from './record.ts'
import type { RehearsalEnvironment } from './environment.ts'

/** What may be killed or disconnected. */
const victims = [
  'server',
  'server',
  'worker',
  'bank',
  'database',
  'database connection',
  'link to the database',
  'link to the bank',
] as const
export type Victim = (typeof victims)[number]

/** Duration of a disconnected link. */
const cutMilliseconds = { least: 500, more: 2_000 }
const backSecondsMax = 60
/** Availability of the whole shop is measured for this long after a failure. */
const outageSeconds = 20

export interface PlannedFailure {
  readonly at: number
  readonly victim: Victim
  readonly draw: number
}

/** Plans which processes are killed when: each kind once before any is killed twice. */
export function planFailures(options: {
  readonly kills: number
  readonly from: number
  readonly until: number
  readonly random: () => number
}): PlannedFailure[] {
  const { kills, from, until, random } = options
  let left: Victim[] = []
  const planned = Array.from({ length: kills }, (_, number) => {
    if (left.length === 0) left = [...victims]
    const [victim = 'server'] = left.splice(Math.floor(random() * left.length), 1)
    const share = (number + 0.2 + random() * 0.6) / kills
    return { at: from + (until - from) * share, victim, draw: random() }
  })
  return planned
}

/** Kills and disconnects as planned, one after the other, until stopped. */
export async function injectFailures(
  plan: readonly PlannedFailure[],
  environment: RehearsalEnvironment,
  { record, signal }: { readonly record: Record; readonly signal: AbortSignal },
): Promise<void> {
  for (const { at, victim, draw } of plan) {
    await pause(Math.max(0, (at - record.seconds) * 1_000), undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    const began = record.seconds
    await injectFailure(environment, victim, draw)
    const backAfter = record.seconds - began
    record.failures.push({ victim, at: began, backAfter, outage: 0 })
  }
}

/** The outage after each failure; calculated after the rehearsal. */
export function withOutages(record: Record): Record['failures'] {
  return record.failures.map((failure) => ({
    ...failure,
    outage: record.outageAfter(failure.at, outageSeconds),
  }))
}

/** Resolves when the killed process runs again. */
async function injectFailure(
  environment: RehearsalEnvironment,
  victim: Victim,
  draw: number,
): Promise<void> {
  const { servers, worker, bank, links } = environment
  const random = () => draw
  if (victim === 'server') {
    const server = servers[Math.floor(draw * servers.length)]
    await server?.kill()
    await server?.start()
  } else if (victim === 'worker') {
    await worker.kill()
    await worker.start()
  } else if (victim === 'bank') {
    await bank.kill()
    await bank.start()
  } else if (victim === 'link to the bank' || victim === 'link to the database') {
    const link = victim === 'link to the bank' ? links.bank : links.database
    link.cut()
    await pause(cutMilliseconds.least + draw * cutMilliseconds.more)
    link.mend()
  } else {
    if (victim === 'database' && environment.killDatabase) await environment.killDatabase()
    else await environment.killConnection(random)
    await answering(environment.databaseUrl)
  }
}

async function answering(databaseUrl: string): Promise<void> {
  const until = performance.now() + backSecondsMax * 1_000
  while (performance.now() < until) {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 1_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch {
      await pause(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new Error('The database did not come back')
}
