import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { Callbacks, type Delivery } from '../shared/callbacks.ts'
import { addControl } from '../shared/control.ts'
import { FaultRegistry } from '../shared/fault-registry.ts'
import { acceptBodies } from '../shared/server.ts'
import { PaymentStore } from '../shared/payment-store.ts'
import { addApi, type ApiParts } from './api.ts'
import { acts, PaymentService, type Act } from './payment-service.ts'
import { addPages } from './pages.ts'
import { messageOf, misbehaviourShape, type Misbehaviour, type Order } from './protocol.ts'

/** Credentials shared by the demo shop and this fake; they have no use elsewhere. */
export const demoAccess = { customerId: 'demo-merchant', accessToken: 'demo-citypay-token' }

export type CityPayFakeOptions = {
  /** 0 takes any free port. */
  port: number
  host?: string
  /** Directory where orders are kept across restarts; without it they are in memory only. */
  stateDir?: string
  /** Base URL for browsers, without a trailing slash. */
  publicUrl?: string
  access?: typeof demoAccess
  callbackRetryDelaysMs?: readonly number[]
  /** How long an order waits for the payment, in milliseconds. */
  sessionMs?: number
  /** Duration of the network's confirmation, in milliseconds. */
  confirmAfterMs?: number
  silenceMs?: number
  tickMs?: number
}

/** A running fake, with controls for tests in the same process. */
export type CityPayFake = {
  url: string
  access: typeof demoAccess
  /** Simulates an act of the buyer, or expiry. Throws if it is not possible. */
  act(token: string, act: Act, options?: { force?: boolean }): void
  misbehave(misbehaviour: Misbehaviour, token?: string): void
  reset(): void
  orders(): Order[]
  deliveries(): readonly Delivery[]
  calls: ApiParts['calls']
  stop(): Promise<void>
}

const retryDelaysMs = [1_000, 5_000, 15_000, 60_000, 300_000]

/** Starts the fake and resolves once it listens. */
export async function startCityPay(options: CityPayFakeOptions): Promise<CityPayFake> {
  const access = options.access ?? demoAccess
  const payments = new PaymentStore<Order>(options.stateDir ?? null, ({ token }) => token)
  const faults = new FaultRegistry<Misbehaviour>()
  const callbacks = new Callbacks<Order>(payments, faultsOf, {
    retryDelaysMs: options.callbackRetryDelaysMs ?? retryDelaysMs,
    timeoutMs: 10_000,
    idOf: ({ token }) => token,
    messageOf,
  })
  const service = new PaymentService(payments, faults, callbacks, {
    sessionMs: options.sessionMs ?? 12 * 60_000,
    confirmAfterMs: options.confirmAfterMs ?? 1_500,
  })
  const calls = { create: 0, status: 0, report: 0 }
  const server = fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024 })
  let url = options.publicUrl ?? ''
  acceptBodies(server)
  const silenceMs = options.silenceMs ?? 60_000
  addApi(server, { service, faults, ...access, calls, silenceMs, ownUrl: () => url })
  addControl(server, {
    find: (id) => service.get(id),
    all: () => service.all(),
    clear: () => service.clear(),
    act: (order, act, { force }) => service.act(order, act as Act, force),
    outcomes: acts,
    faults,
    misbehaviour: misbehaviourShape,
    notify: (order) => callbacks.post(order.callbackUrl ?? '', order.token, messageOf(order)),
    forge: (target, id) => {
      const body = JSON.stringify({ order_token: id, status: 'CONFIRMED' })
      return callbacks.post(target, id, { contentType: 'application/json', body })
    },
    totals: () => ({
      received: service.all().reduce((sum, order) => sum + order.receivedMinor, 0),
    }),
    deliveries: () => callbacks.deliveries,
    calls,
  })
  addPages(server, service, faults)
  await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  url = options.publicUrl ?? `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  service.start(options.tickMs ?? 500)
  return {
    url,
    access,
    calls,
    act(token, act, { force = false } = {}) {
      const order = service.get(token)
      const refused = order ? service.act(order, act, force) : 'There is no such order.'
      if (refused !== null) throw new Error(refused)
    },
    misbehave: (misbehaviour, token) => faults.add(misbehaviour, token),
    reset: () => faults.clear(),
    orders: () => service.all(),
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
}
