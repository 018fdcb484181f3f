/** A shop on loopback, with a server, a worker and everything that they depend on behind links that can fail. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { randomInt } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { requestCode } from '#modules/accounts/server/public-api.ts'
import { migrate } from '#platform/database/migrate.ts'
import { openObjectStore } from '#platform/media/object-store.ts'
import { freePort } from '#platform/ports.ts'
import { startPostgres } from '#platform/postgres/start-postgres.ts'
import { startMailbox } from '../../fakes/mailbox/start.ts'
import { startSms } from '../../fakes/sms/start.ts'
import { startTpay } from '../../fakes/tpay/start.ts'
import { makeEvent, makeGuest, smallLayout } from '../../src/modules/events/tests/factories.ts'
import { watch, watchServer, type Watched } from '../hostile/processes.ts'
import { openBucket } from '../support/bucket.ts'
import { openTestContext, testClock } from '../support/context.ts'
import { unbounded } from '../support/unbounded.ts'
import { Forwarder } from './forwarder.ts'

export interface Reply {
  /** 0 without an answer. */
  readonly status: number
  readonly text: string
  readonly seconds: number
}

/** How far an order came. */
export interface Attempt {
  readonly orderKey: string
  readonly token: string
  readonly email: string
  readonly step: 'choose-seat' | 'checkout' | 'create-payment' | 'finish' | 'sold'
  readonly reply: Reply
}

const bucketKey = { id: 'drill', secret: 'drill-secret' }
const picture = 'drill/picture.png'
const callSecondsMax = 60
const finishesMax = 20
const finishMilliseconds = 250

