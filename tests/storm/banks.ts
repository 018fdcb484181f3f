/** The four outside parties that take money, behind one way of telling them what to do and what to do wrong. */
import { setTimeout as pause } from 'node:timers/promises'
import { startCityPay, type CityPayFake } from '../../fakes/citypay/start.ts'
import { startEpoint, type EpointFake } from '../../fakes/epoint/start.ts'
import { extendedCodes } from '../../fakes/gc/protocol.ts'
import { startGc, type GcFake } from '../../fakes/gc/start.ts'
import { startTpay, type TpayFake } from '../../fakes/tpay/start.ts'

/** What a buyer or time does at the bank. `less`, `more` and `foreign` take other money than was asked for. */
export type Act = 'approve' | 'decline' | 'expire' | 'less' | 'more' | 'foreign' | 'parts'

/** How the shop is told of one payment. */
export interface Noise {
  readonly copies: number
  readonly delayMs: number
  readonly isLost: boolean
  /** A failure is told after the success. */
  readonly contradicts: boolean
}

export const troubles = [
  'create-lost',
  'create-error',
  'status-error',
  'status-silent',
  'refund-error',
  'refund-lost',
] as const
export type Trouble = (typeof troubles)[number]

/** One payment in the statement of a bank that took money; minor units. */
export interface Entry {
  readonly id: string
  readonly capturedMinor: number
  readonly returnedMinor: number
  /** How the bank has fared in telling the shop of it. */
  readonly told: string
}

export interface Bank {
  readonly name: 'tpay' | 'gc' | 'epoint' | 'citypay'
  readonly number: number
  /** What has no way back goes to a balance. */
  readonly supportsRefund: boolean
  /** Goes where the shop sends a buyer; the bank's id of what is to be paid there, or null. */
  open(redirectUrl: string): Promise<string | null>
  /** What the bank has begun for a payment of the shop's, also when nobody was told its address. */
  begunFor(paymentId: string): string | null
  act(id: string, act: Act): void
  misbehave(noise: Noise, id: string): void
  /** Spoils the next call of a kind. */
  trouble(trouble: Trouble): void
  /** Says to the shop what the bank has not said: that this was paid. */
  forge(id: string): Promise<void>
  books(): Entry[]
  /** Nobody is still to be told of anything. */
  isQuiet(): boolean
  beHonest(): void
}

export interface Banks {
  readonly all: readonly [Bank, Bank, Bank, Bank]
  /** Settings of a shop that is joined with them. */
  readonly environment: Readonly<Record<string, string>>
  /** Where the shop is, for who calls it without having been told where. */
  callShopAt(origin: string): void
  stop(): Promise<void>
}

export interface BanksOptions {
  readonly tickMs: number
  readonly retryDelaysMs: readonly number[]
  readonly silenceMs: number
}

export async function openBanks(options: BanksOptions): Promise<Banks> {
  const { tickMs, silenceMs, retryDelaysMs } = options
  const common = { port: 0, tickMs, silenceMs, callbackRetryDelaysMs: retryDelaysMs }
  const tpay = await startTpay(common)
  const gc = await startGc({
    port: 0,
    shopUrl: '',
    tickMs,
    silenceMs,
    registerRetryDelaysMs: retryDelaysMs,
  })
  const epoint = await startEpoint(common)
  const citypay = await startCityPay({ ...common, confirmAfterMs: 30 })
  return {
    all: [openGc(gc), openTpay(tpay), openEpoint(epoint), openCityPay(citypay)],
    environment: {
      TPAY_URL: tpay.url,
      GC_URL: gc.url,
      GC_CERTIFICATE: gc.publicKey,
      EPOINT_URL: epoint.url,
      CITYPAY_URL: citypay.url,
    },
    callShopAt: (origin) => gc.callShopAt(origin),
    async stop() {
      await Promise.all([tpay.stop(), gc.stop(), epoint.stop(), citypay.stop()])
    },
  }
}

const otherMinor = { less: 1, more: 99_900 }
const last = (url: string) => url.split('/').at(-1) ?? ''

/** Takes money although the session is over, as slow acquirers do. */
const late = { force: true }

