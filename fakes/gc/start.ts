import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { FaultRegistry } from '../shared/fault-registry.ts'
import { acceptBodies } from '../shared/server.ts'
import { PaymentStore } from '../shared/payment-store.ts'
import type { PayOutcome, Totals } from '../tpay/bank.ts'
import type { Misbehaviour } from '../tpay/misbehaviour.ts'
import { demoCredentials, type Credentials } from './access.ts'
import { addApi } from './api.ts'
import { addUp, Bank } from './bank.ts'
import { addControl } from './control.ts'
import { demoKeys } from './keys.ts'
import { addPages } from './page-routes.ts'
import type { Transaction } from './protocol.ts'
import { ShopClient, type Forgery, type ShopCall } from './shop-client.ts'

export type GcOptions = {
  /** 0 takes any free port. */
  port: number
  host?: string
  /** Base URL of the shop, without a trailing slash; the real bank knows it from the contract. */
  shopUrl: string
  /**
   * Directory where transactions and the key pair are kept across restarts; without it they are in memory
   * only.
   */
  stateDir?: string
  credentials?: Credentials
  /** Delays before a failed register call is repeated, in milliseconds. */
  registerRetryDelaysMs?: readonly number[]
  /** How long an unanswered call is held open, in milliseconds. */
  silenceMs?: number
  tickMs?: number
}

/** A running fake, with controls for tests in the same process. */
export type GcFake = {
  url: string
  credentials: Credentials
  /** PEM public key to verify its signatures. */
  publicKey: string
  calls: Record<'start' | 'session' | 'refund' | 'report', number>
  /** Opens the payment page like a buyer's browser; returns the started transaction. */
  visit(approvalUrl: string): Promise<Transaction>
  /** Pays without a browser. Throws if the bank refuses. */
  pay(trxId: string, outcome: PayOutcome, options?: { force?: boolean }): void
  /** Cancels on the payment page. */
  leave(trxId: string): void
  /** Repeats the register call, or forges one; true if the shop confirms that it is stored. */
  register(trxId: string, forgery?: Forgery): Promise<boolean>
  /** Repeats the check call. */
  check(trxId: string): Promise<string | null>
  /** Resolves once the shop has confirmed the outcome. */
  delivered(trxId: string): Promise<void>
  misbehave(misbehaviour: Misbehaviour, trxId?: string): void
  reset(): void
  transactions(): Transaction[]
  totals(): Totals
  shopCalls(): readonly ShopCall[]
  /** Base URL of the shop from now on. */
  callShopAt(url: string): void
  stop(): Promise<void>
}

const defaults = {
  registerRetryDelaysMs: [1_000, 5_000, 15_000, 60_000, 300_000],
  silenceMs: 60_000,
  tickMs: 500,
}

/** Starts the fake bank and resolves once it listens. */
export async function startGc(options: GcOptions): Promise<GcFake> {
  const credentials = options.credentials ?? demoCredentials
  const keys = demoKeys(options.stateDir ?? null)
  const faults = new FaultRegistry<Misbehaviour>()
  const payments = new PaymentStore<Transaction>(options.stateDir ?? null, ({ trxId }) => trxId)
  let { shopUrl } = options
  const shop = new ShopClient({
    privateKey: keys.privateKey,
    otherPrivateKey: demoKeys(null).privateKey,
    credentials,
    faults,
    shopUrl: () => shopUrl,
  })
  const retryDelaysMs = options.registerRetryDelaysMs ?? defaults.registerRetryDelaysMs
  const bank = new Bank({ payments, faults, shop, retryDelaysMs })
  const calls = { start: 0, session: 0, refund: 0, report: 0 }
  const silenceMs = options.silenceMs ?? defaults.silenceMs
  const server = fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024 })
  acceptBodies(server)
  addApi(server, { bank, faults, credentials, calls, silenceMs })
  addControl(server, { bank, faults, shop })
  addPages(server, { bank, faults, merchantId: credentials.merchantId, calls, silenceMs })
  await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  bank.start(options.tickMs ?? defaults.tickMs)
  const known = (trxId: string): Transaction => {
    const transaction = bank.get(trxId)
    if (!transaction) throw new Error(`The fake bank has no transaction ${trxId}.`)
    return transaction
  }
  return {
    url: `http://127.0.0.1:${port}`,
    credentials,
    publicKey: keys.publicKey,
    calls,
    async visit(approvalUrl) {
      const answer = await fetch(approvalUrl, { redirect: 'manual' })
      return known(/\/pay\/(\w+)/.exec(answer.headers.get('location') ?? '')?.[1] ?? '')
    },
    pay(trxId, outcome, payOptions) {
      const result = bank.pay(known(trxId), outcome, undefined, payOptions?.force)
      if ('refused' in result) throw new Error(result.refused)
    },
    leave: (trxId) => bank.leave(known(trxId)),
    register: (trxId, forgery) => shop.register(known(trxId), forgery),
    check: (trxId) => shop.check(known(trxId)),
    async delivered(trxId) {
      const deadline = performance.now() + 30_000
      while (known(trxId).register !== 'delivered') {
        if (performance.now() > deadline) throw new Error('The shop did not confirm the outcome.')
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    misbehave: (misbehaviour, trxId) => faults.add(misbehaviour, trxId),
    reset: () => faults.clear(),
    transactions: () => bank.all(),
    totals: () => addUp(bank.all()),
    shopCalls: () => shop.calls,
    callShopAt: (url) => {
      shopUrl = url
    },
    stop: async () => {
      bank.stop()
      await server.close()
      payments.close()
    },
  }
}
