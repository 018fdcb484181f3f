/**
 * Goal: no sequence of real-time messages makes a run unsellable by error, or lets its passengers believe what is not so.
 * Method: random messages, right and wrong ones, about a run with sold rides; a model of the reference's rules says which
 * rides exist, and what each passenger was told last is read from the letters.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchRealtime } from '#modules/timetable/server/public-api.ts'
import { notifyRunChanges, syncReturnTerms } from '#modules/transport/server/public-api.ts'
import { makeLine, payFor, type MadeLine } from '../hostile/journeys.ts'
import { expectOk } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop } from '../hostile/shop.ts'
import { randomOf } from '../storm/random.ts'
import { expireCaches } from '../support/cache-clock.ts'
import { realtimeMessage, type TripUpdateFields } from '../support/realtime-messages.ts'
import { newsRunner } from '../support/run-news.ts'
import { seedOf, sizeOf } from '../support/tier.ts'

let shop: HostileShop
let answer: Uint8Array = new Uint8Array()
const server = createServer((_request, reply) => void reply.end(answer))
beforeAll(async () => {
  shop = await openHostileShop()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await shop.close()
})

const rides = [
  [0, 2],
  [1, 3],
  [0, 3],
  [2, 3],
] as const
type Ride = (typeof rides)[number]

interface Passenger {
  readonly email: string
  readonly ride: Ride
  /** The last letter about the run, and about its stops. */
  run: 'off' | 'on' | null
  stops: 'skipped' | 'served' | null
}

class Play {
  readonly steps: string[] = []
  private readonly passengers: Passenger[] = []
  private isOff = false
  private skipped: readonly number[] = []
  private readonly news: ReturnType<typeof newsRunner>
  private readonly line: MadeLine
  private readonly feed: string
  private readonly random: () => number

  constructor(line: MadeLine, feed: string, random: () => number) {
    this.line = line
    this.feed = feed
    this.random = random
    this.news = newsRunner(shop.context, shop.ports.tickets)
  }

  private below(end: number): number {
    return Math.floor(this.random() * end)
  }

  isServed([from, to]: Ride): boolean {
    return !this.isOff && !this.skipped.includes(from) && !this.skipped.includes(to)
  }

  async buy(ride: Ride): Promise<void> {
    const token = await shop.guest()
    const email = `rider-${this.feed.replace(' ', '-')}-${this.passengers.length}@example.com`
    const [legFrom, legTo] = ride
    const segments = [{ runId: this.line.runIds[0], legFrom, legTo, passengers: [{}] }]
    const chosen = await shop.post('/v2/transport/choose', { segments }, token)
    const isSold = chosen.status === 200
    expect(isSold, `${ride.join('–')} after ${this.steps.join(', ')}`).toBe(this.isServed(ride))
    if (!isSold) return
    const [{ lineId }] = chosen.body.segments[0].tickets
    const passengers = [{ lineId, givenName: 'Nino', familyName: 'Beridze' }]
    await payFor(shop, chosen.body.orderKey, { passengers, token, email })
    this.passengers.push({ email, ride, run: null, stops: null })
  }

  async say(update: TripUpdateFields | null, shiftSeconds = 0): Promise<void> {
    shop.context.clock.advance(30 + this.below(200))
    const madeAt = Math.floor(shop.context.clock.now().getTime() / 1000) + shiftSeconds
    const trip = { tripId: 't', startDate: this.line.date.replaceAll('-', '') }
    answer = realtimeMessage({ madeAt, trips: update ? [{ ...trip, ...update }] : [] })
    await this.deliver()
  }

  async deliver(): Promise<void> {
    const { context, ports } = shop
    const { port } = server.address() as AddressInfo
    await fetchRealtime(context, { feed: this.feed, url: `http://127.0.0.1:${port}/` })
    // What stops were told of is compared when the run takes place again.
    await notifyRunChanges(context, ports.tickets)
    await notifyRunChanges(context, ports.tickets)
    for (const { mail } of (await this.news()).mails) {
      const passenger = this.passengers.find(({ email }) => email === mail.to)
      if (!passenger) continue
      if (mail.subject.startsWith('Cancelled')) passenger.run = 'off'
      if (mail.subject.startsWith('Runs after all')) passenger.run = 'on'
      if (mail.subject.startsWith('No stop')) passenger.stops = 'skipped'
      if (mail.subject.startsWith('Stops at')) passenger.stops = 'served'
    }
  }