function openTpay(fake: TpayFake): Bank {
  const find = (id: string) => fake.payments().find((each) => each.payId === id)
  return {
    name: 'tpay',
    number: 2,
    supportsRefund: true,
    open: async (url) => last(url),
    begunFor: (paymentId) =>
      fake.payments().find((each) => each.merchantPaymentId === paymentId)?.payId ?? null,
    act(id, act) {
      if (act === 'less' || act === 'more')
        fake.misbehave({ approveAmountMinor: otherMinor[act] }, id)
      if (act === 'foreign') fake.misbehave({ approveCurrency: 'USD' }, id)
      if (act === 'decline') fake.pay(id, { kind: 'decline', resultCode: 'decline_general' })
      else if (act === 'expire') fake.pay(id, { kind: 'expire' })
      else fake.pay(id, { kind: 'approve' }, late)
    },
    misbehave: (noise, id) => fake.misbehave(habitsOf(noise), id),
    trouble: (trouble) =>
      fake.misbehave(
        {
          'create-lost': { createLostCalls: 1 },
          'create-error': { createErrorCalls: 1 },
          'status-error': { statusErrorCalls: 2 },
          'status-silent': { statusTimeoutCalls: 1 },
          'refund-error': { cancelErrorCalls: 1 },
          'refund-lost': { cancelLostCalls: 1 },
        }[trouble],
      ),
    async forge(id) {
      const url = find(id)?.callbackUrl?.replace(/key=.*/, 'key=guessed') ?? ''
      await send(url, 'application/json', JSON.stringify({ PaymentId: id }))
    },
    books: () =>
      fake
        .payments()
        .filter(({ capturedMinor }) => capturedMinor > 0)
        .map(({ payId: id, capturedMinor, returnedMinor, callback: told }) => ({
          id,
          capturedMinor,
          returnedMinor,
          told,
        })),
    isQuiet: () => fake.payments().every(({ callback }) => callback !== 'owed'),
    beHonest: () => fake.reset(),
  }
}

function openGc(fake: GcFake): Bank {
  return {
    name: 'gc',
    number: 1,
    supportsRefund: true,
    // It asks the shop before it shows its page, and the shop may be dead: then the buyer loads the page again.
    async open(url) {
      for (let turn = 0; turn < 40; turn += 1) {
        const { trxId, resultCode, extendedCode } = await fake.visit(url)
        if (resultCode === null) return trxId
        if (extendedCode !== extendedCodes.shopUnreachable) return null
        await pause(50 + 10 * turn)
      }
      return null
    },
    // The shop makes the address by itself, so there is nothing whose address could be lost.
    begunFor: () => null,
    act(id, act) {
      if (act === 'less' || act === 'more')
        fake.misbehave({ approveAmountMinor: otherMinor[act] }, id)
      if (act === 'foreign') fake.misbehave({ approveCurrency: 'USD' }, id)
      if (act === 'decline') fake.pay(id, { kind: 'decline', resultCode: 'decline_general' })
      else if (act === 'expire') fake.pay(id, { kind: 'expire' })
      else fake.pay(id, { kind: 'approve' }, late)
    },
    misbehave: (noise, id) => fake.misbehave(habitsOf(noise), id),
    trouble: (trouble) =>
      fake.misbehave(
        {
          'create-lost': { checkLostCalls: 1 },
          'create-error': { checkLostCalls: 1 },
          'status-error': { statusErrorCalls: 2 },
          'status-silent': { statusTimeoutCalls: 1 },
          'refund-error': { cancelErrorCalls: 1 },
          'refund-lost': { cancelLostCalls: 1 },
        }[trouble],
      ),
    async forge(id) {
      await fake.register(id, { signature: 'other-key', changed: { result_code: '1' } })
      await fake.register(id, { changed: { result_code: '1', amount: '1' } })
    },
    books: () =>
      fake
        .transactions()
        .filter(({ resultCode }) => resultCode === '1')
        .map(({ trxId: id, amountMinor: capturedMinor, returnedMinor, register: told }) => ({
          id,
          capturedMinor,
          returnedMinor,
          told,
        })),
    isQuiet: () => fake.transactions().every(({ register }) => register !== 'owed'),
    beHonest: () => fake.reset(),
  }
}

