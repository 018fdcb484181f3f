import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { Callbacks } from '../shared/callbacks.ts'
import { FaultRegistry } from '../shared/fault-registry.ts'
import { acceptBodies } from '../shared/server.ts'
import { PaymentStore } from '../shared/payment-store.ts'
import { addControl } from './control.ts'
import { addApi, demoClient, type ApiParts, type BogFaults } from './api.ts'
import { PaymentService, receiptOf, type BogOrder } from './payment-service.ts'

export interface BogFake {
  readonly url: string
  readonly tokenUrl: string
  readonly client: typeof demoClient
  readonly calls: ApiParts['calls']
  orders(): BogOrder[]
  misbehave(faults: BogFaults): void
  reset(): void
  stop(): Promise<void>
}

/** A fake of the Bank of Georgia's payments API, for Apple Pay and Google Pay on a shop's own page. */
export async function startBog(options: {
  readonly port: number
  readonly host?: string | undefined
  /** Directory where orders are kept across restarts. */
  readonly stateDir?: string | undefined
  /** How long an unanswered call is held open, in milliseconds. */
  readonly silenceMs?: number
  readonly callbackRetryDelaysMs?: readonly number[]
}): Promise<BogFake> {
  const payments = new PaymentStore<BogOrder>(options.stateDir ?? null, ({ orderId }) => orderId)
  const faults = new FaultRegistry<BogFaults>()
  const calls = { token: 0, create: 0, payment: 0, receipt: 0, refund: 0 }
  const server = fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024 })
  const ownUrl = () => `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const callbacks = new Callbacks<BogOrder>(
    payments,
    () => ({ callbackLost: faults.read('callbackLost') ?? false }),
    {
      retryDelaysMs: options.callbackRetryDelaysMs ?? [1_000, 5_000, 15_000],
      timeoutMs: 10_000,
      idOf: ({ orderId }) => orderId,
      messageOf: (order) => ({
        contentType: 'application/json',
        body: JSON.stringify({ event: 'order_payment', body: receiptOf(order) }),
      }),
    },
  )
  const service = new PaymentService(payments, callbacks)
  acceptBodies(server)
  addApi(server, { service, faults, calls, silenceMs: options.silenceMs ?? 60_000, ownUrl })
  addControl(server, { faults, all: () => payments.all() })
  await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  callbacks.resume()
  return {
    url: ownUrl(),
    tokenUrl: `${ownUrl()}/token`,
    client: demoClient,
    calls,
    orders: () => payments.all(),
    misbehave: (given) => faults.add(given),
    reset: () => faults.clear(),
    async stop() {
      callbacks.stop()
      await server.close()
      payments.close()
    },
  }
}
