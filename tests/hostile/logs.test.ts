import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent, type MadeEvent } from '#modules/events/tests/factories.ts'
import { startMailbox, type MailboxFake } from '../../fakes/mailbox/start.ts'
import { startTpay, type TpayFake } from '../../fakes/tpay/start.ts'
import { freePort } from '#platform/ports.ts'
import { openTestContext, testClock, type TestContext } from '../support/context.ts'
import { testDatabase } from '../support/database.ts'
import { watch, watchServer, type Watched } from './processes.ts'
import { choiceOf } from './purchases.ts'
import { buyer, type Reply } from './shop.ts'

/**
 * Goal: logs contain nothing that grants access to an account, an order, a payment or an entrance; and emails
 * contain no active content. Method: a whole purchase, including failures, through real processes with full
 * logging; then their output is searched for every secret that occurred.
 */
const evil =
  '"><img src=x onerror=alert(1)></script><script>alert(2)</script>\r\nX-Injected: 1\r\n\r\nX-Injected: 2\rX-Injected: 3'
const typedName = 'Salome Typed-Somewhere'
const password = 'correct horse battery staple'

let context: TestContext
let event: MadeEvent
let bank: TpayFake
let mailbox: MailboxFake
let server: Watched
let worker: Watched
let origin: string
let folder: string
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  folder = await mkdtemp(path.join(tmpdir(), 'hostile-logs-'))
  context = await openTestContext(database.url, testClock(new Date()))
  event = await makeEvent(context)
  const name = JSON.stringify({ ka: evil, en: evil })
  await context.db.updateTable('show').set({ name }).execute()
  await context.db.updateTable('venue').set({ name, address: name }).execute()
  await context.db.updateTable('ticket_type').set({ name }).execute()
  const key_hash = createHash('sha256').update('secret-partner-key').digest()
  await context.db.insertInto('api_key').values({ key_hash, name: 'web', channel: 'web' }).execute()
  bank = await startTpay({ port: 0, tickMs: 20, callbackRetryDelaysMs: [50, 50] })
  mailbox = await startMailbox({ port: 0, smtpPort: 0 })
  origin = `http://127.0.0.1:${await freePort()}`
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'trace',
    TPAY_URL: bank.url,
    TPAY_API_KEY: bank.credentials.apiKey,
    TPAY_CLIENT_ID: bank.credentials.clientId,
    TPAY_CLIENT_SECRET: bank.credentials.clientSecret,
    SMTP_URL: mailbox.smtpUrl,
    SMS_URL: 'http://127.0.0.1:9',
    PUBLIC_ORIGIN: origin,
    NODE_ENV: 'production',
  }
  server = await watchServer(origin, environment)
  worker = await watch({
    file: 'src/apps/worker/main.ts',
    environment,
    isReady: async (said) => said.includes('working'),
  })
}, 120_000)
afterAll(async () => {
  await Promise.all([server?.stop(), worker?.stop()])
  await Promise.all([bank?.stop(), mailbox?.stop(), context?.close()])
  await drop?.()
  await rm(folder, { recursive: true, force: true })
})

