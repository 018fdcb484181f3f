import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { z } from 'zod'
import { CinemaSystem, type Booking } from './cinema-system.ts'

/**
 * A fault of one request: `late` delays the response; `lost` takes effect but is not answered; `dies`
 * answers 503 without any effect.
 */
export type CinemaFault = 'late' | 'lost' | 'dies'

export interface CinemaFake {
  readonly url: string
  readonly apiKey: string
  readonly system: CinemaSystem
  /** Faults of the next requests of each kind, one each. */
  readonly faults: Record<'lock' | 'book' | 'look' | 'refund' | 'seats', CinemaFault[]>
  /** Draws a random fault for each request; null for none. */
  chance: (() => CinemaFault | null) | null
  readonly calls: Record<string, number>
  /** Restarts the fake; requests in progress are not answered. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const lateMilliseconds = 150
const demoKey = 'demo-cinema-key'

/** Starts the fake and resolves once it listens. */
export async function startCinema(options: { port: number; host?: string }): Promise<CinemaFake> {
  const fake: Omit<CinemaFake, 'url' | 'stop' | 'restart'> & { url: string } = {
    url: '',
    apiKey: demoKey,
    system: new CinemaSystem(),
    faults: { lock: [], book: [], look: [], refund: [], seats: [] },
    chance: null,
    calls: {},
  }
  async function open(port: number): Promise<FastifyInstance> {
    const app = fastify({ logger: false })
    app.addHook('onRequest', async (request, reply) => {
      if (request.headers.authorization !== `Bearer ${demoKey}`)
        await reply.code(401).send({ code: 'UNAUTHORIZED' })
    })
    addCalls(app, fake)
    await app.listen({ port, host: options.host ?? '127.0.0.1' })
    return app
  }
  async function close(app: FastifyInstance): Promise<void> {
    app.server.closeAllConnections()
    await app.close()
  }
  let app = await open(options.port)
  const { port } = app.server.address() as AddressInfo
  let restarting: Promise<void> | null = null
  return Object.assign(fake, {
    url: `http://127.0.0.1:${port}`,
    restart: () =>
      (restarting ??= (async () => {
        await close(app)
        app = await open(port)
        restarting = null
      })()),
    stop: () => close(app),
  })
}

const seats = z.array(z.number().int().positive()).min(1).max(100)
const booked = ({ bookingNumber, sessionId, key, tickets }: Booking) => ({
  bookingNumber,
  sessionId,
  key,
  tickets,
})

function addCalls(
  app: FastifyInstance,
  fake: Pick<CinemaFake, 'system' | 'faults' | 'chance' | 'calls'>,
): void {
  const { system } = fake
  /** Answers a request, applying its fault. */
  async function answer(
    kind: keyof CinemaFake['faults'],
    reply: FastifyReply,
    work: () => { status: number; body: unknown },
  ): Promise<unknown> {
    fake.calls[kind] = (fake.calls[kind] ?? 0) + 1
    const fault = fake.faults[kind].shift() ?? fake.chance?.() ?? null
    if (fault === 'dies') return reply.code(503).send({ code: 'UNAVAILABLE' })
    const { status, body } = work()
    if (fault === 'lost') {
      reply.hijack()
      reply.raw.destroy()
      return undefined
    }
    if (fault === 'late') await new Promise((resolve) => setTimeout(resolve, lateMilliseconds))
    return reply.code(status).send(body)
  }

  app.get('/sessions', async () => ({ sessions: [...system.sessions.values()] }))
  app.get<{ Params: { id: string } }>('/sessions/:id/seats', (request, reply) =>
    answer('seats', reply, () => ({
      status: 200,
      body: { seats: system.seats(request.params.id) },
    })),
  )
  app.post<{ Params: { id: string } }>('/sessions/:id/lock', (request, reply) => {
    const body = z.object({ key: z.string(), seats }).parse(request.body)
    return answer('lock', reply, () => {
      const refusal = system.lock(body.key, request.params.id, body.seats)
      return refusal ? { status: 409, body: refusal } : { status: 200, body: { key: body.key } }
    })
  })
  app.post<{ Params: { key: string } }>('/locks/:key/unlock', (request, reply) =>
    answer('lock', reply, () => {
      system.unlock(request.params.key)
      return { status: 200, body: {} }
    }),
  )
  app.post('/bookings', (request, reply) => {
    const body = z
      .object({ key: z.string(), lockKey: z.string(), sessionId: z.string(), seats })
      .parse(request.body)
    return answer('book', reply, () => {
      const result = system.book(body, body.sessionId, body.seats)
      return 'code' in result
        ? { status: 409, body: result }
        : { status: 200, body: booked(result) }
    })
  })
  app.get<{ Params: { key: string } }>('/bookings/by-key/:key', (request, reply) =>
    answer('look', reply, () => {
      const found = system.bookings.get(request.params.key)
      return found
        ? { status: 200, body: booked(found) }
        : { status: 404, body: { code: 'UNKNOWN' } }
    }),
  )
  app.get('/bookings', async () => ({ bookings: [...system.bookings.values()].map(booked) }))
  app.post<{ Params: { number: string } }>('/bookings/:number/refund', (request, reply) => {
    const body = z.object({ ticketNumbers: z.array(z.string()).min(1) }).parse(request.body)
    return answer('refund', reply, () =>
      system.refund(request.params.number, body.ticketNumbers)
        ? { status: 200, body: {} }
        : { status: 404, body: { code: 'UNKNOWN' } },
    )
  })
}
