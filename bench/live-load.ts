import { connect, type Socket } from 'node:net'
import { postRequest, sendAll } from './http-crowd.ts'
import { decodeAvailability } from '#seatmap/availability.ts'
import { expandLayout, placeById } from '#seatmap/expand.ts'

/**
 * Opens many live maps of one event and takes seats of it: first occasionally, measuring when each map is notified,
 * then in a rush. Runs as a separate process and prints one JSON line.
 */
interface EventMap {
  readonly layout: { readonly url: string }
  readonly availability: string
  readonly ticketTypes: readonly { readonly ticketTypeId: number; readonly zone: string | null }[]
}

const [origin = '', eventId = '', watcherText = '5000'] = process.argv.slice(2)
const watcherCount = Number(watcherText)
const port = Number(new URL(origin).port)
const rounds = 20
const rushSeconds = 5
const rushPerSecond = 100

const map = (await (
  await fetch(`${origin}/v2/Events/Map?eventId=${eventId}&api_key=demo-web`)
).json()) as EventMap
const layout = expandLayout(
  (await (await fetch(new URL(map.layout.url, origin))).json()) as Parameters<
    typeof expandLayout
  >[0],
)
const states = decodeAvailability(map.availability)
const typeOf = new Map(map.ticketTypes.map((type) => [type.zone, type.ticketTypeId]))
const free = [...states.keys()].filter((placeId) => placeId > 0 && states[placeId] === 0)

/** When each seat was requested, and how long notifying each watcher took. */
const takenAt = new Map<number, number>()
const latencies: number[] = []
let snapshots = 0
let lost = 0

function open(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let rest = ''
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('close', () => {
      lost += 1
      reject(new Error('The server closed a map before it sent anything'))
    })
    socket.on('connect', () =>
      socket.write(
        `GET /v2/Events/Map/live?eventId=${eventId}&api_key=demo-web HTTP/1.1\r\nhost: localhost\r\n\r\n`,
      ),
    )
    socket.on('data', (chunk: string) => {
      const text = rest + chunk
      const end = text.lastIndexOf('\n\n')
      rest = text.slice(end + 2)
      if (text.includes('event: snapshot')) {
        snapshots += 1
        resolve(socket)
        return
      }
      const heardAt = performance.now()
      for (const found of text.slice(0, end).matchAll(/"places":\[([\d,]+)\]/g)) {
        const numbers = (found[1] ?? '').split(',')
        for (let index = 0; index < numbers.length; index += 2) {
          const at = takenAt.get(Number(numbers[index]))
          if (at !== undefined) latencies.push(heardAt - at)
        }
      }
    })
  })
}

function take(): string {
  const placeId = free.splice(Math.floor(Math.random() * free.length), 1)[0]
  if (placeId === undefined) throw new Error('Every place has gone already: nothing to hear of')
  const ticketTypeId = typeOf.get(placeById(layout, placeId)?.zoneKey ?? '') ?? 0
  takenAt.set(placeId, performance.now())
  const body = JSON.stringify({ eventId: Number(eventId), seats: [{ placeId, ticketTypeId }] })
  return postRequest('/v2/Booking/choose-seat?api_key=demo-web', body)
}

const openedAt = performance.now()
if (free.length < rounds + rushSeconds * rushPerSecond)
  throw new Error(`Only ${free.length} places are free: too few to tell of`)
const sockets: Socket[] = []
while (sockets.length < watcherCount)
  sockets.push(...(await Promise.all(Array.from({ length: 100 }, open))))
const openingSeconds = (performance.now() - openedAt) / 1000

for (let round = 0; round < rounds; round += 1) {
  let requests = 1
  await sendAll({ port, connections: 1, next: () => (requests-- > 0 ? take() : null) })
  await heardBy((round + 1) * watcherCount)
  await new Promise((resolve) => setTimeout(resolve, 100))
}
const quiet = summary(latencies.splice(0), rounds)

const rush = rushSeconds * rushPerSecond
const beganAt = performance.now()
let sent = 0
while (sent < rush) {
  const due = Math.min(rush, Math.ceil(((performance.now() - beganAt) / 1000) * rushPerSecond))
  let requests = due - sent
  sent = due
  if (requests > 0)
    await sendAll({ port, connections: 8, next: () => (requests-- > 0 ? take() : null) })
  await new Promise((resolve) => setTimeout(resolve, 20))
}
await heardBy(rush * watcherCount)
const rushed = summary(latencies.splice(0), rush)
console.log(JSON.stringify({ openingSeconds, snapshots, lost, quiet, rushed }))
process.exit(0)

/** Waits for this number of notifications, or ten seconds. */
async function heardBy(count: number): Promise<void> {
  const until = performance.now() + 10_000
  while (latencies.length < count && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 5))
}

function summary(all: readonly number[], changes: number) {
  const sorted = Float64Array.from(all).toSorted()
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const missing = changes * watcherCount - all.length
  return { missing, p50: at(0.5), p99: at(0.99), slowest: at(1) }
}