function openEpoint(fake: EpointFake): Bank {
  const find = (id: string) => fake.payments().find(({ transaction }) => transaction === id)
  return {
    name: 'epoint',
    number: 3,
    supportsRefund: true,
    open: async (url) => last(url),
    begunFor: (paymentId) =>
      fake.payments().find(({ orderId }) => orderId === paymentId)?.transaction ?? null,
    act(id, act) {
      if (act === 'less' || act === 'more')
        fake.misbehave({ approveAmountMinor: otherMinor[act] }, id)
      if (act === 'foreign') fake.misbehave({ approveCurrency: 'USD' }, id)
      // Nothing ends a session there.
      if (act === 'expire') return
      fake.pay(id, act === 'decline' ? 'decline' : 'approve', late)
    },
    misbehave: (noise, id) => fake.misbehave(habitsOf(noise), id),
    trouble: (trouble) =>
      fake.misbehave(
        {
          'create-lost': { createLostCalls: 1 },
          'create-error': { createErrorCalls: 1 },
          'status-error': { statusErrorCalls: 2 },
          'status-silent': { statusTimeoutCalls: 1 },
          'refund-error': { reverseErrorCalls: 1 },
          'refund-lost': { reverseLostCalls: 1 },
        }[trouble],
      ),
    async forge(id) {
      const payment = find(id)
      const said = { status: 'success', transaction: id, order_id: payment?.orderId }
      const data = Buffer.from(JSON.stringify(said)).toString('base64')
      const form = new URLSearchParams({ data, signature: 'Z3Vlc3NlZA==' }).toString()
      await send(payment?.callbackUrl ?? '', 'application/x-www-form-urlencoded', form)
    },
    books: () =>
      fake
        .payments()
        .filter(({ status }) => status === 'success' || status === 'returned')
        .map(({ transaction: id, amountMinor, reversedMinor, callback: told }) => ({
          id,
          capturedMinor: amountMinor,
          returnedMinor: reversedMinor,
          told,
        })),
    isQuiet: () => fake.payments().every(({ callback }) => callback !== 'owed'),
    beHonest: () => fake.reset(),
  }
}

function openCityPay(fake: CityPayFake): Bank {
  const acts = { approve: 'send', decline: 'cancel', expire: 'expire', more: 'send-more' } as const
  return {
    name: 'citypay',
    number: 4,
    supportsRefund: false,
    open: async (url) => last(url),
    begunFor: (paymentId) => fake.orders().find(({ token }) => token === paymentId)?.token ?? null,
    act(id, act) {
      if (act === 'less' || act === 'parts') fake.act(id, 'send-less', late)
      if (act === 'less') fake.act(id, 'expire')
      else if (act === 'parts') fake.act(id, 'send-rest', late)
      // Coins are calculated in lari: there is no other currency to send.
      else fake.act(id, act === 'foreign' ? 'send' : acts[act], late)
    },
    misbehave({ copies, delayMs, isLost }, id) {
      fake.misbehave({ callbackCopies: copies, callbackDelayMs: delayMs, callbackLost: isLost }, id)
    },
    trouble: (trouble) =>
      fake.misbehave(
        {
          'create-lost': { createLostCalls: 1 },
          'create-error': { createErrorCalls: 1 },
          'status-error': { statusErrorCalls: 2 },
          'status-silent': { statusTimeoutCalls: 1 },
          'refund-error': { reportPendingCalls: 1 },
          'refund-lost': { reportPendingCalls: 1 },
        }[trouble],
      ),
    async forge(id) {
      const order = fake.orders().find(({ token }) => token === id)
      const url = order?.callbackUrl?.replace(/key=.*/, 'key=guessed') ?? ''
      await send(url, 'application/json', JSON.stringify({ order_token: id, status: 'CONFIRMED' }))
    },
    books: () =>
      fake
        .orders()
        .filter(({ receivedMinor }) => receivedMinor > 0)
        .map(({ token: id, receivedMinor, callback: told }) => ({
          id,
          capturedMinor: receivedMinor,
          returnedMinor: 0,
          told,
        })),
    isQuiet: () =>
      fake.orders().every(({ callback, confirmsAt }) => callback !== 'owed' && confirmsAt === null),
    beHonest: () => fake.reset(),
  }
}

function habitsOf({ copies, delayMs, isLost, contradicts }: Noise) {
  return {
    callbackCopies: copies,
    callbackDelayMs: delayMs,
    callbackLost: isLost,
    failureAfterSuccess: contradicts,
  }
}

/** Whatever comes of it: a forger may find nobody at home. */
async function send(url: string, contentType: string, body: string): Promise<void> {
  const headers = { 'content-type': contentType }
  await fetch(url, { method: 'POST', headers, body }).then(
    (reply) => reply.body?.cancel(),
    () => undefined,
  )
}
