/** The four payment providers behind one interface that controls their behaviour and faults. */
import { setTimeout as pause } from 'node:timers/promises'
import { startCityPay, type CityPayFake } from '../../fakes/citypay/start.ts'
import { startEpoint, type EpointFake } from '../../fakes/epoint/start.ts'
import { extendedCodes } from '../../fakes/gc/protocol.ts'
import { startGc, type GcFake } from '../../fakes/gc/start.ts'
import { startTpay, type TpayFake } from '../../fakes/tpay/start.ts'

/**
 * An event at the bank, by the buyer or by timeout. `less`, `more` and `foreign` capture an amount or currency
 * other than requested.
 */
export type Act = 'approve' | 'decline' | 'expire' | 'less' | 'more' | 'foreign' | 'parts'

/** How callbacks about one payment are disturbed. */
export interface CallbackFaults {
  readonly copies: number
  readonly delayMs: number
  readonly isLost: boolean
  /** A failure is reported after the success. */
  readonly isContradicted: boolean
}

export const apiFaults = [
  'create-lost',
  'create-error',
  'status-error',
  'status-silent',
  'refund-error',
  'refund-lost',
] as const
export type ApiFault = (typeof apiFaults)[number]

/** One payment in the statement of a bank that captured it; minor units. */
export interface Entry {
  readonly id: string
  readonly capturedMinor: number
  readonly returnedMinor: number
  /** The outcome of the bank's callbacks to the shop. */
  readonly callbackState: string
}

export interface Bank {
  readonly name: 'tpay' | 'gc' | 'epoint' | 'citypay'
  readonly number: number
  /** If false, refunds go to a balance. */
  readonly supportsRefund: boolean
  /** Opens the address that the shop redirects a buyer to; returns the bank's payment id, or null. */
  open(redirectUrl: string): Promise<string | null>
  /** The id of the session that the bank created for a payment, also when its address was lost. */
  sessionFor(paymentId: string): string | null
  act(id: string, act: Act): void
  misbehave(callbackFaults: CallbackFaults, id: string): void
  /** Makes the next call of a kind fail. */
  failNext(fault: ApiFault): void
  /** Sends a forged callback that claims a payment. */
  forge(id: string): Promise<void>
  statement(): Entry[]
  /** No callback is pending. */
  isIdle(): boolean
  resetFaults(): void
}

