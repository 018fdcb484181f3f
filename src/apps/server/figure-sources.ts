/** The sources of figures that are collected in the background; docs/OPERATIONS.md lists what they mean. */
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DeclaredFigure, FigureSource, Reading } from './background-figures.ts'
import { readOrderFigures } from '#modules/orders/server/public-api.ts'
import {
  paymentOutcomes,
  providerLabel,
  type PaymentProvider,
} from '#modules/payments/server/public-api.ts'
import { readQueueFigures } from '#modules/queue/server/public-api.ts'
import { readFeedAges } from '#modules/timetable/server/public-api.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/database.ts'
import { ClockIsWrong, type DatabaseClock } from '#platform/database/database-clock.ts'
import { readServerFigures } from '#platform/database/server-figures.ts'
import { readOutcomes, readSweeps, type OutcomeCount } from '#platform/figures/outcome-counts.ts'
import { readJobFigures } from '#platform/jobs/figures.ts'
import { withinTime } from '#platform/time-limit.ts'
import { checkMillisecondsMax } from './health.ts'

const gauge = (name: string, help: string, ...labelNames: string[]): DeclaredFigure => ({
  name,
  help,
  type: 'gauge',
  labelNames,
})
const counter = (name: string, help: string, ...labelNames: string[]): DeclaredFigure => ({
  name,
  help,
  type: 'counter',
  labelNames,
})
const one = (value: number): Reading[] => [{ labels: {}, value }]

/** How the database answers. It is asked more often than for figures, and given up sooner. */
export function answerSource(
  check: () => Promise<unknown>,
  clock: Pick<DatabaseClock, 'aheadSeconds'>,
): FigureSource {
  return {
    name: 'answer',
    everySeconds: 5,
    figures: [
      gauge('database_up', 'Whether the database answers: 1 or 0'),
      gauge('clock_difference_seconds', 'What this machine’s clock is ahead of the database’s'),
    ],
    async read() {
      const isUp = await withinTime(check(), checkMillisecondsMax).then(
        () => true,
        (error: unknown) => error instanceof ClockIsWrong,
      )
      return {
        database_up: one(isUp ? 1 : 0),
        clock_difference_seconds: one(clock.aheadSeconds),
      }
    },
  }
}

/** What the tables say. */
export function databaseSource(
  db: Database,
  providers: readonly Pick<PaymentProvider, 'number'>[],
): FigureSource {
  return {
    name: 'database',
    everySeconds: 10,
    figures: [
      gauge('jobs_waiting', 'Jobs that wait, by kind and why', 'kind', 'state'),
      gauge('jobs_oldest_seconds', 'How long the first of them has been due', 'kind', 'state'),
      counter('job_attempts_total', 'Attempts of jobs by kind and outcome', 'kind', 'outcome'),
      counter('messages_total', 'Messages to people and systems', 'channel', 'outcome'),
      counter('payments_total', 'Payments by provider and how they went', 'provider', 'outcome'),
      counter('sweep_runs_total', 'Runs of periodic work by outcome', 'sweep', 'outcome'),
      gauge('sweep_age_seconds', 'Time since this periodic work last succeeded', 'sweep'),
      gauge('sweep_duration_seconds', 'How long it took then', 'sweep'),
      gauge('orders_recent', 'Orders begun in the last ten minutes, by their state now', 'state'),
      gauge('orders_paid_recent', 'Orders paid in the last five minutes', 'currency'),
      gauge('sales_recent_minor', 'What was paid for them, in minor units', 'currency'),
      gauge('queue_people', 'People in the queues before sales', 'place'),
      gauge('feed_age_seconds', 'Time since a carrier’s realtime source last answered', 'feed'),
      gauge('database_connections', 'Connections of the database’s server'),
      gauge('database_connections_max', 'How many it allows'),
      counter('database_archive_failures_total', 'Segments of WAL that were not archived at first'),
      gauge('database_archive_age_seconds', 'Time since a segment of WAL was last archived'),
    ],
    async read() {
      // One after the other: figures take one connection of the pool, and no more.
      const outcomes = await readOutcomes(db)
      return {
        ...jobReadings(await readJobFigures(db)),
        job_attempts_total: countsOf(outcomes, 'job', 'kind'),
        messages_total: withZeros(countsOf(outcomes, 'message', 'channel'), messageZeros),
        payments_total: withZeros(
          countsOf(outcomes, 'payment', 'provider'),
          paymentZeros(providers),
        ),
        sweep_runs_total: countsOf(outcomes, 'sweep', 'sweep'),
        ...sweepReadings(await readSweeps(db)),
        ...orderReadings(await readOrderFigures(db)),
        ...queueReadings(await readQueueFigures(db)),
        feed_age_seconds: (await readFeedAges(db)).map(({ feed, seconds }) => ({
          labels: { feed },
          value: seconds,
        })),
        ...serverReadings(await readServerFigures(db)),
      }
    },
  }
}

