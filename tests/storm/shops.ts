import { setTimeout as pause } from 'node:timers/promises'
import { createImplementations } from '#apps/server/implementations.ts'
import { createPorts } from '#apps/server/ports.ts'
import { createServer } from '#apps/server/server.ts'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { expirePayingOrders } from '#flows/checkout/server/expire-paying-orders.ts'
import { pollPayments } from '#flows/checkout/server/poll-payments.ts'
import type { PaymentProvider } from '#modules/payments/server/public-api.ts'
import { readConfig } from '#platform/config.ts'
import { freePort } from '#platform/ports.ts'
import { KillableProcess } from '../crash/processes.ts'
import type { TestClock, TestContext } from '../support/context.ts'
import type { Banks } from './banks.ts'
import { randomOf } from './random.ts'
import { unbounded } from '../support/unbounded.ts'

/** A shop whose processes are killed during a test. */
export interface Shop {
  readonly origins: readonly string[]
  /** Stops killing and makes sure that everything is running. */
  stopKilling(): Promise<void>
  kills(): number
  stop(): Promise<void>
}

export type OpenShop = (env: {
  readonly context: TestContext
  readonly clock: TestClock
  readonly databaseUrl: string
  readonly banks: Banks
}) => Promise<Shop>

const common = {
  LOG_LEVEL: 'silent',
  ...unbounded,
}

/** Two servers and a worker, which are killed in turn and restarted. */
export function processes(options: {
  readonly seed: number
  readonly killsMax: number
  readonly everyMs: number
}): OpenShop {
  return async ({ databaseUrl, banks }) => {
    const ports = [await freePort(), await freePort()]
    const origins = ports.map((port) => `http://127.0.0.1:${port}`)
    const environment = {
      ...common,
      ...banks.environment,
      DATABASE_URL: databaseUrl,
      PUBLIC_ORIGIN: origins[0] ?? '',
      // Nothing listens on this port, so emails wait in the queue.
      SMTP_URL: 'smtp://127.0.0.1:9',
      SMS_URL: 'http://127.0.0.1:9',
    }
    const servers = ports.map(
      (port) =>
        new KillableProcess({
          file: 'src/apps/server/main.ts',
          environment: { ...environment, PORT: String(port) },
          isReady: async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok,
        }),
    )
    const worker = new KillableProcess({
      file: 'src/apps/worker/main.ts',
      environment,
      isReady: async () => true,
    })
    const all = [...servers, worker]
    await Promise.all(all.map((each) => each.start()))
    let kills = 0
    const stopped = new AbortController()
    const random = randomOf(options.seed)
    const killing = (async () => {
      while (!stopped.signal.aborted && kills < options.killsMax) {
        await pause(options.everyMs * (0.5 + random()))
        if (stopped.signal.aborted) break
        const drawn = Math.floor(random() * 5)
        const victims = drawn === 4 ? all : [all[drawn % all.length] as KillableProcess]
        kills += victims.length
        await Promise.all(victims.map((victim) => victim.kill()))
        await Promise.all(victims.map((victim) => victim.start()))
      }
    })()
    return {
      origins,
      kills: () => kills,
      async stopKilling() {
        stopped.abort()
        await killing
      },
      async stop() {
        await Promise.all(all.map((each) => each.kill()))
      },
    }
  }
}

/** Ends a request or a worker's run where a process would have been killed. */
class SimulatedCrash extends Error {}

/**
 * The whole shop in this process; steps that call a bank are sometimes aborted after the bank has received the
 * call.
 */
export function oneProcess(options: { readonly seed: number; readonly chance: number }): OpenShop {
  return async ({ context, banks }) => {
    const port = await freePort()
    const config = readConfig({
      ...common,
      ...banks.environment,
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    })
    const random = randomOf(options.seed)
    let kills = 0
    let isKillingStopped = false
    const mayCrash = () => {
      if (isKillingStopped || random() >= options.chance) return
      kills += 1
      throw new SimulatedCrash('the process died here')
    }
    const ports = createPorts(config)
    const checkout = {
      ...ports.checkout,
      providers: ports.checkout.providers.map((provider) => withCrashes(provider, mayCrash)),
      // Between the money and the tickets: nothing of the transaction may remain.
      issueTickets: async (...given: Parameters<typeof ports.checkout.issueTickets>) => {
        await ports.checkout.issueTickets(...given)
        mayCrash()
      },
    }
    const { db, clock, random: chance, jobs, log } = context
    const app = await createServer({
      config,
      services: {
        base: { db, clock, random: chance, jobs, origin: config.PUBLIC_ORIGIN },
        jobs: jobs as never,
        log,
        systemContext: () => context,
        check: async () => ({ pendingMigrations: 0 }),
        close: async () => {},
      },
      implementations: createImplementations({ ...ports, checkout }),
      sessions: ports.sessions,
      staff: ports.staff,
      isReady: () => true,
      beforeClose: () => ports.liveMaps.close(),
    })
    await app.listen({ port, host: '127.0.0.1' })
    const ending = new AbortController()
    const worker = (async () => {
      while (!ending.signal.aborted) {
        await pollPayments(context, checkout)
        await executeRefunds(context, checkout)
        await expirePayingOrders(context, checkout)
        await pause(50)
      }
    })()
    const stopped = async () => {
      ending.abort()
      await worker
      await app.close()
    }
    let stopping: Promise<void> | null = null
    return {
      origins: [config.PUBLIC_ORIGIN],
      kills: () => kills,
      stopKilling: async () => void (isKillingStopped = true),
      stop: () => (stopping ??= stopped()),
    }
  }
}

/** The same provider, but the caller may be aborted before it processes the answer. */
function withCrashes(provider: PaymentProvider, mayCrash: () => void): PaymentProvider {
  return new Proxy(provider, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name)
      // An aborted creation makes the next caller wait five seconds: only the long run covers it.
      if (typeof own !== 'function' || name === 'readSigned' || name === 'create') return own
      return async (...given: unknown[]) => {
        const answer: unknown = await Reflect.apply(own, target, given)
        mayCrash()
        return answer
      }
    },
  })
}
