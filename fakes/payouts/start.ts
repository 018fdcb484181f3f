import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import fastify from 'fastify'
import { z } from 'zod'
import { addLocalGuard } from '../local-guard.ts'

const transferBody = z.strictObject({
  iban: z.string().regex(/^GE\d{2}[A-Z]{2}\d{16}$/),
  name: z.string().min(1).max(120),
  amount: z.string().regex(/^\d{1,9}\.\d{2}$/),
  currency: z.literal('GEL'),
  text: z.string().max(140),
})

type Transfer = z.output<typeof transferBody> & {
  id: string
  status: 'accepted' | 'done' | 'rejected'
  reason: string | null
  /** Time of completion in milliseconds since the epoch. */
  doneAt: number
}

const faultsShape = z.strictObject({
  /** Number of new transfers that are accepted and later rejected. */
  rejectNext: z.int().min(0),
  /** Number of calls that take effect but are not answered. */
  silentNext: z.int().min(0),
  /** Number of calls answered with HTTP 500 and without effect. */
  errorNext: z.int().min(0),
  /** Milliseconds between acceptance and completion of a transfer. */
  lateMs: z.int().min(0),
})
type Habits = z.output<typeof faultsShape>

export interface PayoutsFake {
  readonly url: string
  transfers(): readonly Transfer[]
  misbehave(faults: Partial<Habits>): void
  stop(): Promise<void>
}

/**
 * A fake payout bank: a transfer is created with PUT under the sender's id, so that repeating it changes
 * nothing, and read by that id. With a state directory, transfers are kept across restarts.
 */
export async function startPayouts(options: {
  port: number
  host?: string
  apiKey?: string
  stateDir?: string | null
}): Promise<PayoutsFake> {
  const apiKey = options.apiKey ?? 'demo-payout-key'
  const file = options.stateDir ? path.join(options.stateDir, 'transfers.json') : null
  if (options.stateDir) mkdirSync(options.stateDir, { recursive: true })
  const transfers = new Map<string, Transfer>(
    file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as []) : [],
  )
  const faults: Habits = { rejectNext: 0, silentNext: 0, errorNext: 0, lateMs: 0 }
  const keep = (transfer: Transfer): void => {
    transfers.set(transfer.id, transfer)
    if (file === null) return
    writeFileSync(`${file}.new`, JSON.stringify([...transfers]))
    renameSync(`${file}.new`, file)
  }
  const spend = (name: 'rejectNext' | 'silentNext' | 'errorNext'): boolean => {
    if (faults[name] === 0) return false
    faults[name] -= 1
    return true
  }
  const server = fastify({ forceCloseConnections: true })
  addLocalGuard(server)
  server.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/v1/')) return
    if (request.headers.authorization !== `Bearer ${apiKey}`)
      return reply.code(401).send({ error: 'The key does not fit.' })
    if (spend('errorNext')) return reply.code(500).send({ error: 'Out of order on request.' })
  })
  server.put<{ Params: { id: string } }>('/v1/transfers/:id', async (request, reply) => {
    const { id } = request.params
    const parsed = transferBody.safeParse(request.body)
    if (!parsed.success) return reply.code(422).send({ error: z.prettifyError(parsed.error) })
    const known = transfers.get(id)
    if (known && (known.iban !== parsed.data.iban || known.amount !== parsed.data.amount))
      return reply.code(409).send({ error: 'Another transfer has this id.' })
    if (!known) {
      const reason = spend('rejectNext') ? 'account-closed' : null
      keep({
        ...parsed.data,
        id,
        status: 'accepted',
        reason,
        doneAt: Date.now() + faults.lateMs,
      })
    }
    if (spend('silentNext')) return reply.hijack()
    return present(currentTransfer(id))
  })
  server.get<{ Params: { id: string } }>('/v1/transfers/:id', async (request, reply) => {
    const transfer = currentTransfer(request.params.id)
    if (!transfer) return reply.code(404).send({ error: 'There is no such transfer.' })
    if (spend('silentNext')) return reply.hijack()
    return present(transfer)
  })
  server.post('/__control/misbehave', async (request, reply) => {
    const parsed = faultsShape.partial().safeParse(request.body)
    if (!parsed.success) return reply.code(400).send({ error: z.prettifyError(parsed.error) })
    return Object.assign(faults, parsed.data)
  })
  /** A transfer in its current state, which depends on the time. */
  function currentTransfer(id: string): Transfer | undefined {
    const transfer = transfers.get(id)
    if (transfer?.status !== 'accepted' || transfer.doneAt > Date.now()) return transfer
    const done: Transfer = { ...transfer, status: transfer.reason === null ? 'done' : 'rejected' }
    keep(done)
    return done
  }
  await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    transfers: () => [...transfers.values()],
    misbehave: (given) => void Object.assign(faults, given),
    stop: () => server.close(),
  }
}

function present(transfer: Transfer | undefined) {
  if (!transfer) return {}
  const { id, status, reason } = transfer
  return { id, status, reason: status === 'rejected' ? reason : null }
}
