import cluster from 'node:cluster'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Histogram,
  register,
} from 'prom-client'
import { fail } from '#kernel/result.ts'
import { deadlocksMet } from '#platform/database/repeat-transaction.ts'
import { sendFailure } from '#platform/http/send.ts'
import { refusalCounts } from '#platform/refusals.ts'
import { passwordsHashed, smsRefused } from '#modules/accounts/server/public-api.ts'
import { declare } from './background-figures.ts'
import { pageRouteOf } from './page-route.ts'

const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time to answer a visitor, by route or page, and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
})

/** Asked by proxies and Prometheus several times a second: among the requests of visitors they would hide every failure. */
const probed = new Set(['/healthz', '/readyz', '/metrics'])

const probes = new Counter({
  name: 'http_probes_total',
  help: 'Questions of proxies and Prometheus, which are no requests of visitors, by route and status',
  labelNames: ['route', 'status'],
})

export const pageCacheHits = new Counter({
  name: 'page_cache_total',
  help: 'Pages for anonymous visitors, by what the cache did',
  labelNames: ['outcome'],
})

/** Sets the source of the gauge of open live maps; it is read on each scrape. */
export function measureOpenMaps(count: () => number): void {
  declare(
    {
      name: 'live_maps_open',
      help: 'Maps that are open and told of changes',
      type: 'gauge',
      labelNames: [],
      aggregator: 'sum',
    },
    () => [{ labels: {}, value: count() }],
  )
}

/**
 * Measures every response and serves `/metrics`; with several processes the first one aggregates them. With a
 * token, it is required as a bearer token; without one, only this machine may read the metrics.
 */
export function registerMetrics(app: FastifyInstance, token: string | undefined): void {
  // Process metrics are registered once, however many servers the process opens.
  if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics()
  // Without it a worker does not answer the aggregating process, and no metrics are returned.
  if (cluster.isWorker) answerForThisProcess()
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions
    const status = String(reply.raw.statusCode)
    if (url !== undefined && probed.has(url)) probes.inc({ route: url, status })
    else
      durations.observe(
        { method: request.method, route: url ?? pageRouteOf(request.url), status },
        reply.elapsedTime / 1000,
      )
    done()
  })
  app.get('/metrics', { config: { rateLimit: false } }, async (request, reply) =>
    mayReadMetrics(request, token)
      ? reply
          .type(register.contentType)
          .send(cluster.isWorker ? await askPrimary() : await register.metrics())
      : sendFailure(reply, fail('Forbidden'), 'en'),
  )
}

/** A request without a token must come from this machine and not through a proxy, which adds forwarding headers. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) {
    const digest = (text: string) => createHash('sha256').update(text).digest()
    return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`))
  }
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(
    (name) => request.headers[name] !== undefined,
  )
  return !isForwarded && /^(::1|(::ffff:)?127\.)/.test(request.socket.remoteAddress ?? '')
}

/** The constructor registers the listener for aggregation requests. */
function answerForThisProcess(): void {
  // oxlint-disable-next-line no-new -- the constructor is all that is needed
  new AggregatorRegistry()
}

/** Asks the primary process, which alone can aggregate all processes. */
function askPrimary(): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => done(new Error('The primary did not answer')), 5_000)
    const listen = (message: unknown): void => {
      const { metrics } = (message ?? {}) as { metrics?: string }
      if (metrics !== undefined) done(null, metrics)
    }
    const done = (error: Error | null, metrics = ''): void => {
      clearTimeout(timer)
      process.off('message', listen)
      if (error) reject(error)
      else resolve(metrics)
    }
    process.on('message', listen)
    process.send?.({ wants: 'metrics' })
  })
}

/** The primary's side of the aggregation. */
export function answerWorkersMetrics(): void {
  const registry = new AggregatorRegistry()
  cluster.on('message', (worker, message: { wants?: string }) => {
    if (message?.wants !== 'metrics') return
    void registry.clusterMetrics().then(
      (metrics) => worker.send({ metrics }),
      () => worker.send({ metrics: '' }),
    )
  })
}

/** Password hashes and comparisons of this process; each takes about 23 ms of CPU time. */
register.registerMetric(
  new Counter({
    name: 'passwords_hashed_total',
    help: 'Passwords that were hashed or compared',
    registers: [],
    collect() {
      this.reset()
      this.inc(passwordsHashed())
    },
  }),
)

register.registerMetric(
  new Counter({
    name: 'database_deadlocks_total',
    help: 'Transactions that PostgreSQL ended because of a deadlock, also those that succeeded when repeated',
    registers: [],
    collect() {
      this.reset()
      this.inc(deadlocksMet())
    },
  }),
)

register.registerMetric(
  new Counter({
    name: 'sms_refused_total',
    help: 'Short messages that were not sent, by the budget that was spent',
    labelNames: ['budget'],
    registers: [],
    collect() {
      this.reset()
      for (const [budget, count] of smsRefused()) this.inc({ budget }, count)
    },
  }),
)

register.registerMetric(
  new Counter({
    name: 'strangers_refused_total',
    help: 'What strangers can cause at will and is counted instead of logged, by kind',
    labelNames: ['kind'],
    registers: [],
    collect() {
      this.reset()
      for (const [kind, count] of refusalCounts()) this.inc({ kind }, count)
    },
  }),
)
