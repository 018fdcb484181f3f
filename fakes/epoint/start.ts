import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { Callbacks, type Delivery } from '../shared/callbacks.ts'
import { addControl } from '../shared/control.ts'
import { FaultRegistry } from '../shared/fault-registry.ts'
import { acceptBodies } from '../shared/server.ts'
import { PaymentStore } from '../shared/payment-store.ts'
import { addApi, type ApiParts } from './api.ts'
import { PaymentService, outcomes, type Outcome } from './payment-service.ts'
import { addPages } from './page-routes.ts'
import {
  misbehaviourShape,
  presentPayment,
  signedMessage,
  type Misbehaviour,
  type Payment,
} from './protocol.ts'

/** Credentials shared by the demo shop and this fake; they have no use elsewhere. */
export const demoKeys = { publicKey: 'demo-merchant', privateKey: 'demo-epoint-key' }

export type EpointOptions = {
  /** 0 takes any free port. */
  port: number
  host?: string
  /** Directory where payments are kept across restarts; without it they are in memory only. */
  stateDir?: string
  /** Base URL for browsers, without a trailing slash. */
  publicUrl?: string
  keys?: typeof demoKeys
  /** Delays before a failed callback is repeated, in milliseconds. */
  callbackRetryDelaysMs?: readonly number[]
  /** How long the page accepts a card, in milliseconds. */
  sessionMs?: number
  silenceMs?: number
  tickMs?: number
}

/** A running fake, with controls for tests in the same process. */
export type EpointFake = {
  url: string
  keys: typeof demoKeys
  /** Pays without a browser. Throws if it is not possible. */
  pay(transaction: string, outcome: Outcome, options?: { force?: boolean }): void
  misbehave(misbehaviour: Misbehaviour, transaction?: string): void
  reset(): void
  payments(): Payment[]
  deliveries(): readonly Delivery[]
  calls: ApiParts['calls']
  stop(): Promise<void>
}

const retryDelaysMs = [1_000, 5_000, 15_000, 60_000, 300_000]
const sessionMs = 15 * 60_000

/** Starts the fake and resolves once it listens. */
export async function startEpoint(options: EpointOptions): Promise<EpointFake> {
  const keys = options.keys ?? demoKeys
  const payments = new PaymentStore<Payment>(
    options.stateDir ?? null,
    ({ transaction }) => transaction,
  )
  const faults = new FaultRegistry<Misbehaviour>()
  const keyFor = ({ transaction }: Payment) =>
    faults.read('callbackForged', transaction) ? 'a key of somebody else' : keys.privateKey
  const messageOf = (payment: Payment) =>
    signedMessage(keyFor(payment), presentPayment(payment, payment.status))
  const callbacks: Callbacks<Payment> = new Callbacks(payments, faultsOf, {
    retryDelaysMs: options.callbackRetryDelaysMs ?? retryDelaysMs,
    timeoutMs: 10_000,
    idOf: ({ transaction }) => transaction,
    messageOf,
    onDelivered: sendFalseFailure,
  })
  const service = new PaymentService(payments, faults, callbacks, options.sessionMs ?? sessionMs)
  const calls = { request: 0, status: 0, reverse: 0, execute: 0, report: 0 }
  const server = fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024 })
  let url = options.publicUrl ?? ''
  acceptBodies(server)
  const silenceMs = options.silenceMs ?? 60_000
  addApi(server, { service, faults, ...keys, calls, silenceMs, ownUrl: () => url })
  addControl(server, {
    find: (id) => service.get(id),
    all: () => service.all(),
    clear: () => service.clear(),
    act: (payment, outcome, { force }) => service.pay(payment, outcome as Outcome, force),
    outcomes,
    faults,
    misbehaviour: misbehaviourShape,
    notify: (payment) =>
      callbacks.post(payment.callbackUrl ?? '', payment.transaction, messageOf(payment)),
    forge: (target, id) =>
      callbacks.post(target, id, signedMessage('guessed', { order_id: id, transaction: id })),
    totals: () => addUp(service.all()),
    deliveries: () => callbacks.deliveries,
    calls,
  })
  addPages(server, service, faults)
  await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  url = options.publicUrl ?? `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  service.start(options.tickMs ?? 500)
  return {
    url,
    keys,
    calls,
    pay(transaction, outcome, { force = false } = {}) {
      const payment = service.get(transaction)
      const refused = payment ? service.pay(payment, outcome, force) : 'There is no such payment.'
      if (refused !== null) throw new Error(refused)
    },
    misbehave: (misbehaviour, transaction) => faults.add(misbehaviour, transaction),
    reset: () => faults.clear(),
    payments: () => service.all(),
    deliveries: () => callbacks.deliveries,
    async stop() {
      service.stop()
      await server.close()
      payments.close()
    },
  }

  function faultsOf(id: string) {
    return {
      callbackDelayMs: faults.read('callbackDelayMs', id),
      callbackCopies: faults.read('callbackCopies', id),
      callbackLost: faults.read('callbackLost', id),
    }
  }

  /** Sends the false failure configured by `failureAfterSuccess`, once. */
  function sendFalseFailure(payment: Payment): void {
    const { transaction } = payment
    if (!faults.read('failureAfterSuccess', transaction) || payment.status !== 'success') return
    faults.add({ failureAfterSuccess: false, reportFailureCalls: 1 }, transaction)
    callbacks.attemptLater(transaction, 0)
  }
}

/** Captured and refunded totals in minor units. */
function addUp(payments: readonly Payment[]): { captured: number; returned: number } {
  const taken = payments.filter(({ status }) => status === 'success' || status === 'returned')
  return {
    captured: taken.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    returned: taken.reduce((sum, { reversedMinor }) => sum + reversedMinor, 0),
  }
}
