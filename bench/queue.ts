import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { BenchFigure } from './figures.ts'
import { withProcessor } from './processor.ts'
import type { QueueLoadReport } from './queue-load.ts'
import type { BenchShop } from './shop.ts'

const waitingCount = Number(process.env['WAITING'] ?? 20_000)
const measureSeconds = 60
const ratePerMinute = 600
/** A process can have as many connections as open files, which is 20,000 on many machines. */
const processCount = 2

/**
 * Many visitors before a sale: the age of each one's information about its place, and whether the admission rate is
 * met meanwhile. Two server processes and two load generators share the machine.
 */
export async function benchQueue(shop: BenchShop): Promise<BenchFigure[]> {
  const unlimited = '1000000'
  const settings = {
    WORKERS: String(processCount),
    LIVE_CONNECTIONS_MAX: unlimited,
    LIVE_CONNECTIONS_PER_ADDRESS_MAX: unlimited,
  }
  const client = new pg.Client({ connectionString: shop.databaseUrl })
  await client.connect()
  try {
    return await shop.withServer(settings, (origin, pid) => measure(client, origin, pid))
  } finally {
    await client.end()
  }
}

async function measure(client: pg.Client, origin: string, pid: number): Promise<BenchFigure[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into waiting_room (source, group_id, admitted_max, admitted_minutes, idle_seconds,
      rate_per_minute, is_paused, updated_at)
    select 'event', min(id), 1000000, 15, 120, ${ratePerMinute}, true, now() from show
    returning group_id as id`,
  )
  await pause(1_500)
  const began = performance.now()
  const crowds = await Promise.all(
    Array.from({ length: processCount }, () =>
      startCrowd(origin, rows[0]?.id ?? 0, waitingCount / processCount),
    ),
  )
  const openingSeconds = (performance.now() - began) / 1_000
  const megabytes = residentOf(pid) / 1_024
  // All have received a first message before the measurement.
  await pause(5_000)
  await client.query('update waiting_room set is_paused = false')
  await pause(3_000)
  for (const { child } of crowds) child.send('measure')
  const { value, processor } = await withProcessor({ shop: pid }, async () => {
    const before = await admittedSince(client)
    await pause(measureSeconds * 1_000)
    return { before, after: await admittedSince(client) }
  })
  const reports = await Promise.all(crowds.map(({ child }) => reportOf(child)))
  const admitted = value.after.count - value.before.count
  const minutes = (value.after.at - value.before.at) / 60_000
  const perMinute = admitted / minutes
  const oldest = Math.max(...reports.map(({ ages }) => ages.oldest))
  const lost = reports.reduce((sum, report) => sum + report.lost, 0)
  const waiting = crowds.reduce((sum, crowd) => sum + crowd.waiting, 0)
  const most = (pick: (report: QueueLoadReport) => number) => Math.max(...reports.map(pick))
  return [
    {
      name: `${waiting} wait with open connections: oldest position that anybody knows`,
      value: oldest,
      unit: 'ms',
      target: 'at most 5,000',
      met: oldest <= 5_000 && lost === 0 && waiting === waitingCount,
      note: `p50 ${most(({ ages }) => ages.p50)} ms, p99 ${most(({ ages }) => ages.p99)} ms; on the way p50 ${most(({ delay }) => delay.p50)} ms, p99 ${most(({ delay }) => delay.p99)} ms; ${lost} connections lost; joined and opened in ${openingSeconds.toFixed(1)} s; ${megabytes.toFixed(0)} MB in ${processCount} processes, ${((processor['shop'] ?? 0) / measureSeconds / 10).toFixed(0)} % of a core`,
    },
    {
      name: 'admitted a minute meanwhile',
      value: perMinute,
      unit: 'people',
      baseline: { name: 'the dial', value: ratePerMinute },
      ratio: perMinute / ratePerMinute,
      target: 'within 5 % of the dial',
      met: Math.abs(perMinute / ratePerMinute - 1) <= 0.05,
    },
  ]
}

/** Number of admissions so far, and the database's time. */
async function admittedSince(client: pg.Client): Promise<{ count: number; at: number }> {
  const { rows } = await client.query<{ count: number; at: Date }>(
    `select count(*)::int as count, clock_timestamp() as at from waiting_room_token
    where admitted_at is not null`,
  )
  return { count: rows[0]?.count ?? 0, at: rows[0]?.at.getTime() ?? 0 }
}

interface Crowd {
  readonly child: ChildProcess
  readonly waiting: number
}

async function startCrowd(origin: string, showId: number, count: number): Promise<Crowd> {
  const file = fileURLToPath(new URL('./queue-load.ts', import.meta.url))
  const child = fork(file, [origin, String(showId), String(count)])
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('A crowd ended early'))),
  ])
  return { child, waiting: (message as { waiting: number }).waiting }
}

async function reportOf(child: ChildProcess): Promise<QueueLoadReport> {
  const said = once(child, 'message')
  child.send('stop')
  return (await said)[0] as QueueLoadReport
}

/** Memory in kilobytes of a process and its descendants; 0 if unknown. */
function residentOf(root: number): number {
  if (process.platform !== 'linux') return 0
  let kilobytes = 0
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8')
      const number = (label: string) =>
        Number(new RegExp(`^${label}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
      if (Number(name) === root || number('PPid') === root) kilobytes += number('VmRSS')
    } catch {
      // It has just ended.
    }
  return kilobytes
}