type Readings = Readonly<Record<string, readonly Reading[]>>

function jobReadings(jobs: Awaited<ReturnType<typeof readJobFigures>>): Readings {
  return {
    jobs_waiting: jobs.map(({ kind, state, waiting }) => ({
      labels: { kind, state },
      value: waiting,
    })),
    jobs_oldest_seconds: jobs.map(({ kind, state, oldestSeconds }) => ({
      labels: { kind, state },
      value: oldestSeconds,
    })),
  }
}

function countsOf(
  outcomes: readonly OutcomeCount[],
  subject: OutcomeCount['subject'],
  label: string,
): Reading[] {
  return outcomes
    .filter((each) => each.subject === subject)
    .map(({ kind, outcome, total }) => ({ labels: { [label]: kind, outcome }, value: total }))
}

/** A counter that appears with its first event hides that event from `increase`, so known ones begin with zero. */
function withZeros(readings: readonly Reading[], zeros: readonly Reading[]): readonly Reading[] {
  const keyOf = ({ labels }: Reading): string => JSON.stringify(Object.entries(labels).toSorted())
  const found = new Set(readings.map(keyOf))
  return [...readings, ...zeros.filter((zero) => !found.has(keyOf(zero)))]
}

const messageZeros: readonly Reading[] = ['email', 'sms', 'push', 'webhook'].flatMap((channel) =>
  ['sent', 'away', 'delayed', 'refused'].map((outcome) => ({
    labels: { channel, outcome },
    value: 0,
  })),
)

function paymentZeros(providers: readonly Pick<PaymentProvider, 'number'>[]): Reading[] {
  const names = new Set(providers.map(({ number }) => providerLabel(number)))
  return [...names].flatMap((provider) =>
    paymentOutcomes.map((outcome) => ({ labels: { provider, outcome }, value: 0 })),
  )
}

function sweepReadings(sweeps: Awaited<ReturnType<typeof readSweeps>>): Readings {
  return {
    sweep_age_seconds: sweeps.map(({ name, ageSeconds }) => ({
      labels: { sweep: name },
      value: ageSeconds,
    })),
    sweep_duration_seconds: sweeps.map(({ name, seconds }) => ({
      labels: { sweep: name },
      value: seconds,
    })),
  }
}

function orderReadings({ byState, paid }: Awaited<ReturnType<typeof readOrderFigures>>): Readings {
  // The shop's own currency is always shown, also while nothing is sold.
  const all = paid.some(({ currency }) => currency === 'GEL')
    ? paid
    : [...paid, { currency: 'GEL', count: 0, totalMinor: 0 }]
  return {
    orders_recent: byState.map(({ state, count }) => ({ labels: { state }, value: count })),
    orders_paid_recent: all.map(({ currency, count }) => ({ labels: { currency }, value: count })),
    sales_recent_minor: all.map(({ currency, totalMinor }) => ({
      labels: { currency },
      value: totalMinor,
    })),
  }
}

function queueReadings({
  waiting,
  admitted,
}: Awaited<ReturnType<typeof readQueueFigures>>): Readings {
  return {
    queue_people: [
      { labels: { place: 'waiting' }, value: waiting },
      { labels: { place: 'admitted' }, value: admitted },
    ],
  }
}

function serverReadings(server: Awaited<ReturnType<typeof readServerFigures>>): Readings {
  const { connections, connectionsMax, archive } = server
  return {
    database_connections: one(connections),
    database_connections_max: one(connectionsMax),
    database_archive_failures_total: archive ? one(archive.failures) : [],
    database_archive_age_seconds: archive ? one(archive.ageSeconds) : [],
  }
}

