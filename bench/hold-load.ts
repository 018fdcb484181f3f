import { postRequest, sendAll } from './http-crowd.ts'
import { decodeAvailability, isFree } from '#seatmap/availability.ts'
import { expandLayout, placeById } from '#seatmap/expand.ts'

/**
 * Many new shoppers each take two seats of one event with one HTTP call, until every seat is taken. The same is
 * done before at another event as an unmeasured warm-up, so that the server's code is compiled. Runs as a separate
 * process and prints one JSON line.
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

const [origin = '', eventId = '', warmUpEventId = '', connections = '64'] = process.argv.slice(2)
const warmUpsMax = 2_000
const warmUpBodies = (await bodiesOf(warmUpEventId)).slice(0, warmUpsMax)
await sendEach(warmUpBodies)
const bodies = await bodiesOf(eventId)
const result = await sendEach(bodies)
console.log(
  JSON.stringify({
    requests: bodies.length,
    warmUps: warmUpBodies.length,
    perSecond: bodies.length / result.seconds,
    ...result,
  }),
)

function sendEach(requests: readonly string[]) {
  let next = 0
  return sendAll({
    port: Number(new URL(origin).port),
    connections: Number(connections),
    next: () => {
      const body = requests[next++]
      return body === undefined
        ? null
        : postRequest('/v2/Booking/choose-seat?api_key=demo-web', body)
    },
  })
}

/** Every free seat of an event once, two adjacent ones per request, in random order. */
async function bodiesOf(event: string): Promise<string[]> {
  const map = (await (
    await fetch(`${origin}/v2/Events/Map?eventId=${event}&api_key=demo-web`)
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

  const found: string[] = []
  let pair: { ticketTypeId: number; placeId: number }[] = []
  for (let index = 0; index < layout.placeCount; index += 1) {
    if (!isFree(states[index + 1])) continue
    const zone = placeById(layout, index + 1)?.zoneKey ?? ''
    pair.push({ placeId: index + 1, ticketTypeId: typeOf.get(zone) ?? 0 })
    if (pair.length === 2) {
      found.push(JSON.stringify({ eventId: Number(event), seats: pair }))
      pair = []
    }
  }
  if (pair.length > 0) found.push(JSON.stringify({ eventId: Number(event), seats: pair }))
  for (let index = found.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1))
    ;[found[index], found[other]] = [found[other] ?? '', found[index] ?? '']
  }
  return found
}
