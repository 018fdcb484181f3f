import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { z } from 'zod'
import { addLocalGuard } from '../local-guard.ts'

/** A fault of the following responses, until it is reset. */
const faultShape = z.strictObject({
  habit: z.enum(['error', 'silent', 'page', 'broken', 'empty', 'short', 'jump', 'endless']),
})
export type NbgFault = z.output<typeof faultShape>['habit']

export interface NbgFake {
  readonly url: string
  /** Number of requests, answered or not. */
  readonly calls: { count: number }
  misbehave(habit: NbgFault): void
  reset(): void
  stop(): Promise<void>
}

export interface NbgOptions {
  /** 0 takes any free port. */
  readonly port: number
  readonly host?: string
}

/** Lari for `quantity` units on 1 January 2026; the rates then vary slightly from day to day. */
const starts = [
  { code: 'EUR', name: 'ევრო', quantity: 1, rate: 3.1512 },
  { code: 'USD', name: 'აშშ დოლარი', quantity: 1, rate: 2.7153 },
  { code: 'GBP', name: 'გირვანქა სტერლინგი', quantity: 1, rate: 3.6241 },
  { code: 'TRY', name: 'თურქული ლირა', quantity: 10, rate: 0.7012 },
  { code: 'AMD', name: 'სომხური დრამი', quantity: 1000, rate: 7.0421 },
  { code: 'AZN', name: 'აზერბაიჯანული მანათი', quantity: 1, rate: 1.5972 },
  { code: 'CHF', name: 'შვეიცარიული ფრანკი', quantity: 1, rate: 3.3871 },
  { code: 'JPY', name: 'იაპონური იენი', quantity: 100, rate: 1.7564 },
  { code: 'KWD', name: 'ქუვეითური დინარი', quantity: 1, rate: 8.8412 },
] as const

const dayMilliseconds = 86_400_000

/** Starts the fake of the National Bank and resolves once it listens. */
export async function startNbg(options: NbgOptions): Promise<NbgFake> {
  let habit: NbgFault | null = null
  const calls = { count: 0 }
  const server = fastify({ forceCloseConnections: true })
  addLocalGuard(server)
  server.get('/gw/api/ct/monetarypolicy/currencies/:language/json/', async (request, reply) => {
    calls.count += 1
    const { date } = request.query as { date?: string }
    const day = /^\d{4}-\d{2}-\d{2}$/.test(date ?? '') ? String(date) : today()
    if (habit === 'silent') return new Promise(() => {})
    if (habit === 'error') return reply.code(500).send({ message: 'An error has occurred.' })
    if (habit === 'page') return reply.type('text/html').send('<html>Maintenance</html>')
    if (habit === 'broken') return reply.type('application/json').send('[{"date":"2026-')
    if (habit === 'endless') return reply.type('application/json').send(' '.repeat(2_000_000))
    return reply.send(habit === 'empty' ? [] : [answerOf(day, habit)])
  })
  server.post('/__control/misbehave', async (request, reply) => {
    const wanted = faultShape.safeParse(request.body)
    if (!wanted.success) return reply.code(400).send({ error: z.prettifyError(wanted.error) })
    habit = wanted.data.habit
    return { habit }
  })
  server.post('/__control/reset', async () => {
    habit = null
    return { habit }
  })
  await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    misbehave: (wanted) => void (habit = wanted),
    reset: () => void (habit = null),
    stop: () => server.close(),
  }
}

function today(): string {
  return new Date(Date.now() + 4 * 3_600_000).toISOString().slice(0, 10)
}

/** The rates of a day in the format of the public API. */
function answerOf(day: string, habit: NbgFault | null) {
  const midnight = `${day}T00:00:00.000Z`
  const days = Math.round((Date.parse(midnight) - Date.UTC(2026, 0, 1)) / dayMilliseconds)
  const known = habit === 'short' ? starts.filter(({ code }) => code !== 'EUR') : starts
  return {
    date: midnight,
    currencies: known.map(({ code, name, quantity, rate: start }, index) => {
      const wander = 1 + Math.sin(days / 9 + index) * 0.01
      const rate = Number((start * wander * (habit === 'jump' ? 3 : 1)).toFixed(4))
      const before = Number((start * (1 + Math.sin((days - 1) / 9 + index) * 0.01)).toFixed(4))
      const diff = Number((rate - before).toFixed(4))
      return {
        code,
        quantity,
        rateFormated: rate.toFixed(4),
        diffFormated: Math.abs(diff).toFixed(4),
        rate,
        name,
        diff,
        date: new Date(Date.parse(midnight) - dayMilliseconds + 63_900_000).toISOString(),
        validFromDate: midnight,
      }
    }),
  }
}
