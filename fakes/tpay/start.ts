import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import type { Credentials } from './access.ts'
import { Access, demoCredentials } from './access.ts'
import type { ApiParts } from './api.ts'
import { addApi } from './api.ts'
import type { PayOutcome, Totals } from './bank.ts'
import { addUp, Bank } from './bank.ts'
import type { Delivery } from '../shared/callbacks.ts'
import { FaultRegistry } from '../shared/fault-registry.ts'
import { acceptBodies } from '../shared/server.ts'
import { PaymentStore } from '../shared/payment-store.ts'
import { createCallbacks } from './callbacks.ts'
import { addControl } from './control.ts'
import type { Misbehaviour } from './misbehaviour.ts'
import { addPages } from './page-routes.ts'
import type { Payment } from './protocol.ts'

export type TpayOptions = {
  /** 0 takes any free port. */
  port: number
  host?: string
  /** Directory where payments are kept across restarts; without it they are in memory only. */
  stateDir?: string
  /** Base URL for browsers, without a trailing slash. */
  publicUrl?: string
  credentials?: Credentials
  /** Delays before a failed callback is repeated, in milliseconds. */
  callbackRetryDelaysMs?: readonly number[]
  /** How long an unanswered call is held open, in milliseconds. */
  silenceMs?: number
  /** Interval in milliseconds at which expired sessions and late outcomes are processed. */
  tickMs?: number
  tokenSeconds?: number
}

/** A running fake, with controls for tests in the same process. */
export type TpayFake = {
  url: string
  port: number
  credentials: Credentials
  /** Pays without a browser. Throws if the bank refuses. */
  pay(payId: string, outcome: PayOutcome, options?: { force?: boolean }): void
  misbehave(misbehaviour: Misbehaviour, payId?: string): void
  /** Removes all faults. */
  reset(): void
  payments(): Payment[]
  totals(): Totals
  deliveries(): readonly Delivery[]
  calls: ApiParts['calls']
  stop(): Promise<void>
}

const defaults = {
  callbackRetryDelaysMs: [1_000, 5_000, 15_000, 60_000, 300_000],
  callbackTimeoutMs: 10_000,
  silenceMs: 60_000,
  tickMs: 500,
}

/** Starts the fake bank and resolves once it listens. */
export async function startTpay(options: TpayOptions): Promise<TpayFake> {
  const payments = new PaymentStore<Payment>(options.stateDir ?? null, ({ payId }) => payId)
  const faults = new FaultRegistry<Misbehaviour>()
  const callbacks = createCallbacks(payments, faults, {
    retryDelaysMs: options.callbackRetryDelaysMs ?? defaults.callbackRetryDelaysMs,
    timeoutMs: defaults.callbackTimeoutMs,
  })
  const bank = new Bank(payments, faults, callbacks)
  const credentials = options.credentials ?? demoCredentials
  const access = new Access(credentials, options.tokenSeconds)
  const calls = {
    token: 0,
    create: 0,
    status: 0,
    cancel: 0,
    completion: 0,
    execution: 0,
    report: 0,
  }
  const server = fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024 })
  let url = options.publicUrl ?? ''
  const silenceMs = options.silenceMs ?? defaults.silenceMs
  acceptBodies(server)
  addApi(server, { bank, faults, access, calls, silenceMs, bankUrl: () => url })
  addControl(server, { bank, faults, access, calls, callbacks })
  addPages(server, bank, faults)
  const host = options.host ?? '127.0.0.1'
  await server.listen({ port: options.port, host })
  const { port } = server.server.address() as AddressInfo
  url = options.publicUrl ?? `http://127.0.0.1:${port}`
  bank.start(options.tickMs ?? defaults.tickMs)
  return {
    url,
    port,
    credentials,
    calls,
    pay: (payId, outcome, payOptions) => payOrThrow(bank, payId, outcome, payOptions?.force),
    misbehave: (misbehaviour, payId) => faults.add(misbehaviour, payId),
    reset: () => faults.clear(),
    payments: () => bank.all(),
    totals: () => addUp(bank.all()),
    deliveries: () => callbacks.deliveries,
    stop: async () => {
      bank.stop()
      await server.close()
      payments.close()
    },
  }
}

function payOrThrow(bank: Bank, payId: string, outcome: PayOutcome, force?: boolean): void {
  const payment = bank.get(payId)
  if (!payment) throw new Error(`The fake bank has no payment ${payId}.`)
  const result = bank.pay(payment, outcome, undefined, force)
  if ('refused' in result) throw new Error(result.refused)
}
