import { postRequest, sendAll } from './http-crowd.ts'
import { decodeAvailability, isFree } from '#seatmap/availability.ts'
import { expandLayout, placeById } from '#seatmap/expand.ts'

/**
 * A crowd of new shoppers, each taking two seats of one event by one HTTP call, until every seat is gone.
 * Runs as a process of its own and prints one JSON line.
 */
interface EventMap {
  readonly layout: { readonly url: string }
  readonly availability: string
  readonly ticketTypes: readonly {
    readonly ticketTypeId: number
    readonly zone: string | null
    readonly isActive: boolean
  }[]
}

const [origin = '', eventId = '', connections = '64'] = process.argv.slice(2)
const map = (await (
  await fetch(`${origin}/v2/Events/Map?eventId=${eventId}&api_key=demo-web`)
).json()) as EventMap
const layout = expandLayout(
  (await (await fetch(new URL(map.layout.url, origin))).json()) as Parameters<
    typeof expandLayout
  >[0],
)
const states = decodeAvailability(map.availability)
const typeOf = new Map(
  map.ticketTypes
    .filter((type) => type.zone !== null)
    .map((type) => [type.zone, type.ticketTypeId]),
)

/** Every free seat once, two neighbours a request, in no order that favours the database. */
const bodies: string[] = []
let pair: { ticketTypeId: number; placeId: number }[] = []
for (let index = 0; index < layout.placeCount; index += 1) {
  if (!isFree(states[index + 1])) continue
  const zone = placeById(layout, index + 1)?.zoneKey ?? ''
  pair.push({ placeId: index + 1, ticketTypeId: typeOf.get(zone) ?? 0 })
  if (pair.length === 2) {
    bodies.push(JSON.stringify({ eventId: Number(eventId), seats: pair }))
    pair = []
  }
}
if (pair.length > 0) bodies.push(JSON.stringify({ eventId: Number(eventId), seats: pair }))
for (let index = bodies.length - 1; index > 0; index -= 1) {
  const other = Math.floor(Math.random() * (index + 1))
  ;[bodies[index], bodies[other]] = [bodies[other] ?? '', bodies[index] ?? '']
}

let next = 0
const result = await sendAll({
  port: Number(new URL(origin).port),
  connections: Number(connections),
  next: () => {
    const body = bodies[next++]
    return body === undefined ? null : postRequest('/v2/Booking/choose-seat?api_key=demo-web', body)
  },
})
console.log(
  JSON.stringify({ requests: bodies.length, perSecond: bodies.length / result.seconds, ...result }),
)