  async step(): Promise<void> {
    const stops = [0, 1, 2, 3].filter(() => this.below(4) === 0)
    const delay = [0, 600, 1_200, 4_000][this.below(4)] ?? 0
    const running: TripUpdateFields = {
      stops: [0, 1, 2, 3].map((stop) => ({
        sequence: stop + 1,
        ...(stops.includes(stop) ? { is: 'SKIPPED' } : { arrival: delay, departure: delay }),
      })),
    }
    const runs = (update: TripUpdateFields, kind: string) => async () => {
      this.steps.push(`${kind} without ${stops.join('+')} ${delay} s late`)
      this.isOff = false
      this.skipped = stops
      await this.say(update)
    }
    const off = (is: 'CANCELED' | 'DELETED') => async () => {
      this.isOff = true
      await this.say({ is })
    }
    const replaced = [0, 1, 2, 3].filter((stop) => !stops.includes(stop))
    const steps: Record<string, () => Promise<void>> = {
      runs: runs(running, 'runs'),
      'runs again': runs(running, 'runs'),
      replaced: runs(
        { is: 'REPLACEMENT', stops: replaced.map((stop) => ({ sequence: 9, stopId: `s${stop}` })) },
        'replaced',
      ),
      cancelled: off('CANCELED'),
      deleted: off('DELETED'),
      duplicated: () => this.say({ is: 'DUPLICATED', stops: [{ sequence: 1, is: 'SKIPPED' }] }),
      added: () => this.say({ is: 'ADDED', delay: 3_000 }),
      'another line': () => this.say({ is: 'CANCELED', routeId: 'other' }),
      missing: () => this.say(null),
      'from the future': () => this.say({ is: 'CANCELED' }, 3_600),
      'an old one': () => this.say({ is: 'CANCELED' }, -1_000),
      unreadable: async () => {
        answer = new TextEncoder().encode('<html>')
        await this.deliver()
      },
      buy: () => this.buy(rides[this.below(rides.length)] ?? rides[0]),
    }
    const names = Object.keys(steps)
    const name = names[this.below(names.length)] ?? 'runs'
    this.steps.push(name)
    await steps[name]?.()
    this.check()
  }

  /** Everybody knows whether their ride exists; who was told of nothing believes that it does. */
  check(): void {
    for (const { email, ride, run, stops } of this.passengers) {
      const about = `${email} ${ride.join('–')} after ${this.steps.join(', ')}`
      expect(run === 'off', about).toBe(this.isOff)
      if (this.isOff) continue
      expect(stops === 'skipped', about).toBe(!this.isServed(ride))
    }
  }
}

const size = { sequences: sizeOf({ usual: 2, nightly: 40 }), steps: 40 }
const seed = seedOf('real-time messages', 20_261_130)

test(
  'whatever a feed says, rides that exist are sold and passengers know which do',
  { timeout: 60_000 * size.sequences },
  async () => {
    for (let round = 0; round < size.sequences; round += 1) {
      const line = await makeLine(shop.context, { seatCount: 60 })
      await syncReturnTerms(shop.context)
      await expireCaches(1_500)
      const { name } = await shop.context.db
        .selectFrom('feed')
        .innerJoin('agency', 'agency.feed_id', 'feed.id')
        .select('feed.name')
        .where('agency.id', '=', line.agencyId)
        .executeTakeFirstOrThrow()
      const play = new Play(line, name, randomOf(seed + round * 7_919))
      for (const ride of rides) await play.buy(ride)
      for (let step = 0; step < size.steps; step += 1) await play.step()
      // At last the run takes place as planned: everything is on sale.
      await play.say({ stops: [{ sequence: 1, arrival: 0, departure: 0 }] })
      for (const ride of rides)
        await expectOk(
          shop.post(
            '/v2/transport/choose',
            {
              segments: [
                { runId: line.runIds[0], legFrom: ride[0], legTo: ride[1], passengers: [{}] },
              ],
            },
            await shop.guest(),
          ),
        )
    }
  },
)
