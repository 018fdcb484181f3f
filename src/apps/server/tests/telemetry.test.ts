/**
 * Goal: one trace connects a tap in a browser with the server, the database, the job and the email, and the metrics
 * of /metrics are exported the same way. Method: a sign-up sent with a `traceparent`, the server and the worker's
 * jobs in this process, a mailbox and an OTLP receiver over the network.
 */
import { register } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bindJobs } from '#apps/worker/bindings.ts'
import { readConfig } from '#platform/config.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { sendOnce } from '#platform/mail/send-once.ts'
import { openSms } from '#platform/sms/sms.ts'
import { startTelemetry } from '#platform/telemetry/start-telemetry.ts'
import { startMailbox, type MailboxFake } from '../../../../fakes/mailbox/start.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { startOtlpReceiver, type ReceivedSpan } from '../../../../tests/support/otlp-receiver.ts'
import { createImplementations } from '../implementations.ts'
import { createPorts } from '../ports.ts'
import { createServer } from '../server.ts'
import { openServices, type Services } from '../services.ts'

let app: Awaited<ReturnType<typeof createServer>>
let services: Services
let mailbox: MailboxFake
let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>
let telemetry: { close(): Promise<void> }
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  receiver = await startOtlpReceiver()
  mailbox = await startMailbox({ port: 0, smtpPort: 0 })
  const config = {
    ...readConfig({
      LOG_LEVEL: 'silent',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      SMTP_URL: mailbox.smtpUrl,
    }),
    DATABASE_URL: database.url,
  }
  telemetry = await startTelemetry(config, { service: 'test', registry: register })
  services = await openServices(config, { name: 'test', supervise: false })
  const ports = createPorts(config)
  app = await createServer({
    config,
    services,
    sessions: ports.sessions,
    isReady: () => true,
    implementations: createImplementations(ports),
  })
  const mailer = openMailer({ smtpUrl: mailbox.smtpUrl, from: config.MAIL_FROM })
  const sms = openSms({ url: 'http://127.0.0.1:9', apiKey: '', sender: '' })
  await bindJobs({
    config,
    services,
    ports,
    mailer: sendOnce(mailer, services.base.db),
    sms,
  })
}, 60_000)
afterAll(async () => {
  await app?.close()
  await services?.close()
  await telemetry?.close()
  await mailbox?.stop()
  await receiver?.stop()
  await drop?.()
})

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const tap = '00f067aa0ba902b7'

/** Whether one span is a descendant of another. */
function isBelow(span: ReceivedSpan | undefined, above: ReceivedSpan | undefined): boolean {
  if (!span || !above) return false
  if (span.parentSpanId === above.spanId) return true
  return isBelow(
    receiver.spans.find(({ spanId }) => spanId === span.parentSpanId),
    above,
  )
}

test('traces a sign-up from the browser to the email', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/v2/auth/signup',
    headers: { traceparent: `00-${traceId}-${tap}-01` },
    payload: { email: 'trace@example.com', name: 'Nino' },
  })
  expect(answer.statusCode).toBe(200)
  await mailbox.waitFor('trace@example.com', 10_000)
  await services.close()
  await telemetry.close()

  const spans = receiver.spans.filter((span) => span.traceId === traceId)
  const named = (name: string) => spans.find((span) => span.name === name)
  const request = named('POST /v2/auth/signup')
  expect(request).toMatchObject({ kind: 2, parentSpanId: tap })
  const statements = spans.filter(({ attributes }) =>
    attributes.some(({ key }) => key === 'db.query.text'),
  )
  expect(statements.some((span) => isBelow(span, request))).toBe(true)
  const job = named('job account-letter')
  expect(job?.kind).toBe(5)
  expect(isBelow(job, request)).toBe(true)
  expect(isBelow(named('send email'), job)).toBe(true)
  expect(JSON.stringify(receiver.spans)).not.toContain('trace@example.com')
  expect(receiver.metrics.get('http_request_duration_seconds')).toMatchObject({
    histogram: { dataPoints: expect.any(Array) },
  })
  expect(receiver.metrics.get('passwords_hashed_total')).toMatchObject({ sum: {} })
})
