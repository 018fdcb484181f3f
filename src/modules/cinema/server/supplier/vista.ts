import { z } from 'zod'
import { readText } from '#platform/bounded-reply.ts'
import type { CinemaSupplier, SupplierAnswer } from './port.ts'

const timeoutMilliseconds = 4_000
/** A programme of some weeks. */
const replyBytesMax = 20_000_000

const booking = z.object({
  key: z.string(),
  bookingNumber: z.string().min(1),
  sessionId: z.string(),
  tickets: z.array(
    z.object({ seat: z.number().int(), ticketNumber: z.string(), isRefunded: z.boolean() }),
  ),
})
const refusal = z.object({ code: z.string(), seats: z.array(z.number().int()).default([]) })
const sessions = z.object({
  sessions: z.array(
    z.object({ sessionId: z.string(), startsAt: z.coerce.date(), isCancelled: z.boolean() }),
  ),
})
const seatPlan = z.object({ seats: z.array(z.enum(['available', 'locked', 'sold'])) })

/** Client of Vista-like cinema systems: JSON over HTTP, a bearer key, idempotent by our key. */
export function createVista(options: {
  readonly url: string
  readonly apiKey: string
}): CinemaSupplier {
  const base = options.url.replace(/\/+$/, '')

  async function send<Value>(
    method: 'GET' | 'POST',
    path: string,
    schema: z.ZodType<Value>,
    body?: object,
  ): Promise<SupplierAnswer<Value>> {
    try {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${options.apiKey}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMilliseconds),
        redirect: 'error',
      })
      const text = await readText(answer, replyBytesMax)
      const content: unknown = text === '' ? {} : JSON.parse(text)
      if (answer.ok) return { kind: 'answered', value: schema.parse(content) }
      if (answer.status === 404 || answer.status === 409) {
        const refused = refusal.safeParse(content)
        if (refused.success) return { kind: 'refused', ...refused.data }
      }
      return { kind: 'unknown', detail: `${method} ${path}: HTTP ${answer.status}` }
    } catch (error) {
      return { kind: 'unknown', detail: error instanceof Error ? error.message : 'no answer' }
    }
  }

  const nothing = z.unknown().transform(() => null)
  const at = (id: string) => encodeURIComponent(id)
  return {
    name: 'vista',
    listSessions: async () =>
      mapAnswer(await send('GET', '/sessions', sessions), (reply) => reply.sessions),
    readSeats: async (id) =>
      mapAnswer(await send('GET', `/sessions/${at(id)}/seats`, seatPlan), (reply) => reply.seats),
    lock: ({ key, sessionId, seats }) =>
      send('POST', `/sessions/${at(sessionId)}/lock`, nothing, { key, seats }),
    unlock: (key) => send('POST', `/locks/${at(key)}/unlock`, nothing, {}),
    confirm: (request) => send('POST', '/bookings', booking, request),
    async lookUp(key) {
      const answer = await send('GET', `/bookings/by-key/${at(key)}`, booking)
      const isUnknownKey = answer.kind === 'refused' && answer.code === 'UNKNOWN'
      return isUnknownKey ? { kind: 'answered', value: null } : answer
    },
    refund: (number, ticketNumbers) =>
      send('POST', `/bookings/${at(number)}/refund`, nothing, { ticketNumbers }),
    listBookings: async () =>
      mapAnswer(
        await send('GET', '/bookings', z.object({ bookings: z.array(booking) })),
        (reply) => reply.bookings,
      ),
  }
}

function mapAnswer<From, To>(
  answer: SupplierAnswer<From>,
  map: (value: From) => To,
): SupplierAnswer<To> {
  return answer.kind === 'answered' ? { kind: 'answered', value: map(answer.value) } : answer
}
