import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { Habits } from '../shared/habits.ts'
import { acceptBodies } from '../shared/server.ts'
import { Vault } from '../shared/vault.ts'
import type { PayOutcome, Totals } from '../tpay/bank.ts'
import type { Misbehaviour } from '../tpay/misbehaviour.ts'
import { demoCredentials, type Credentials } from './access.ts'
import { addApi } from './api.ts'
import { addUp, Bank } from './bank.ts'
import { addControl } from './control.ts'
import { demoKeys } from './keys.ts'
import { addPages } from './page-routes.ts'
import type { Transaction } from './protocol.ts'
import { ShopLine, type Forgery, type ShopCall } from './shop.ts'

export type GcOptions = {
  /** 0 takes any free port. */
  port: number
  host?: string
  /** Where the shop is called, without a closing slash; known to the real bank by a contract. */
  shopUrl: string
  /** Where transactions and the key pair outlive a restart. Without it they live as long as the server. */
  stateDir?: string
  credentials?: Credentials
  /** Pauses before a register call that was not answered well is repeated, in milliseconds. */
  registerRetryDelaysMs?: readonly number[]
  /** How long a call that gets no answer is held open, in milliseconds. */
  silenceMs?: number
  tickMs?: number
}

/** A running demo bank, and the handles a test in the same process may use on it. */
export type GcFake = {
  url: string
  credentials: Credentials
  /** PEM that its signatures are checked with. */
  publicKey: string
  calls: Record<'start' | 'session' | 'refund' | 'report', number>
  /** Opens the bank's page as a buyer's browser would; the transaction that was begun. */
  visit(approvalUrl: string): Promise<Transaction>
  /** Pays without a browser. Throws when the bank refuses. */
  pay(trxId: string, outcome: PayOutcome, options?: { force?: boolean }): void
  /** Says no on the bank's page. */
  leave(trxId: string): void
  /** Tells the shop once more, or as a forger would; true when it says that it has written it down. */
  register(trxId: string, forgery?: Forgery): Promise<boolean>
  /** Asks the shop once more. */
  check(trxId: string): Promise<string | null>
  /** Resolves once the shop has said that it knows the outcome. */
  delivered(trxId: string): Promise<void>
  misbehave(misbehaviour: Misbehaviour, trxId?: string): void
  reset(): void
  transactions(): Transaction[]
  totals(): Totals
  shopCalls(): readonly ShopCall[]
  /** Where the shop is called from now on. */
  callShopAt(url: string): void
  stop(): Promise<void>
}

const defaults = {
  registerRetryDelaysMs: [1_000, 5_000, 15_000, 60_000, 300_000],
  silenceMs: 60_000,
  tickMs: 500,
}

/** Starts the demo bank and resolves once it listens. */
export async function startGc(options: GcOptions): Promise<GcFake> {
  const credentials = options.credentials ?? demoCredentials
  const keys = demoKeys(options.stateDir ?? null)
  const habits = new Habits<Misbehaviour>()
  const vault = new Vault<Transaction>(options.stateDir ?? null, ({ trxId }) => trxId)
  let { shopUrl } = options
  const line = new ShopLine({
    privateKey: keys.privateKey,
    otherPrivateKey: demoKeys(null).privateKey,
    credentials,
    habits,
    shopUrl: () => shopUrl,
  })
  const retryDelaysMs = options.registerRetryDelaysMs ?? defaults.registerRetryDelaysMs
  const bank = new Bank({ vault, habits, line, retryDelaysMs })
  const calls = { start: 0, session: 0, refund: 0, report: 0 }
  const silenceMs = options.silenceMs ?? defaults.silenceMs
  const server = fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024 })
  acceptBodies(server)
  addApi(server, { bank, habits, credentials, calls, silenceMs })
  addControl(server, { bank, habits, line })
  addPages(server, { bank, habits, merchantId: credentials.merchantId, calls, silenceMs })
  await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  bank.start(options.tickMs ?? defaults.tickMs)
  const known = (trxId: string): Transaction => {
    const transaction = bank.get(trxId)
    if (!transaction) throw new Error(`The demo bank holds no transaction ${trxId}.`)
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
    register: (trxId, forgery) => line.register(known(trxId), forgery),
    check: (trxId) => line.check(known(trxId)),
    async delivered(trxId) {
      for (let turn = 0; known(trxId).register !== 'delivered'; turn += 1) {
        if (turn > 250) throw new Error('The shop was not told.')
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    misbehave: (misbehaviour, trxId) => habits.add(misbehaviour, trxId),
    reset: () => habits.clear(),
    transactions: () => bank.all(),
    totals: () => addUp(bank.all()),
    shopCalls: () => line.calls,
    callShopAt: (url) => {
      shopUrl = url
    },
    stop: async () => {
      bank.stop()
      await server.close()
      vault.close()
    },
  }
}
