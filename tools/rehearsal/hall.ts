import { decodeAvailability, isFree } from '#seatmap/availability.ts'
import { expandLayout, placeById } from '#seatmap/expand.ts'
import type { Client } from './client.ts'
import type { Person } from './people.ts'

interface EventMap {
  readonly layout: { readonly url: string }
  readonly availability: string
  readonly pools: readonly { readonly poolId: number; readonly left: number }[]
  readonly ticketTypes: readonly {
    readonly ticketTypeId: number
    readonly zone: string | null
    readonly poolId: number | null
  }[]
}

/** Every visitor reads the map on arrival; here one read is shared by all who arrive within this time. */
const keptMilliseconds = 1_500
/** Number of places that a visitor looks at, from a random start. */
const looksMax = 400

/** The hall as visitors see it, slightly outdated. */
export class Hall {
  readonly #client: Client
  readonly #eventId: number
  readonly #typeOfPlace: ReadonlyMap<number, number>
  #map: EventMap
  #states: Uint8Array
  #readAt = performance.now()
  #reading: Promise<void> | null = null

  private constructor(
    client: Client,
    eventId: number,
    typeOfPlace: ReadonlyMap<number, number>,
    map: EventMap,
  ) {
    this.#client = client
    this.#eventId = eventId
    this.#typeOfPlace = typeOfPlace
    this.#map = map
    this.#states = decodeAvailability(map.availability)
  }

  static async open(client: Client, origin: string, eventId: number): Promise<Hall> {
    const map = await readMap(client, eventId)
    if (!map) throw new Error(`There is no event ${eventId} on sale`)
    const reply = await fetch(new URL(map.layout.url, origin))
    const layout = expandLayout((await reply.json()) as Parameters<typeof expandLayout>[0])
    const typeOfZone = new Map(map.ticketTypes.map((type) => [type.zone, type.ticketTypeId]))
    const states = decodeAvailability(map.availability)
    const typeOfPlace = new Map<number, number>()
    for (const placeId of states.keys()) {
      const type = typeOfZone.get(placeById(layout, placeId)?.zoneKey ?? '')
      if (type !== undefined) typeOfPlace.set(placeId, type)
    }
    return new Hall(client, eventId, typeOfPlace, map)
  }

  /** Number of places known to be available. */
  get left(): number {
    const seats = [...this.#typeOfPlace.keys()].filter((placeId) => this.#isFree(placeId)).length
    return this.#map.pools.reduce((sum, { left }) => sum + left, seats)
  }

  /** A visitor's choice, or null if no place is left. */
  async choose(person: Person): Promise<object | null> {
    await this.#look()
    const { draw, tickets } = person
    const placed = [...this.#typeOfPlace.keys()]
    const open = this.#map.pools.filter(({ left }) => left >= tickets)
    const seats = this.#together(placed, tickets, Math.floor(draw() * placed.length))
    const pool = open[Math.floor(draw() * open.length)]
    const type = this.#map.ticketTypes.find(({ poolId }) => poolId === pool?.poolId)
    if (pool && type && (seats === null || draw() < 0.5))
      return { places: [{ ticketTypeId: type.ticketTypeId, quantity: tickets }] }
    if (!seats) return null
    return {
      seats: seats.map((placeId) => ({
        placeId,
        ticketTypeId: this.#typeOfPlace.get(placeId),
      })),
    }
  }

  /** Adjacent places near the start if there are any, else the first free ones. */
  #together(placed: readonly number[], count: number, from: number): number[] | null {
    const free: number[] = []
    for (let step = 0; step < placed.length; step += 1) {
      const placeId = placed[(from + step) % placed.length] ?? 0
      if (!this.#isFree(placeId)) continue
      free.push(placeId)
      const last = free.slice(-count)
      const isRow = last.every((each, place) => place === 0 || each === (last[place - 1] ?? 0) + 1)
      if (last.length === count && isRow) return last
      if (free.length >= count && step > looksMax) return free.slice(0, count)
    }
    return free.length >= count ? free.slice(0, count) : null
  }

  #isFree(placeId: number): boolean {
    return isFree(this.#states[placeId])
  }

  async #look(): Promise<void> {
    if (performance.now() - this.#readAt < keptMilliseconds) return
    this.#reading ??= this.#read().finally(() => (this.#reading = null))
    await this.#reading
  }

  async #read(): Promise<void> {
    const map = await readMap(this.#client, this.#eventId)
    if (!map) return
    this.#map = map
    this.#states = decodeAvailability(map.availability)
    this.#readAt = performance.now()
  }
}

async function readMap(client: Client, eventId: number): Promise<EventMap | null> {
  const path = `/v2/Events/Map?eventId=${eventId}`
  const answer = await client.ask(0, { method: 'GET', path, ip: '127.0.0.1', as: 'look' })
  return answer?.status === 200 ? (answer.body as EventMap) : null
}
