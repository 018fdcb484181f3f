import { connect, type Socket } from 'node:net'
import { decodeAvailability, isFree } from '#seatmap/availability.ts'
import { expandLayout, placeById } from '#seatmap/expand.ts'
import { postRequest } from './http-crowd.ts'

/**
 * Shoppers who repeatedly buy two tickets: they hold, check out, pay at the demo bank, return and view their
 * tickets, each order with a new guest session, like new visitors. Runs as a separate process and prints one JSON
 * line.
 */
export type OrderKind = 'chosen' | 'best' | 'pool'

export interface OrderLoadReport {
  readonly orders: number
  readonly seconds: number
  readonly perMinute: number
  /** CPU time of these shoppers in milliseconds. */
  readonly processorMilliseconds: number
  /** Duration of the call that holds the places, in milliseconds. */
  readonly holdP50: number
  readonly holdP99: number
  /** Median duration of each step in milliseconds, by name. */
  readonly steps: Readonly<Record<string, number>>
  /** Unsuccessful responses, by step and status. */
  readonly refused: Readonly<Record<string, number>>
}

interface EventMap {
  readonly layout: { readonly url: string } | null
  readonly availability: string
  readonly ticketTypes: readonly {
    readonly ticketTypeId: number
    readonly zone: string | null
    readonly poolId: number | null
    readonly perOrderMax: number | null
    readonly parts: readonly unknown[]
  }[]
}

interface Answered {
  readonly status: number
  readonly body: Record<string, unknown>
}

const [origin = '', events = '', kind = 'chosen', shoppers = '64', seconds = '10'] =
  process.argv.slice(2)
/** Comma-separated event ids: shoppers use pools in rotation. */
const eventIds = events.split(',').map(Number)
const [eventId = 0] = eventIds
const ends = performance.now() + Number(seconds) * 1_000
const key = 'api_key=demo-web'
const buyer = { name: 'Nino', email: 'nino@bileti.example', phone: '+995555123456' }
const holds: number[] = []
const steps = new Map<string, number[]>()
const refused: Record<string, number> = {}
let orders = 0
let payments = 0

/** A keep-alive connection with at most one request in flight. */
class Connection {
  readonly #port: number
  #socket: Socket | null = null
  #received = ''
  #resolve: ((answer: Answered) => void) | null = null
  #reject: ((error: Error) => void) | null = null

  constructor(port: number) {
    this.#port = port
  }

