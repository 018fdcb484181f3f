/**
 * Goal: beside every other command that touches the seats of a run, another vehicle loses nobody's seat and no money: no
 * place is taken twice on a leg, each sold line has exactly one place, which its ticket shows, and what was captured is
 * tickets and refunds. Method: each command is stopped between two statements while the change of the vehicle runs, and
 * the other way round, or both start at once, against a real database and the demo bank; the statement, the vehicle and the
 * seats are random. Replay with the printed seed: SEED=…; more rounds for each command with ROUNDS=…, one with RIVAL=…
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { refundCancelled } from '#flows/returns/server/refund-cancelled.ts'
import { makeRuns, openRun } from '#modules/timetable/server/public-api.ts'
import { notifyRunChanges, syncReturnTerms } from '#modules/transport/server/public-api.ts'
import { readBalance } from '#modules/wallet/server/public-api.ts'
import { makeLine, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { randomOf } from '../../../../tests/storm/random.ts'
import { interleave, stoppable } from '../../../../tests/support/interleave.ts'
import { brokenInvariants } from '../../returns/tests/invariants.ts'
import { placesThatDisagree } from './place-agreement.ts'
import {
  buySeats,
  changeVehicleOf,
  holdSeats,
  importRival,
  otherVehicle,
  rivals,
  smallKind,
  type RaceWorld,
  type Rival,
} from './vehicle-races.ts'
import { seedOf, sizeOf } from '../../../../tests/support/tier.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

const seed = seedOf('vehicle races', 20_261_122)
/** In three rounds each command has been stopped, has been waited for and has started together with the change. */
const rounds = Number(process.env.ROUNDS ?? sizeOf({ usual: 2, nightly: 3 }))
/** Of the statements between which something is known to matter one in so many is tried. */
const stride = sizeOf({ usual: 2, nightly: 1 })

/** Of one command: a refused change tries again for seconds. */
const timeout = sizeOf({ usual: 60_000, nightly: 300_000 }) + rounds * 30_000

let shop: HostileShop
let below: (below: number) => number
let line: MadeLine
let free: number[] = []
let feeMinor = 0

beforeAll(async () => {
  shop = await openHostileShop({}, { plugin: stoppable })
  const random = randomOf(seed)
  below = (most) => Math.floor(random() * most)
})
afterAll(() => shop.close())

/** A line with runs on many days. */
async function openLine(changeFeeMinor: number): Promise<void> {
  line = await makeLine(shop.context, { terms: { changeFeeMinor } })
  await makeRuns(shop.context, { days: 59 })
  await syncReturnTerms(shop.context)
  // Policies are read once a second at most.
  await expireCaches(1_500)
  const { rows } = await sql<{ id: number }>`
    select run.id from run join trip on trip.id = run.trip_id join trip_pattern on trip_pattern.id = trip.pattern_id
    where trip_pattern.route_id = ${line.routeId}
      and run.departs_at between ${shop.context.clock.now()}::timestamptz + interval '4 days'
        and ${shop.context.clock.now()}::timestamptz + interval '38 days'
    order by run.departs_at`.execute(shop.context.db)
  free = rows.map(({ id }) => id)
}

async function openWorld({ changeFeeMinor = 0 }: Rival): Promise<RaceWorld> {
  if (free.length < 2 || feeMinor !== changeFeeMinor) await openLine(changeFeeMinor)
  feeMinor = changeFeeMinor
  const [runId, otherRunId] = free.splice(0, 2) as [number, number]
  const staff = await shop.staff(line.merchantId)
  return { shop, line, staff, runId, otherRunId, below }
}

/** Statements of each command in its last round. */
const lengths = new Map<string, number>()

function stopIn(name: string): number {
  return 1 + below(lengths.get(name) ?? 30)
}

const ways = ['the change is stopped', 'the other one is stopped', 'both start at once'] as const

function wayOf(round: number): Choice['way'] {
  return ways[round % ways.length] ?? 'both start at once'
}

/** Random unless given. */
interface Choice {
  readonly way: (typeof ways)[number]
  readonly stopAfter?: number
  readonly vehicleKind?: number
}

async function race(rival: Rival, world: RaceWorld, choice: Choice): Promise<void> {
  const { way, vehicleKind } = choice
  const run = await rival.prepare(world)
  const vehicle = await otherVehicle(world, vehicleKind)
  const change = () => changeVehicleOf(world, vehicle)
  const drawn =
    way === 'both start at once'
      ? 0
      : stopIn(way === 'the change is stopped' ? 'change' : rival.name)
  const { stopAfter = drawn } = choice
  const said = `${rival.name}: ${way} after statement ${stopAfter}, SEED=${seed} ROUNDS=${rounds}`
  let codes: { changed: string; answered: string }
  if (way === 'the other one is stopped') {
    const { first, second, statements } = await interleave(stopAfter, run, change)
    lengths.set(rival.name, statements)
    codes = { changed: second, answered: first }
  } else {
    const { first, second, statements } = await interleave(stopAfter, change, run)
    if (stopAfter > 0) lengths.set('change', statements)
    codes = { changed: first, answered: second }
  }
  expect(['ok', ...(rival.changeRefusals ?? [])], said).toContain(codes.changed)
  expect(['ok', ...(rival.refusals ?? [])], said).toContain(codes.answered)
  await settle()
  for (const runId of [world.runId, world.otherRunId])
    expect(await placesThatDisagree(shop.context, runId), said).toEqual([])
  expect(await brokenInvariants(shop.context), said).toEqual([])
  expect(await unequalMoney(), said).toEqual([])
}