/** Free space of the folders that a server writes to. */
export function diskSource(config: Pick<Config, 'DATA_DIR'>): FigureSource {
  const places = { data: config.DATA_DIR, temporary: tmpdir() }
  return {
    name: 'disk',
    everySeconds: 30,
    figures: [
      gauge('disk_free_ratio', 'Free part of the disk of a folder that is written to', 'place'),
      gauge('disk_free_bytes', 'The same in bytes', 'place'),
    ],
    async read() {
      const found = await Promise.all(
        Object.entries(places).map(async ([place, folder]) => {
          const { bavail, blocks, bsize } = await statfs(existing(folder))
          return { labels: { place }, bytes: bavail * bsize, ratio: bavail / Math.max(blocks, 1) }
        }),
      )
      return {
        disk_free_ratio: found.map(({ labels, ratio }) => ({ labels, value: ratio })),
        disk_free_bytes: found.map(({ labels, bytes }) => ({ labels, value: bytes })),
      }
    },
  }
}

/** The folder, or the one above it that will hold it: nothing is written there before it is needed. */
function existing(folder: string): string {
  const absolute = path.resolve(folder)
  const above = path.dirname(absolute)
  return existsSync(absolute) || above === absolute ? absolute : existing(above)
}

const dayMilliseconds = 86_400_000
const handshakeMilliseconds = 5_000

type CertificateSettings = Pick<
  Config,
  | 'PUBLIC_ORIGIN'
  | 'AUTH_ORIGIN'
  | 'GATEWAY_ORIGIN'
  | 'SOCKET_ORIGIN'
  | 'STATIC_ORIGIN'
  | 'APPLE_PASS_CERTIFICATE'
  | 'APPLE_PAY_CERTIFICATE'
  | 'GC_CERTIFICATE'
>

/** Days until certificates end: those that our hosts show to visitors, and those that we sign with. */
export function certificateSource(config: CertificateSettings): FigureSource {
  const hosts = {
    shop: config.PUBLIC_ORIGIN,
    auth: config.AUTH_ORIGIN,
    gateway: config.GATEWAY_ORIGIN,
    socket: config.SOCKET_ORIGIN,
    static: config.STATIC_ORIGIN,
  }
  const files = {
    'apple-pass': config.APPLE_PASS_CERTIFICATE,
    'apple-pay': config.APPLE_PAY_CERTIFICATE,
    gc: config.GC_CERTIFICATE,
  }
  return {
    name: 'certificates',
    everySeconds: 3_600,
    figures: [
      gauge(
        'certificate_days_left',
        'Days until a certificate ends; of hosts, as they show it',
        'certificate',
      ),
    ],
    async read() {
      const readings = await Promise.all([
        ...Object.entries(hosts).map(([name, origin]) => daysOf(name, shownBy(origin))),
        ...Object.entries(files).map(([name, value]) => daysOf(name, ownCertificate(value))),
      ])
      return { certificate_days_left: readings.flat() }
    },
  }
}

async function daysOf(certificate: string, end: Promise<Date | null>): Promise<Reading[]> {
  const at = await end.catch(() => null)
  if (at === null) return []
  return [{ labels: { certificate }, value: (at.getTime() - Date.now()) / dayMilliseconds }]
}

/** A PEM or a file with one; null for a bare key, which does not end. */
async function ownCertificate(value: string | undefined): Promise<Date | null> {
  if (value === undefined) return null
  const pem = value.includes('-----BEGIN') ? value : await readFile(value, 'utf8')
  return pem.includes('BEGIN CERTIFICATE') ? new Date(new X509Certificate(pem).validTo) : null
}

/** The end of the certificate that a host shows; null without TLS. Whether it is trusted is not asked here. */
function shownBy(origin: string): Promise<Date | null> {
  const { protocol, hostname, port } = new URL(origin)
  if (protocol !== 'https:') return Promise.resolve(null)
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      // An address has no name to ask for.
      ...(isIP(hostname) === 0 && { servername: hostname }),
      rejectUnauthorized: false,
      timeout: handshakeMilliseconds,
    })
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.once('timeout', () => socket.destroy(new Error('no handshake in time')))
    socket.once('error', reject)
  })
}