async function post(
  address: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(`${origin}${address}?api_key=secret-partner-key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en', ...headers },
    body: JSON.stringify(body),
  })
  return response.json()
}

async function emailTo(address: string): Promise<{ text: string; html: string }> {
  const { id } = await mailbox.waitFor(address, 30_000)
  const mail = await mailbox.mails.read(id)
  const headers = mail?.headers.map(({ name }) => name.toLowerCase())
  expect(headers).toContain('subject')
  expect(headers).not.toContain('x-injected')
  return { text: mail?.text ?? '', html: mail?.html ?? '' }
}

/** Signs up by email and in by password; returns the secrets that occurred. */
async function account(): Promise<{ secrets: string[]; token: string }> {
  const email = 'logs@example.com'
  const refused = await post('/v2/auth/signup', { email, name: evil })
  expect(refused).toMatchObject({ error: { fields: [{ path: 'body.name' }] } })
  await post('/v2/auth/signup', { email, name: typedName })
  const mail = await emailTo(email)
  // Anybody may have entered that address, so entered texts are not sent to it.
  expect(mail.html + mail.text).not.toContain(typedName)
  const key = /key=([\w-]{20,})/.exec(mail.text)?.[1] ?? ''
  expect(key).not.toBe('')
  await fetch(`${origin}/auth/en/activate?key=${key}`)
  await post('/v2/auth/activate', { key, password, confirmPassword: 'not the same' })
  const activated = await post('/v2/auth/activate', { key, password, confirmPassword: password })
  await post('/v2/auth/login', { email, password: `${password}!` })
  const signedIn = await post('/v2/auth/login', { email, password })
  const tokens = [activated.accessToken, signedIn.accessToken]
  return { secrets: [key, password, ...tokens], token: signedIn.accessToken }
}

/** Buys a ticket and opens its documents; returns the secrets that occurred. */
async function journey(token: string): Promise<string[]> {
  const bearer = { authorization: `Bearer ${token}` }
  const visitor = await post(
    '/v2/orders/InitializeOrder',
    {},
    { 'idempotency-key': 'a-very-secret-key-of-mine' },
  )
  const details = { buyer: { ...buyer, email: 'buyer@example.com' }, acceptTerms: true }
  const request = choiceOf({ event, placeIds: [1] })
  const other = choiceOf({ event, placeIds: [2] })
  const failing = await post('/groot/Orders/checkout-new', { ...other, ...details }, bearer)
  bank.misbehave({ createErrorCalls: 1 })
  const refused = { orderKey: failing.order.orderKey, provider: 2 }
  expect(await post('/groot/Orders/create-payment', refused, bearer)).toHaveProperty('error')
  bank.reset()
  const { order } = await post('/groot/Orders/checkout-new', { ...request, ...details }, bearer)
  const { orderKey, orderNumber } = order
  // No call accepts such a name; orders from before names were validated may have one.
  await context.db
    .updateTable('orders')
    .set({ buyer_name: evil })
    .where('order_key', '=', orderKey)
    .execute()
  const { paymentId } = await post(
    '/groot/Orders/create-payment',
    { orderKey, provider: 2 },
    bearer,
  )
  const payment = await context.db
    .selectFrom('payment')
    .select(['external_id', 'callback_key'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  bank.pay(payment.external_id ?? '', { kind: 'approve' })
  await post('/v2/orders/complete', { orderKey }, bearer)
  const mail = await emailTo('buyer@example.com')
  expectHarmless(mail.html)
  const link = new RegExp(`/tickets/${orderKey}/([\\w-]+)`).exec(mail.text)?.[1] ?? ''
  expect(link).not.toBe('')
  const address = `/v2/orders/guest/${orderKey}/${link}`
  const [ticket] = (await (await fetch(origin + address)).json()).tickets
  const query = `orderKey=${orderKey}&token=${link}`
  const [pdf, ...calendars] = await Promise.all(
    [
      `/v2/tickets/pdf?${query}`,
      `/v2/tickets/calendar?${query}`,
      `/v2/presentation/generate-calendar?eventId=${event.eventId}&api_key=secret-partner-key`,
    ].map(async (paper) => (await fetch(origin + paper)).text()),
  )
  expect(pdf).toMatch(/^%PDF-/)
  for (const calendar of calendars) {
    expect(calendar).toContain('BEGIN:VEVENT')
    // Folded lines continue after a line break and a blank.
    expect(calendar.replaceAll(/\r\n[ \t]/g, '')).not.toMatch(/^X-Injected/im)
  }
  await fetch(`${origin}/tickets/${orderKey}/${link}`)
  await fetch(`${origin}/v2/tickets/verify?ticketIdentifier=${encodeURIComponent(ticket.code)}`)
  await fetch(`${origin}/account/orders/${orderNumber}`, {
    headers: { cookie: `AccessToken=${token}` },
  })
  return [visitor.accessToken, link, ticket.code, payment.callback_key, 'a-very-secret-key-of-mine']
}

function expectHarmless(html: string): void {
  expect(html).toContain('onerror=alert(1)')
  expect(html).not.toMatch(/<img src=x/i)
  expect(html).not.toMatch(/<script/i)
}

test('logs no secrets of a whole purchase, and sends no active content in emails', async () => {
  const { secrets: ofAccount, token } = await account()
  const ofJourney = await journey(token)
  await fetch(`${origin}/v2/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  // An internal error is logged with its cause.
  await context.db.schema.alterTable('session').renameTo('session_hidden').execute()
  const broken = await fetch(`${origin}/v2/orders`, {
    headers: { authorization: 'Bearer broken-bearer-of-somebody' },
  })
  expect(broken.status).toBe(500)
  await Promise.all([server.stop(), worker.stop()])
  const said = server.said() + worker.said()
  expect(said).toContain('request failed')
  expect(said.match(/"answered"/g)?.length).toBeGreaterThan(10)
  const secrets = [
    ...ofAccount,
    ...ofJourney,
    'broken-bearer-of-somebody',
    'secret-partner-key',
    bank.credentials.clientSecret,
  ]
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(8)
    expect(said, `said ${secret}`).not.toContain(secret)
    expect(said, `said ${secret}`).not.toContain(encodeURIComponent(secret))
  }
}, 120_000)