export async function openDrillShop() {
  const folder = await mkdtemp(path.join(tmpdir(), 'bileti-drill-'))
  // PostgreSQL runs as a user of its own, who has to get there.
  await chmod(folder, 0o711)
  const postgres = await startPostgres({ dataDirectory: path.join(folder, 'database') })
  const direct = new URL(postgres.url)
  direct.searchParams.delete('host')
  await migrate(direct.href)
  const clock = testClock(new Date())
  const context = await openTestContext(direct.href, clock)
  const event = await makeEvent(context, { layout: smallLayout({ poolCapacity: 5_000 }) })
  const bank = await startTpay({ port: 0, tickMs: 50, callbackRetryDelaysMs: [50, 50] })
  const mailbox = await startMailbox({ port: 0, smtpPort: 0 })
  const phones = await startSms({ port: 0 })
  const bucket = await openBucket('drill', bucketKey)
  const bucketSettings = {
    MEDIA_S3_REGION: 'us-east-1',
    MEDIA_S3_KEY_ID: bucketKey.id,
    MEDIA_S3_SECRET: bucketKey.secret,
  }
  const store = openObjectStore({ ...bucketSettings, MEDIA_S3_URL: bucket.url })
  await store?.write(picture, new Uint8Array(64), 'image/png')
  const portOf = (url: string): number => Number(new URL(url).port)
  const links = {
    database: await Forwarder.open(0, postgres.port),
    bank: await Forwarder.open(0, portOf(bank.url)),
    mail: await Forwarder.open(0, mailbox.smtpPort),
    sms: await Forwarder.open(0, portOf(phones.url)),
    bucket: await Forwarder.open(0, portOf(bucket.url)),
  }
  const through = (url: string, link: Forwarder): string => {
    const address = new URL(url)
    address.hostname = '127.0.0.1'
    address.port = String(link.port)
    return address.href.replace(/\/$/, '')
  }
  const origin = `http://127.0.0.1:${await freePort()}`
  const environment = {
    ...unbounded,
    PUBLIC_ORIGIN: origin,
    DATABASE_URL: through(direct.href, links.database),
    DATA_DIR: path.join(folder, 'data'),
    LOG_LEVEL: 'info',
    TPAY_URL: through(bank.url, links.bank),
    TPAY_API_KEY: bank.credentials.apiKey,
    TPAY_CLIENT_ID: bank.credentials.clientId,
    TPAY_CLIENT_SECRET: bank.credentials.clientSecret,
    SMTP_URL: through(mailbox.smtpUrl, links.mail),
    SMS_URL: through(phones.url, links.sms),
    MEDIA_S3_URL: through(bucket.url, links.bucket),
    ...bucketSettings,
  }
  const processes: Watched[] = []
  const server = await watchServer(origin, environment)
  const worker = await watch({
    file: 'src/apps/worker/main.ts',
    environment,
    isReady: async (said) => said.includes('"working"'),
  })
  processes.push(server, worker)

  async function send(address: string, body?: object, token?: string): Promise<Reply> {
    const began = performance.now()
    const done = (status: number, text: string): Reply => ({
      status,
      text,
      seconds: Math.round((performance.now() - began) / 100) / 10,
    })
    try {
      const reply = await fetch(address.startsWith('http') ? address : origin + address, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        signal: AbortSignal.timeout(callSecondsMax * 1_000),
      })
      return done(reply.status, await reply.text())
    } catch (error) {
      return done(0, String(error))
    }
  }

  /** Chooses a place and pays for it, as far as it gets. */
  async function buy(email = `drill-${randomInt(1e9)}@example.com`): Promise<Attempt> {
    const ticketTypeId = event.poolTypes[1]?.ticketTypeId
    const chosen = await send('/v2/Booking/choose-seat', {
      eventId: event.eventId,
      places: [{ ticketTypeId, quantity: 1 }],
    })
    const nothing = { orderKey: '', token: '', email }
    if (chosen.status !== 200) return { ...nothing, step: 'choose-seat', reply: chosen }
    const { accessToken, orderKey } = JSON.parse(chosen.text) as Record<string, string>
    const known = { orderKey: orderKey ?? '', token: accessToken ?? '', email }
    const buyer = { name: 'Drill', email, phone: '+995555000000' }
    const checkedOut = await send(
      '/groot/Orders/checkout',
      { orderKey, buyer, acceptTerms: true },
      accessToken,
    )
    if (checkedOut.status !== 200) return { ...known, step: 'checkout', reply: checkedOut }
    return pay(known)
  }

  /** Pays for an order that was chosen, also a second time. */
  async function pay(order: Pick<Attempt, 'orderKey' | 'token' | 'email'>): Promise<Attempt> {
    const { orderKey, token } = order
    const created = await send('/groot/Orders/create-payment', { orderKey, provider: 2 }, token)
    if (created.status !== 200) return { ...order, step: 'create-payment', reply: created }
    const { paymentId, redirectUrl = '' } = JSON.parse(created.text) as Record<string, string>
    bank.pay(redirectUrl.split('/').at(-1) ?? '', { kind: 'approve' })
    return finish(order, paymentId ?? '')
  }

  /** The bank takes a moment to book what was paid. */
  async function finish(
    order: Pick<Attempt, 'orderKey' | 'token' | 'email'>,
    paymentId: string,
  ): Promise<Attempt> {
    for (let attempt = 1; ; attempt += 1) {
      const reply = await send('/v2/payments/tpay/finish', { paymentId }, order.token)
      if (reply.status === 200 && reply.text.includes('"Processed"'))
        return { ...order, step: 'sold', reply }
      if (attempt === finishesMax || !reply.text.includes('"pending"'))
        return { ...order, step: 'finish', reply }
      await pause(finishMilliseconds)
    }
  }

  return {
    folder,
    origin,
    environment,
    links,
    server,
    worker,
    mailbox,
    phones,
    send,
    buy,
    pay,
    picture: `/media/${picture}`,
    /** A code by SMS for a phone that nobody had before. */
    async askForCode(): Promise<string> {
      clock.set(new Date())
      const phone = `+9955${String(randomInt(1e8)).padStart(8, '0')}`
      const actor = await makeGuest(context)
      const asked = await requestCode({ ...context, actor }, { purpose: 'order', phone })
      if (!asked.ok) throw new Error(asked.code)
      return phone
    },
    /** Starts another process that ends with the shop. */
    async add(started: Promise<Watched>): Promise<Watched> {
      const process = await started
      processes.push(process)
      return process
    },
    async close(): Promise<void> {
      for (const link of Object.values(links)) link.mend()
      await Promise.all(processes.map((each) => each.stop()))
      await context.close()
      await Promise.all([bank.stop(), mailbox.stop(), phones.stop(), bucket.close()])
      for (const link of Object.values(links)) link.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type DrillShop = Awaited<ReturnType<typeof openDrillShop>>