/** Everything that is due goes back. */
async function settle(): Promise<void> {
  await notifyRunChanges(shop.context, shop.ports.tickets)
  await refundCancelled(shop.context, shop.ports.returns)
  while ((await executeRefunds(shop.context, shop.ports.checkout)) > 0)
    shop.context.clock.advance(5)
}

/** Orders whose captured money is neither the price of their tickets nor refunded; the bank's sum and ours. */
async function unequalMoney(): Promise<unknown[]> {
  const { rows } = await sql`
    select o.order_number, o.total_minor, p.captured from orders o
    join lateral (select coalesce(sum(captured_minor), 0)::int as captured from payment
      where order_key = o.order_key) p on true
    join lateral (select coalesce(sum(f.amount_minor), 0)::int as refunded from refund f
      join payment y on y.id = f.payment_id where y.order_key = o.order_key and f.state = 'done') r on true
    where case when exists (select from ticket t where t.order_id = o.id)
      then p.captured <> o.total_minor else p.captured <> r.refunded end`.execute(shop.context.db)
  const ours = await readBalance(shop.context, 'provider:tpay', 'GEL')
  const bank = shop.bank.totals().GEL?.net ?? 0
  return ours === bank ? rows : [...rows, { ours, bank }]
}

/** Passengers on some of the legs, and seats that are not paid. */
async function fill(world: RaceWorld): Promise<void> {
  await buySeats(world, [1, 2], { legTo: 1 })
  await buySeats(world, [1, 3], { legFrom: 1, legTo: 3 })
  await holdSeats(world, [5, 6])
}

describe('another vehicle beside', () => {
  const only = rivals.filter(({ name }) => name.includes(process.env.RIVAL ?? ''))
  test.each(only)(
    '$name',
    async (rival) => {
      for (let round = 0; round < rounds; round += 1) {
        const world = await openWorld(rival)
        if (!/missing seat/.test(rival.name)) await fill(world)
        // With fewer rounds than ways, neighbouring commands have different ones.
        await race(rival, world, { way: wayOf(round + only.indexOf(rival)) })
      }
    },
    timeout,
  )

  const exchange = rivals.filter(({ changeFeeMinor }) => changeFeeMinor !== undefined)
  test.each(exchange)(
    '$name, which sells one place and returns another, after each of these statements',
    async (rival) => {
      for (let stopAfter = 14; stopAfter <= 30; stopAfter += stride * stride) {
        const world = await openWorld(rival)
        await fill(world)
        await race(rival, world, { way: 'the other one is stopped', stopAfter })
      }
    },
    timeout,
  )

  const [payment] = rivals as [Rival]
  test(
    'payment of seats that the other vehicle does not have, before each statement until the orders are locked',
    async () => {
      for (let stopAfter = 1; stopAfter <= 8; stopAfter += stride) {
        const world = await openWorld(payment)
        await fill(world)
        await race(payment, world, {
          way: 'the change is stopped',
          stopAfter,
          vehicleKind: smallKind,
        })
      }
    },
    timeout,
  )

  const [seat] = rivals.filter(({ name }) => name === 'change of the seat') as [Rival]
  test(
    'change of the seat, which the other vehicle does not have, between holding it and completing its order',
    async () => {
      for (let stopAfter = 15; stopAfter <= 22; stopAfter += stride) {
        const world = await openWorld(seat)
        await fill(world)
        await race(seat, world, {
          way: 'the other one is stopped',
          stopAfter,
          vehicleKind: smallKind,
        })
      }
    },
    timeout,
  )

  test(
    'import of a timetable, with and without passengers',
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        free = []
        const world = await openWorld(importRival)
        const kind = below(3)
        if (kind === 0) await buySeats(world, [1, 2])
        if (kind === 1) await openRun(shop.context, world.runId)
        await race(importRival, world, { way: wayOf(round) })
      }
    },
    timeout,
  )

  test(
    'import of a timetable, which withdraws the places of the run, before each statement until they are locked',
    async () => {
      for (let stopAfter = 2; stopAfter <= 6; stopAfter += stride) {
        free = []
        const world = await openWorld(importRival)
        await openRun(shop.context, world.runId)
        await race(importRival, world, { way: 'the change is stopped', stopAfter })
      }
    },
    timeout,
  )
})
