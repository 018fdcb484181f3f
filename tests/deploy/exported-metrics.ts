/** Names, labels and values of labels that `/metrics` really has, and those of other exporters that rules use. */
import fastify from 'fastify'
import pino from 'pino'
import { register } from 'prom-client'
import { collectFigures } from '#apps/server/background-figures.ts'
import {
  answerSource,
  certificateSource,
  databaseSource,
  diskSource,
} from '#apps/server/figure-sources.ts'
import { allJobs } from '#apps/server/jobs.ts'
import { measureOpenMaps, registerMetrics } from '#apps/server/metrics.ts'
import { orderStatus } from '#contract/enumerations.ts'
import { paymentOutcomes } from '#modules/payments/server/public-api.ts'
import { readConfig } from '#platform/config.ts'
import { openTestContext } from '../support/context.ts'
import { testDatabase } from '../support/database.ts'

/** Labels by metric; a histogram is known by its series, too. */
export type Exported = ReadonlyMap<string, ReadonlySet<string>>

/** Reads a registry that was filled as a server does it, from a database without content. */
export async function exportedMetrics(): Promise<Exported> {
  const database = await testDatabase()
  const context = await openTestContext(database.url)
  try {
    registerMetrics(fastify(), undefined)
    measureOpenMaps(() => 0)
    const config = readConfig({ DATA_DIR: '.' })
    const figures = collectFigures(
      [
        answerSource(async () => {}, { aheadSeconds: 0 }),
        databaseSource(context.db, [{ number: 2 }]),
        diskSource(config),
        certificateSource(config),
      ],
      pino({ level: 'silent' }),
    )
    await figures.collect()
    figures.close()
    const found = new Map<string, ReadonlySet<string>>()
    for (const { name, type } of await register.getMetricsAsJSON()) {
      const { labelNames } = register.getSingleMetric(name) as unknown as { labelNames: string[] }
      found.set(name, new Set(labelNames))
      if (String(type) !== 'histogram') continue
      for (const ending of ['_count', '_sum']) found.set(name + ending, new Set(labelNames))
      found.set(`${name}_bucket`, new Set([...labelNames, 'le']))
    }
    return found
  } finally {
    await context.close()
    await database.drop()
  }
}

/** What Prometheus adds to each series of a target. */
export const targetLabels: readonly string[] = ['job', 'instance']

const ofPods = ['namespace', 'pod', 'job', 'instance']
const ofPatroni = ['scope', 'name', 'job', 'instance']

/** Metrics of others, as CloudNativePG 1.27, its Barman Cloud plugin and Patroni 3 document them. */
export const foreignMetrics: Readonly<Record<string, readonly string[]>> = {
  up: [],
  ALERTS: ['alertname', 'alertstate', 'severity'],
  cnpg_pg_replication_lag: ofPods,
  cnpg_collector_sync_replicas: [...ofPods, 'value'],
  barman_cloud_cloudnative_pg_io_last_available_backup_timestamp: ofPods,
  patroni_xlog_location: ofPatroni,
  patroni_xlog_replayed_location: ofPatroni,
  patroni_replica: ofPatroni,
  patroni_sync_standby: ofPatroni,
}

/** Values that labels of the shop can have; labels that are not here have any. */
export const labelValues: Readonly<Record<string, readonly string[]>> = {
  job: ['bileti'],
  kind: [...allJobs.map(({ name }) => name), 'undelivered-messages'],
  channel: ['email', 'sms', 'push', 'webhook'],
  place: ['data', 'temporary', 'waiting', 'admitted'],
  source: ['answer', 'database', 'disk', 'certificates'],
  state: ['new', 'failed', 'delayed', ...Object.keys(orderStatus)],
  outcome: [
    ...paymentOutcomes,
    'sent',
    'away',
    'delayed',
    'refused-again',
    'done',
    'failed',
    'hit',
    'stale',
    'miss',
    'fallback',
  ],
}
