import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { Callbacks, type Delivery } from '../shared/callbacks.ts'
import { addControl } from '../shared/control.ts'
import { Habits } from '../shared/habits.ts'
import { acceptBodies } from '../shared/server.ts'
import { Vault } from '../shared/vault.ts'
import { addApi, type ApiParts } from './api.ts'
import { acts, Desk, type Act } from './desk.ts'
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
  const vault = new Vault<Order>(options.stateDir ?? null, ({ token }) => token)
  const habits = new Habits<Misbehaviour>()
  const callbacks = new Callbacks<Order>(vault, habitsOf, {
    retryDelaysMs: options.callbackRetryDelaysMs ?? retryDelaysMs,
    timeoutMs: 10_000,
    idOf: ({ token }) => token,
    messageOf,
  })
  const desk = new Desk(vault, habits, callbacks, {
    sessionMs: options.sessionMs ?? 12 * 60_000,
    confirmAfterMs: options.confirmAfterMs ?? 1_500,
  })
  const calls = { create: 0, status: 0, report: 0 }
  const server = fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024 })
  let url = options.publicUrl ?? ''
  acceptBodies(server)
  const silenceMs = options.silenceMs ?? 60_000
  addApi(server, { desk, habits, ...access, calls, silenceMs, ownUrl: () => url })
  addControl(server, {
    find: (id) => desk.get(id),
    all: () => desk.all(),
    clear: () => desk.clear(),
    act: (order, act, { force }) => desk.act(order, act as Act, force),
    outcomes: acts,
    habits,
    misbehaviour: misbehaviourShape,
    notify: (order) => callbacks.post(order.callbackUrl ?? '', order.token, messageOf(order)),
    forge: (target, id) => {
      const body = JSON.stringify({ order_token: id, status: 'CONFIRMED' })
      return callbacks.post(target, id, { contentType: 'application/json', body })
    },
    totals: () => ({ received: desk.all().reduce((sum, order) => sum + order.receivedMinor, 0) }),
    deliveries: () => callbacks.deliveries,
    calls,
  })
  addPages(server, desk, habits)
  await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  url = options.publicUrl ?? `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  desk.start(options.tickMs ?? 500)
  return {
    url,
    access,
    calls,
    act(token, act, { force = false } = {}) {
      const order = desk.get(token)
      const refused = order ? desk.act(order, act, force) : 'There is no such order.'
      if (refused !== null) throw new Error(refused)
    },
    misbehave: (misbehaviour, token) => habits.add(misbehaviour, token),
    reset: () => habits.clear(),
    orders: () => desk.all(),
    deliveries: () => callbacks.deliveries,
    async stop() {
      desk.stop()
      await server.close()
      vault.close()
    },
  }

  function habitsOf(id: string) {
    return {
      callbackDelayMs: habits.read('callbackDelayMs', id),
      callbackCopies: habits.read('callbackCopies', id),
      callbackLost: habits.read('callbackLost', id),
    }
  }
}
