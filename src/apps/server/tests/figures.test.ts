/**
 * Goal: `/metrics` answers at once whatever is away, and its figures tell visitors from probes. Method: a server's
 * metrics with sources that hang, fail and succeed.
 */
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import fastify from 'fastify'
import forge from 'node-forge'
import pino from 'pino'
import { register } from 'prom-client'
import { expect, test } from 'vitest'
import { collectFigures, type FigureSource } from '../background-figures.ts'
import { answerSource, certificateSource, diskSource } from '../figure-sources.ts'
import { registerMetrics } from '../metrics.ts'
import { pageRouteOf } from '../page-route.ts'
import { readConfig } from '#platform/config.ts'
import { ClockIsWrong } from '#platform/database/database-clock.ts'

const silent = pino({ level: 'silent' })

const source = (name: string, read: FigureSource['read']): FigureSource => ({
  name,
  everySeconds: 3_600,
  figures: [{ name: `test_${name}`, help: 'Of a test', type: 'gauge', labelNames: ['sort'] }],
  read,
})

/** Signed by itself, good for so many days from now. */
function makeCertificate(name: string, days: number): { key: string; certificate: string } {
  const keys = forge.pki.rsa.generateKeyPair(2_048)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = keys.publicKey
  certificate.serialNumber = '01'
  certificate.validity.notBefore = new Date()
  certificate.validity.notAfter = new Date(Date.now() + days * 86_400_000)
  certificate.setSubject([{ name: 'commonName', value: name }])
  certificate.setIssuer([{ name: 'commonName', value: name }])
  certificate.sign(keys.privateKey, forge.md.sha256.create())
  return {
    key: forge.pki.privateKeyToPem(keys.privateKey),
    certificate: forge.pki.certificateToPem(certificate),
  }
}

const valueOf = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1),
  )

test('a source that hangs or fails delays nothing; what was collected before is shown with its age', async () => {
  const app = fastify()
  registerMetrics(app, undefined)
  let isAway = false
  const never = Promise.withResolvers<never>()
  const figures = collectFigures(
    [
      source('steady', async () => {
        if (isAway) throw new Error('away')
        return { test_steady: [{ labels: { sort: 'a' }, value: 7 }] }
      }),
      source('hanging', () => never.promise),
    ],
    silent,
  )
  await expect
    .poll(async () => (await app.inject('/metrics')).body)
    .toContain('test_steady{sort="a"} 7')
  isAway = true
  void figures.collect()
  const { body } = await app.inject('/metrics')
  expect(body).toContain('test_steady{sort="a"} 7')
  expect(valueOf(body, 'figures_age_seconds{source="hanging"}')).toBeGreaterThan(0)
  expect(valueOf(body, 'figures_age_seconds{source="steady"}')).toBeGreaterThan(0)
  figures.close()
  await app.close()
})

test('a database that does not answer is down, one that refuses this clock is not', async () => {
  const clock = { aheadSeconds: -7 }
  const read = async (check: () => Promise<void>) =>
    (await answerSource(check, clock).read())['database_up']?.[0]?.value
  expect(await read(() => Promise.reject(new Error('away')))).toBe(0)
  expect(await read(() => Promise.reject(new ClockIsWrong(-7)))).toBe(1)
  expect(await read(async () => {})).toBe(1)
})

test('a data directory that is not there yet is measured by the disk that will hold it', async () => {
  const { disk_free_ratio: ratios = [] } = await diskSource({
    DATA_DIR: '/tmp/not/there/yet',
  }).read()
  expect(ratios.map(({ labels }) => labels['place'])).toEqual(['data', 'temporary'])
  for (const { value } of ratios) expect(value).toBeLessThanOrEqual(1)
})

test('certificates are shown by host and by file; what cannot be read hides nothing', async () => {
  const key = makeCertificate('127.0.0.1', 9)
  const server = createTlsServer({ key: key.key, cert: key.certificate })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const config = readConfig({
    PUBLIC_ORIGIN: `https://127.0.0.1:${port}`,
    STATIC_ORIGIN: 'https://127.0.0.1:1',
    APPLE_PASS_CERTIFICATE: makeCertificate('pass', 30).certificate,
    GC_CERTIFICATE: '/no/such/file',
  })
  const { certificate_days_left: days = [] } = await certificateSource(config).read()
  server.close()
  const left = Object.fromEntries(days.map(({ labels, value }) => [labels['certificate'], value]))
  expect(left['shop']).toBeCloseTo(9, 1)
  expect(left['apple-pass']).toBeCloseTo(30, 1)
  expect(left).not.toHaveProperty('static')
  expect(left).not.toHaveProperty('gc')
})

test('probes are counted apart from the requests of visitors, and pages by their route', async () => {
  const app = fastify()
  registerMetrics(app, undefined)
  app.get('/readyz', async () => ({}))
  app.get('/v2/Events/:id', async () => ({}))
  app.setNotFoundHandler((_request, reply) => reply.code(200).send('page'))
  register.resetMetrics()
  for (const url of ['/readyz', '/readyz', '/v2/Events/5', '/events/12?utm=1', '/en/events/13'])
    await app.inject(url)
  const { body } = await app.inject('/metrics')
  expect(body).toContain('http_probes_total{route="/readyz",status="200"} 2')
  expect(body).not.toMatch(/http_request_duration_seconds.*readyz/)
  const count = 'http_request_duration_seconds_count'
  expect(valueOf(body, `${count}{method="GET",route="/v2/Events/:id",status="200"}`)).toBe(1)
  expect(valueOf(body, `${count}{method="GET",route="page /events/:eventId",status="200"}`)).toBe(2)
  await app.close()
})

test.each([
  ['/', 'page /'],
  ['/en', 'page /'],
  ['/events', 'page /events'],
  ['/events/passed', 'page /events/passed'],
  ['/events/812', 'page /events/:eventId'],
  ['/en/events/812.data?_routes=x', 'page /events/:eventId'],
  ['/_root.data', 'page /'],
  ['/account', 'page /account/:section?'],
  ['/account/orders', 'page /account/orders'],
  ['/tickets/3f0c/secret', 'page /tickets/:orderKey/:token'],
  ['/wp-login.php', 'page /*'],
  ['/v2/nothing/like/this', 'unmatched'],
])('%s is counted as %s', (url, route) => {
  expect(pageRouteOf(url)).toBe(route)
})