  send(request: string): Promise<Answered> {
    const socket = (this.#socket ??= this.#open())
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
      socket.write(request)
    })
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = null
  }

  #open(): Socket {
    const socket = connect(this.#port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.setEncoding('utf8')
    socket.on('error', (error) => this.#reject?.(error))
    socket.on('close', () => {
      this.#socket = null
      this.#reject?.(new Error('The connection was closed before its answer'))
    })
    socket.on('data', (chunk: string) => this.#read(chunk))
    return socket
  }

  #read(chunk: string): void {
    this.#received += chunk
    const head = this.#received.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/content-length: (\d+)/i.exec(this.#received)?.[1] ?? 0)
    const body = this.#received.slice(head + 4)
    if (Buffer.byteLength(body) < length) return
    const status = Number(this.#received.slice(9, 12))
    this.#received = ''
    this.#reject = null
    this.#resolve?.({ status, body: JSON.parse(body === '' ? '{}' : body) as Answered['body'] })
  }
}

const map = await mapOf(eventId)
const pairs = kind === 'chosen' ? await shuffledPairs() : []
const pools = kind === 'pool' ? (await Promise.all(eventIds.map(poolOf))).flat() : []
if (kind === 'pool' && pools.length === 0) throw new Error('No event sells two from a pool')
let poolTurn = 0

const began = performance.now()
const usedBefore = process.cpuUsage()
await Promise.all(Array.from({ length: Number(shoppers) }, shop))
const took = (performance.now() - began) / 1_000
const used = process.cpuUsage(usedBefore)
const report: OrderLoadReport = {
  orders,
  processorMilliseconds: (used.user + used.system) / 1_000,
  seconds: took,
  perMinute: (orders / took) * 60,
  holdP50: quantile(holds, 0.5),
  holdP99: quantile(holds, 0.99),
  steps: Object.fromEntries([...steps].map(([name, times]) => [name, quantile(times, 0.5)])),
  refused,
}
console.log(JSON.stringify(report))
process.exit(0)

async function mapOf(event: number): Promise<EventMap> {
  const answer = await fetch(`${origin}/v2/Events/Map?eventId=${event}&${key}`)
  return (await answer.json()) as EventMap
}

/** The ticket type of an event that anybody may buy two of; none where each order may have one only. */
async function poolOf(event: number): Promise<{ eventId: number; ticketTypeId: number }[]> {
  const { ticketTypes } = await mapOf(event)
  const pool = ticketTypes.find(
    ({ poolId, perOrderMax, parts }) =>
      poolId !== null && (perOrderMax ?? 2) >= 2 && parts.length === 0,
  )
  return pool ? [{ eventId: event, ticketTypeId: pool.ticketTypeId }] : []
}

/** Buys until the time is over; a started order is completed. */
async function shop(): Promise<void> {
  const server = new Connection(Number(new URL(origin).port))
  let bank: Connection | null = null
  while (performance.now() < ends) {
    const held = await hold(server)
    if (held === 'sold-out') break
    if (!held) continue
    const { orderKey, auth } = held
    const details = JSON.stringify({ orderKey, buyer, acceptTerms: true })
    if (!(await ask(server, 'checkout', post('/v2/orders/checkout', details, auth)))) continue
    payments += 1
    const opened = await ask(
      server,
      'create-payment',
      post('/groot/Orders/create-payment', JSON.stringify({ orderKey, provider: 2 }), {
        ...auth,
        'idempotency-key': `order-${process.pid}-${payments}`,
      }),
    )
    if (!opened) continue
    const page = new URL(String(opened.redirectUrl))
    bank ??= new Connection(Number(page.port))
    const paid = { payId: page.pathname.split('/').at(-1), outcome: 'approve' }
    await ask(bank, 'at the bank', postRequest('/__control/pay', JSON.stringify(paid)))
    const returned = JSON.stringify({ orderKey })
    const done = await ask(server, 'complete', post('/v2/orders/complete', returned, auth))
    if (done?.statusName !== 'Processed') {
      refused['complete: not processed'] = (refused['complete: not processed'] ?? 0) + 1
      continue
    }
    const shown = await ask(server, 'tickets', get('/v2/tickets', auth))
    if ((shown?.tickets as unknown[] | undefined)?.length === 2) orders += 1
    else refused['tickets: not two'] = (refused['tickets: not two'] ?? 0) + 1
  }
  server.close()
  bank?.close()
}

interface Held {
  readonly orderKey: string
  readonly auth: Record<string, string>
}

async function hold(server: Connection): Promise<Held | 'sold-out' | null> {
  if (kind === 'best') return holdBest(server)
  const pair = pairs.pop()
  if (kind === 'chosen' && !pair) return 'sold-out'
  const pool = pools[poolTurn++ % pools.length]
  const choice =
    kind === 'chosen'
      ? { eventId, seats: pair }
      : { eventId: pool?.eventId, places: [{ ticketTypeId: pool?.ticketTypeId, quantity: 2 }] }
  const body = JSON.stringify(choice)
  return heldBy(await ask(server, 'hold', post('/v2/Booking/choose-seat', body)))
}

async function holdBest(server: Connection): Promise<Held | null> {
  const choice = JSON.stringify({ eventId, quantity: 2, together: true })
  const draft = heldBy(await ask(server, 'draft', post('/v2/orders/InitializeOrder', choice)))
  if (!draft) return null
  const request = post('/v2/orders/reserverandom', '{}', draft.auth)
  return (await ask(server, 'hold', request)) ? draft : null
}

function heldBy(answer: Answered['body'] | null): Held | null {
  if (!answer) return null
  const { orderKey, accessToken } = answer
  return {
    orderKey: String(orderKey),
    auth: { authorization: `Bearer ${String(accessToken)}` },
  }
}

/** The body of a successful response; otherwise null, and counted. */
async function ask(
  connection: Connection,
  step: string,
  request: string,
): Promise<Answered['body'] | null> {
  const sentAt = performance.now()
  const { status, body } = await connection.send(request)
  const milliseconds = performance.now() - sentAt
  if (step === 'hold') holds.push(milliseconds)
  const times = steps.get(step)
  if (times) times.push(milliseconds)
  else steps.set(step, [milliseconds])
  if (status === 200) return body
  const name = `${step}: ${status} ${JSON.stringify(body).slice(0, 80)}`
  refused[name] = (refused[name] ?? 0) + 1
  return null
}

function post(path: string, body: string, headers: Readonly<Record<string, string>> = {}): string {
  return postRequest(`${path}?${key}`, body, headers)
}

function get(path: string, headers: Readonly<Record<string, string>>): string {
  const extra = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return `GET ${path}?${key} HTTP/1.1\r\nhost: localhost\r\naccept-language: en\r\n${extra}\r\n`
}

/** Every free seat once, two per request, in random order. */
async function shuffledPairs(): Promise<{ ticketTypeId: number; placeId: number }[][]> {
  if (!map.layout) throw new Error('The event has no map')
  const layout = expandLayout(
    (await (await fetch(new URL(map.layout.url, origin))).json()) as Parameters<
      typeof expandLayout
    >[0],
  )
  const states = decodeAvailability(map.availability)
  const typeOf = new Map(map.ticketTypes.map((type) => [type.zone, type.ticketTypeId]))
  const found: { ticketTypeId: number; placeId: number }[][] = []
  let pair: { ticketTypeId: number; placeId: number }[] = []
  for (let placeId = 1; placeId <= layout.placeCount; placeId += 1) {
    if (!isFree(states[placeId])) continue
    const ticketTypeId = typeOf.get(placeById(layout, placeId)?.zoneKey ?? '')
    if (ticketTypeId === undefined) continue
    pair.push({ placeId, ticketTypeId })
    if (pair.length < 2) continue
    found.push(pair)
    pair = []
  }
  for (let index = found.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1))
    ;[found[index], found[other]] = [found[other] ?? [], found[index] ?? []]
  }
  return found
}

function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
