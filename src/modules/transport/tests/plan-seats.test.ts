/**
 * Goal: in another vehicle everybody sits who can, nobody on a seat of somebody else, parties together. Method: random
 * passengers by party and stretch, seated in a vehicle by the allocation of the sale, are moved to vehicles of several
 * sizes and shapes; the result is compared with the seats of each leg. Replay with SEED=…
 */
import { describe, expect, test } from 'vitest'
import type { VehiclePlace } from '#modules/timetable/server/public-api.ts'
import { placeAttribute } from '#modules/timetable/shapes.ts'
import { allocate } from '../server/allocate.ts'
import { seatOf } from '../server/choose-seats.ts'
import { maskOf } from '../server/legs.ts'
import type { Sitter, SwapParty } from '../server/swap/parties.ts'
import { planSeats, type SeatPlan } from '../server/swap/plan-seats.ts'
import type { SeatedVehicle } from '../server/swap/vehicle-seats.ts'
import { seedOf } from '../../../../tests/support/tier.ts'

const seed = seedOf('plan seats', 20_261_122)
const legCount = 11
const [first, second] = [1, 2]
/** First class is the better one. */
const rankOf = (classId: number) => (classId === first ? 2_000 : 1_000)

function randomOf(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

interface Shape {
  readonly rows: number
  readonly coaches?: number
  /** Positions across; the aisle is between them. */
  readonly across?: readonly number[]
  readonly firstRows?: number
  readonly wheelchairs?: number
}

/** Coaches of rows; wheelchair spaces with a companion's seat beside each are in the last row of the first coach. */
function vehicleOf({
  rows,
  coaches = 1,
  across = [0, 1, 3, 4],
  firstRows = 0,
  wheelchairs = 0,
}: Shape): SeatedVehicle {
  const places: VehiclePlace[] = []
  const add = (place: Omit<VehiclePlace, 'placeId' | 'facing'>) =>
    places.push({ ...place, placeId: places.length + 1, facing: 1 })
  for (let coach = 1; coach <= coaches; coach += 1) {
    for (let row = 0; row < rows; row += 1)
      for (const [index, y] of across.entries())
        add({
          coach,
          label: String(row * across.length + index + 1),
          classId: coach === 1 && row < firstRows ? first : second,
          x: row,
          y,
          attributes: y === 0 || y === across.at(-1) ? placeAttribute.window : placeAttribute.aisle,
        })
    const spaces = coach === 1 ? wheelchairs : 0
    for (let space = 0; space < spaces; space += 1)
      for (const attributes of [placeAttribute.wheelchair, placeAttribute.companion]) {
        const y = space * 2 + Number(attributes === placeAttribute.companion)
        add({ coach, label: `W${y + 1}`, classId: second, x: rows, y, attributes })
      }
  }
  const numbers = Array.from({ length: coaches }, (_, index) => index + 1)
  const plan = {
    coaches: numbers.map((number) => ({
      number,
      name: { ka: `ვაგონი ${number}`, en: `Coach ${number}` },
      deck: 0,
      width: rows,
      height: 5,
      marks: [],
    })),
  }
  return { plan, places }
}

/** Parties of one to five on random stretches, until no more of them fit. */
function passengersOf(vehicle: SeatedVehicle, below: (below: number) => number): SwapParty[] {
  const taken = new Map<number, bigint>()
  const parties: SwapParty[] = []
  for (let refused = 0; refused < 25;) {
    const legFrom = below(legCount)
    const legTo = legFrom + 1 + below(legCount - legFrom)
    const count = [1, 1, 2, 2, 3, 4, 5][below(7)] ?? 1
    const needsSpace = below(30) === 0
    const seats = vehicle.places.map((place) => seatOf(place, 0, taken.get(place.placeId) ?? 0n))
    const fit = (attributes: number, wanted: number) =>
      allocate(
        seats.filter(({ placeId }) => {
          const own = (vehicle.places[placeId - 1]?.attributes ?? 0) & 24
          return own === attributes
        }),
        { legFrom, legTo, legCount, count: wanted, preferences: [] },
      )
    const space = needsSpace ? fit(placeAttribute.wheelchair, 1) : []
    const beside = needsSpace ? fit(placeAttribute.companion, 1) : fit(0, count)
    if (!space || !beside) {
      refused += 1
      continue
    }
    const key = `order ${parties.length}`
    const sitters = [...space, ...beside].map((placeId, index): Sitter => {
      taken.set(placeId, (taken.get(placeId) ?? 0n) | maskOf(legFrom, legTo))
      const rider = !needsSpace ? 'ordinary' : index === 0 ? 'wheelchair' : 'companion'
      const classId = vehicle.places[placeId - 1]?.classId ?? null
      return { key: `${key} ${index}`, placeId, legFrom, legTo, rider, classId, priority: 0 }
    })
    parties.push({ key, sitters })
  }
  return parties
}

/** Each seat has one person on a leg, of the right kind. */
function check(to: SeatedVehicle, parties: readonly SwapParty[], plan: SeatPlan): void {
  const all = parties.flatMap(({ sitters }) => sitters)
  const taken = new Map<number, bigint>()
  for (const { key, legFrom, legTo, rider } of all) {
    const placeId = plan.seats.get(key)
    expect(placeId === undefined).toBe(plan.without.includes(key))
    if (placeId === undefined) continue
    const mask = maskOf(legFrom, legTo)
    expect((taken.get(placeId) ?? 0n) & mask, `place ${placeId} is given once`).toBe(0n)
    taken.set(placeId, (taken.get(placeId) ?? 0n) | mask)
    const isSpace = ((to.places[placeId - 1]?.attributes ?? 0) & placeAttribute.wheelchair) !== 0
    expect(isSpace).toBe(rider === 'wheelchair')
  }
}

const bus = vehicleOf({ rows: 12, wheelchairs: 1 })
const train = vehicleOf({ rows: 8, coaches: 3, firstRows: 4, wheelchairs: 2 })

describe('everybody is seated', () => {
  test.each([
    ['a bus into the same one', bus, bus],
    [
      'a bus into one of the same size and three seats a row',
      bus,
      vehicleOf({ rows: 16, across: [0, 1, 3], wheelchairs: 1 }),
    ],
    ['a bus into a larger one', bus, vehicleOf({ rows: 15, wheelchairs: 1 })],
    [
      'a train into one without coach three',
      train,
      vehicleOf({ rows: 12, coaches: 2, firstRows: 4, wheelchairs: 2 }),
    ],
  ])('%s', (_, from, to) => {
    const below = randomOf(seed)
    let [parties, apart, seats, kept] = [0, 0, 0, 0]
    for (let round = 0; round < 3; round += 1) {
      const riders = passengersOf(from, below)
      const plan = planSeats({ from, to, parties: riders, rankOf })
      check(to, riders, plan)
      expect(plan.without).toEqual([])
      expect(plan.lower).toEqual([])
      parties += riders.filter(({ sitters }) => sitters.length > 1).length
      apart += plan.apart.length
      const all = riders.flatMap(({ sitters }) => sitters)
      seats += all.length
      const nameOf = (vehicle: SeatedVehicle, placeId: number) => {
        const place = vehicle.places[placeId - 1]
        return place && `${place.coach} ${place.label}`
      }
      kept += all.filter(
        ({ key, placeId }) => nameOf(from, placeId) === nameOf(to, plan.seats.get(key) ?? 0),
      ).length
    }
    const together = 1 - apart / parties
    console.info(JSON.stringify({ seed, parties, together, seats, keptNumber: kept / seats }))
    if (from === to) expect(kept).toBe(seats)
    expect(together).toBeGreaterThan(0.9)
  })

  test('in a smaller vehicle as many as there are seats on the fullest leg', () => {
    const below = randomOf(seed)
    const to = vehicleOf({ rows: 8, wheelchairs: 1 })
    for (let round = 0; round < 3; round += 1) {
      const riders = passengersOf(bus, below)
      const plan = planSeats({ from: bus, to, parties: riders, rankOf })
      check(to, riders, plan)
      expect(plan.without.length).toBeGreaterThan(0)
      const out = new Set(plan.without)
      const all = riders.flatMap(({ sitters }) => sitters)
      // Whoever is left out has no seat: on some leg of theirs all of them are taken.
      for (const one of all.filter(({ key, rider }) => out.has(key) && rider === 'ordinary')) {
        const isFull = Array.from({ length: one.legTo - one.legFrom }, (_, index) => {
          const leg = one.legFrom + index
          const seated = all.filter(
            ({ key, rider, legFrom, legTo }) =>
              !out.has(key) && rider !== 'wheelchair' && legFrom <= leg && leg < legTo,
          )
          return seated.length >= 33
        })
        expect(isFull).toContain(true)
      }
    }
  })
})

const one = (key: string, placeId: number, rest: Partial<Sitter> = {}): Sitter => ({
  key,
  placeId,
  legFrom: 0,
  legTo: legCount,
  rider: 'ordinary',
  classId: null,
  priority: 0,
  ...rest,
})
const alone = (sitter: Sitter): SwapParty => ({ key: sitter.key, sitters: [sitter] })

describe('who goes first', () => {
  test('bought seats are kept before chosen ones, and shorter stretches before longer ones', () => {
    const to = vehicleOf({ rows: 1, across: [0] })
    const parties = [
      alone(one('chosen', 1, { priority: 2, legTo: 3 })),
      alone(one('far', 2)),
      alone(one('near', 3, { legTo: 4 })),
      alone(one('after', 4, { legFrom: 4 })),
    ]
    const plan = planSeats({ from: bus, to, parties, rankOf })
    expect(plan.without.toSorted()).toEqual(['chosen', 'far'])
    expect(plan.seats.get('near')).toBe(plan.seats.get('after'))
  })

  test('a class is kept or higher; lower only when the others are full', () => {
    const from = vehicleOf({ rows: 3, firstRows: 1 })
    const to = vehicleOf({ rows: 3, firstRows: 2, across: [0, 1] })
    const parties = [
      ...[1, 2, 3].map((placeId) => alone(one(`first ${placeId}`, placeId))),
      ...[5, 6, 7].map((placeId) => alone(one(`second ${placeId}`, placeId))),
    ]
    const plan = planSeats({ from, to, parties, rankOf })
    expect(plan).toMatchObject({ without: [], lower: [] })
    const inFirst = [...plan.seats].filter(([, placeId]) => placeId <= 4).map(([key]) => key)
    expect(inFirst.toSorted()).toEqual(['first 1', 'first 2', 'first 3', expect.any(String)])
    const less = planSeats({
      from,
      to: vehicleOf({ rows: 3, firstRows: 1, across: [0, 1] }),
      parties,
      rankOf,
    })
    expect(less.lower).toHaveLength(1)
    expect(less.lower[0]).toContain('first')
  })

  test('a companion sits beside the wheelchair user, and stays with them without a space', () => {
    const parties = [
      {
        key: 'pair',
        sitters: [
          one('user', 49, { rider: 'wheelchair' }),
          one('companion', 50, { rider: 'companion' }),
        ],
      },
    ]
    const wide = vehicleOf({ rows: 5, wheelchairs: 2 })
    const { seats } = planSeats({ from: bus, to: wide, parties, rankOf })
    const labels = ['user', 'companion'].map((key) => wide.places[(seats.get(key) ?? 0) - 1]?.label)
    expect(labels).toEqual(['W1', 'W2'])
    const none = planSeats({ from: bus, to: vehicleOf({ rows: 5 }), parties, rankOf })
    expect(none.without.toSorted()).toEqual(['companion', 'user'])
  })

  test('seats that the carrier keeps back are for nobody', () => {
    const to = vehicleOf({ rows: 1, across: [0, 1] })
    const places = to.places.map((place, index) =>
      index === 0 ? { ...place, attributes: placeAttribute.keptBack } : place,
    )
    const parties = [alone(one('a', 1)), alone(one('b', 2))]
    const plan = planSeats({ from: bus, to: { ...to, places }, parties, rankOf })
    expect([...plan.seats.values()]).toEqual([2])
  })
})