export interface Banks {
  readonly all: readonly [Bank, Bank, Bank, Bank]
  /** Settings that connect a shop to all banks. */
  readonly environment: Readonly<Record<string, string>>
  /** Sets the shop's address for banks that call it at a configured one. */
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

/** Captures although the session has expired, as slow acquirers do. */
const late = { force: true }

function openTpay(fake: TpayFake): Bank {
  const find = (id: string) => fake.payments().find((each) => each.payId === id)
  return {
    name: 'tpay',
    number: 2,
    supportsRefund: true,
    open: async (url) => last(url),
    sessionFor: (paymentId) =>
      fake.payments().find((each) => each.merchantPaymentId === paymentId)?.payId ?? null,
    act(id, act) {
      if (act === 'less' || act === 'more')
        fake.misbehave({ approveAmountMinor: otherMinor[act] }, id)
      if (act === 'foreign') fake.misbehave({ approveCurrency: 'USD' }, id)
      if (act === 'decline') fake.pay(id, { kind: 'decline', resultCode: 'decline_general' })
      else if (act === 'expire') fake.pay(id, { kind: 'expire' })
      else fake.pay(id, { kind: 'approve' }, late)
    },
    misbehave: (callbackFaults, id) => fake.misbehave(toFakeFaults(callbackFaults), id),
    failNext: (fault) =>
      fake.misbehave(
        {
          'create-lost': { createLostCalls: 1 },
          'create-error': { createErrorCalls: 1 },
          'status-error': { statusErrorCalls: 2 },
          'status-silent': { statusTimeoutCalls: 1 },
          'refund-error': { cancelErrorCalls: 1 },
          'refund-lost': { cancelLostCalls: 1 },
        }[fault],
      ),
    async forge(id) {
      const url = find(id)?.callbackUrl?.replace(/key=.*/, 'key=guessed') ?? ''
      await send(url, 'application/json', JSON.stringify({ PaymentId: id }))
    },
    statement: () =>
      fake
        .payments()
        .filter(({ capturedMinor }) => capturedMinor > 0)
        .map(({ payId: id, capturedMinor, returnedMinor, callback: callbackState }) => ({
          id,
          capturedMinor,
          returnedMinor,
          callbackState,
        })),
    isIdle: () => fake.payments().every(({ callback }) => callback !== 'owed'),
    resetFaults: () => fake.reset(),
  }
}

function openGc(fake: GcFake): Bank {
  return {
    name: 'gc',
    number: 1,
    supportsRefund: true,
    // The bank queries the shop before it shows its page, and the shop may be down: then the buyer reloads.
    async open(url) {
      for (let attempt = 0; attempt < 40; attempt += 1) {
        const { trxId, resultCode, extendedCode } = await fake.visit(url)
        if (resultCode === null) return trxId
        if (extendedCode !== extendedCodes.shopUnreachable) return null
        await pause(50 + 10 * attempt)
      }
      return null
    },
    // The shop builds the address locally, so none can be lost.
    sessionFor: () => null,
    act(id, act) {
      if (act === 'less' || act === 'more')
        fake.misbehave({ approveAmountMinor: otherMinor[act] }, id)
      if (act === 'foreign') fake.misbehave({ approveCurrency: 'USD' }, id)
      if (act === 'decline') fake.pay(id, { kind: 'decline', resultCode: 'decline_general' })
      else if (act === 'expire') fake.pay(id, { kind: 'expire' })
      else fake.pay(id, { kind: 'approve' }, late)
    },
    misbehave: (callbackFaults, id) => fake.misbehave(toFakeFaults(callbackFaults), id),
    failNext: (fault) =>
      fake.misbehave(
        {
          'create-lost': { checkLostCalls: 1 },
          'create-error': { checkLostCalls: 1 },
          'status-error': { statusErrorCalls: 2 },
          'status-silent': { statusTimeoutCalls: 1 },
          'refund-error': { cancelErrorCalls: 1 },
          'refund-lost': { cancelLostCalls: 1 },
        }[fault],
      ),
    async forge(id) {
      await fake.register(id, { signature: 'other-key', changed: { result_code: '1' } })
      await fake.register(id, { changed: { result_code: '1', amount: '1' } })
    },
    statement: () =>
      fake
        .transactions()
        .filter(({ resultCode }) => resultCode === '1')
        .map(
          ({ trxId: id, amountMinor: capturedMinor, returnedMinor, register: callbackState }) => ({
            id,
            capturedMinor,
            returnedMinor,
            callbackState,
          }),
        ),
    isIdle: () => fake.transactions().every(({ register }) => register !== 'owed'),
    resetFaults: () => fake.reset(),
  }
}

function openEpoint(fake: EpointFake): Bank {
  const find = (id: string) => fake.payments().find(({ transaction }) => transaction === id)
  return {
    name: 'epoint',
    number: 3,
    supportsRefund: true,
    open: async (url) => last(url),
    sessionFor: (paymentId) =>
      fake.payments().find(({ orderId }) => orderId === paymentId)?.transaction ?? null,
    act(id, act) {
      if (act === 'less' || act === 'more')
        fake.misbehave({ approveAmountMinor: otherMinor[act] }, id)
      if (act === 'foreign') fake.misbehave({ approveCurrency: 'USD' }, id)
      // Sessions never expire there.
      if (act === 'expire') return
      fake.pay(id, act === 'decline' ? 'decline' : 'approve', late)
    },
    misbehave: (callbackFaults, id) => fake.misbehave(toFakeFaults(callbackFaults), id),
    failNext: (fault) =>
      fake.misbehave(
        {
          'create-lost': { createLostCalls: 1 },
          'create-error': { createErrorCalls: 1 },
          'status-error': { statusErrorCalls: 2 },
          'status-silent': { statusTimeoutCalls: 1 },
          'refund-error': { reverseErrorCalls: 1 },
          'refund-lost': { reverseLostCalls: 1 },
        }[fault],
      ),
    async forge(id) {
      const payment = find(id)
      const said = { status: 'success', transaction: id, order_id: payment?.orderId }
      const data = Buffer.from(JSON.stringify(said)).toString('base64')
      const form = new URLSearchParams({ data, signature: 'Z3Vlc3NlZA==' }).toString()
      await send(payment?.callbackUrl ?? '', 'application/x-www-form-urlencoded', form)
    },
    statement: () =>
      fake
        .payments()
        .filter(({ status }) => status === 'success' || status === 'returned')
        .map(({ transaction: id, amountMinor, reversedMinor, callback: callbackState }) => ({
          id,
          capturedMinor: amountMinor,
          returnedMinor: reversedMinor,
          callbackState,
        })),
    isIdle: () => fake.payments().every(({ callback }) => callback !== 'owed'),
    resetFaults: () => fake.reset(),
  }
}

function openCityPay(fake: CityPayFake): Bank {
  const acts = { approve: 'send', decline: 'cancel', expire: 'expire', more: 'send-more' } as const
  return {
    name: 'citypay',
    number: 4,
    supportsRefund: false,
    open: async (url) => last(url),
    sessionFor: (paymentId) =>
      fake.orders().find(({ token }) => token === paymentId)?.token ?? null,
    act(id, act) {
      if (act === 'less' || act === 'parts') fake.act(id, 'send-less', late)
      if (act === 'less') fake.act(id, 'expire')
      else if (act === 'parts') fake.act(id, 'send-rest', late)
      // Crypto amounts are calculated in lari: there is no other currency to send.
      else fake.act(id, act === 'foreign' ? 'send' : acts[act], late)
    },
    misbehave({ copies, delayMs, isLost }, id) {
      fake.misbehave({ callbackCopies: copies, callbackDelayMs: delayMs, callbackLost: isLost }, id)
    },
    failNext: (fault) =>
      fake.misbehave(
        {
          'create-lost': { createLostCalls: 1 },
          'create-error': { createErrorCalls: 1 },
          'status-error': { statusErrorCalls: 2 },
          'status-silent': { statusTimeoutCalls: 1 },
          'refund-error': { reportPendingCalls: 1 },
          'refund-lost': { reportPendingCalls: 1 },
        }[fault],
      ),
    async forge(id) {
      const order = fake.orders().find(({ token }) => token === id)
      const url = order?.callbackUrl?.replace(/key=.*/, 'key=guessed') ?? ''
      await send(url, 'application/json', JSON.stringify({ order_token: id, status: 'CONFIRMED' }))
    },
    statement: () =>
      fake
        .orders()
        .filter(({ receivedMinor }) => receivedMinor > 0)
        .map(({ token: id, receivedMinor, callback: callbackState }) => ({
          id,
          capturedMinor: receivedMinor,
          returnedMinor: 0,
          callbackState,
        })),
    isIdle: () =>
      fake.orders().every(({ callback, confirmsAt }) => callback !== 'owed' && confirmsAt === null),
    resetFaults: () => fake.reset(),
  }
}

function toFakeFaults({ copies, delayMs, isLost, isContradicted }: CallbackFaults) {
  return {
    callbackCopies: copies,
    callbackDelayMs: delayMs,
    callbackLost: isLost,
    failureAfterSuccess: isContradicted,
  }
}

/** Ignores the outcome: the shop may be down. */
async function send(url: string, contentType: string, body: string): Promise<void> {
  const headers = { 'content-type': contentType }
  await fetch(url, { method: 'POST', headers, body }).then(
    (reply) => reply.body?.cancel(),
    () => undefined,
  )
}
