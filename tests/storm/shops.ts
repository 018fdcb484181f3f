import { setTimeout as pause } from 'node:timers/promises'
import { createImplementations } from '#apps/server/implementations.ts'
import { createPorts } from '#apps/server/ports.ts'
import { createServer } from '#apps/server/server.ts'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { expirePayingOrders } from '#flows/checkout/server/expire-paying-orders.ts'
import { pollPayments } from '#flows/checkout/server/poll-payments.ts'
import type { PaymentProvider } from '#modules/payments/server/public-api.ts'
import { readConfig } from '#platform/config.ts'
import { freePort, Mortal } from '../crash/processes.ts'
import type { TestClock, TestContext } from '../support/context.ts'
import type { Banks } from './banks.ts'
import { randomOf } from './random.ts'
import { unbounded } from '../support/unbounded.ts'

/** A shop under fire. */
export interface Shop {
  readonly origins: readonly string[]
  /** No more deaths, and everything that should run runs. */
  calmDown(): Promise<void>
  deaths(): number
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

/** Two servers and a worker, of which one after the other is killed without warning and started again. */
export function processes(options: {
  readonly seed: number
  readonly killsMost: number
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
      // Emails wait in the queue: nobody listens there.
      SMTP_URL: 'smtp://127.0.0.1:9',
      SMS_URL: 'http://127.0.0.1:9',
    }
    const servers = ports.map(
      (port) =>
        new Mortal({
          file: 'src/apps/server/main.ts',
          environment: { ...environment, PORT: String(port) },
          isReady: async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok,
        }),
    )
    const worker = new Mortal({
      file: 'src/apps/worker/main.ts',
      environment,
      isReady: async () => true,
    })
    const all = [...servers, worker]
    await Promise.all(all.map((each) => each.start()))
    let deaths = 0
    const calm = new AbortController()
    const random = randomOf(options.seed)
    const reaper = (async () => {
      while (!calm.signal.aborted && deaths < options.killsMost) {
        await pause(options.everyMs * (0.5 + random()))
        if (calm.signal.aborted) break
        const drawn = Math.floor(random() * 5)
        const victims = drawn === 4 ? all : [all[drawn % all.length] as Mortal]
        deaths += victims.length
        await Promise.all(victims.map((victim) => victim.kill()))
        await Promise.all(victims.map((victim) => victim.start()))
      }
    })()
    return {
      origins,
      deaths: () => deaths,
      async calmDown() {
        calm.abort()
        await reaper
      },
      async stop() {
        await Promise.all(all.map((each) => each.kill()))
      },
    }
  }
}

/** What a request or a round of the worker ends with where a process would have died. */
class Death extends Error {}

/** The whole shop in this process, where what waits for a bank dies now and then: after the bank has heard. */
export function oneProcess(options: { readonly seed: number; readonly chance: number }): OpenShop {
  return async ({ context, banks }) => {
    const port = await freePort()
    const config = readConfig({
      ...common,
      ...banks.environment,
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    })
    const random = randomOf(options.seed)
    let deaths = 0
    let isCalm = false
    const mayDie = () => {
      if (isCalm || random() >= options.chance) return
      deaths += 1
      throw new Death('the process died here')
    }
    const ports = createPorts(config)
    const checkout = {
      ...ports.checkout,
      providers: ports.checkout.providers.map((provider) => dying(provider, mayDie)),
      // Between the money and the tickets: nothing of the transaction may stay.
      issueTickets: async (...given: Parameters<typeof ports.checkout.issueTickets>) => {
        await ports.checkout.issueTickets(...given)
        mayDie()
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
        check: async () => {},
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
      deaths: () => deaths,
      calmDown: async () => void (isCalm = true),
      stop: () => (stopping ??= stopped()),
    }
  }
}

/** The same provider, but what asked it may die before it has made anything of the answer. */
function dying(provider: PaymentProvider, mayDie: () => void): PaymentProvider {
  return new Proxy(provider, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name)
      // Whoever dies over a creation leaves the next to wait five seconds for its answer: the long run does that.
      if (typeof own !== 'function' || name === 'readSigned' || name === 'create') return own
      return async (...given: unknown[]) => {
        const answer: unknown = await Reflect.apply(own, target, given)
        mayDie()
        return answer
      }
    },
  })
}
