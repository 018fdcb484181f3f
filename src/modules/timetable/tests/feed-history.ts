/**
 * A railway that sends one version of its feed after another, and the passengers of its trains. The model knows which
 * train is which, whatever the feed calls it.
 */
import { sql } from 'kysely'
import {
  readFreePlaces,
  readRides,
  returnPlaces,
  sellPlaces,
} from '#modules/inventory/server/public-api.ts'
import type { TestContext } from '../../../../tests/support/context.ts'
import {
  importFeed,
  listRuns,
  openRun,
  readRuns,
  reloadNetwork,
  runsBetween,
  type Run,
} from '../server/public-api.ts'
import { packed } from './feeds.ts'
import { hour, trainFeed } from './train-feeds.ts'

/** A whole number from 0, below `bound`. */
type Below = (bound: number) => number

/** From a seed, the same everywhere. */
export function randomBelow(seed: number): Below {
  let state = seed >>> 0
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound)
  }
}

interface ModelTrain {
  /** Its hour of departure, by which the model knows it; trains are two hours apart. */
  readonly slot: number
  readonly id: string
  readonly drift: number
  readonly service: string
  readonly headsign: string
  /** Towns by index; all trains call at the first and the last. */
  readonly towns: readonly number[]
}

interface Ticket {
  readonly holdId: string
  readonly runId: number
  readonly offeringId: number
  readonly date: string
  readonly slot: number
  readonly place: number
  readonly legFrom: number
  readonly legTo: number
  readonly fromTown: number
  readonly toTown: number
}

interface Railway {
  readonly name: string
  first: string
  last: string
  trains: ModelTrain[]
  /** Prefix of the ids of stops. */
  stopIds: readonly string[]
  /** Days without service by service. */
  without: Record<string, string[]>
  tickets: Ticket[]
  /** Runs that stay as they were sold until an operator answers. */
  asked: ReadonlySet<number>
  version: number
}

const townCount = 5
const towns = ['Astadt', 'Bdorf', 'Cberg', 'Dau', 'Ehafen']
const slots = [6, 8, 10, 12, 14, 16, 18]

export function newRailway(name: string, first: string, last: string): Railway {
  return {
    name,
    first,
    last,
    trains: slots.slice(1, 6).map((slot) => ({
      slot,
      id: `T${slot}`,
      drift: 0,
      service: 'S',
      headsign: 'Ehafen',
      towns: [0, 1, 2, 3, 4],
    })),
    stopIds: ['A', 'B', 'C', 'D', 'E'],
    without: {},
    tickets: [],
    asked: new Set(),
    version: 0,
  }
}

const secondsAt = ({ slot, drift }: ModelTrain, town: number): number =>
  slot * hour + drift * 60 + town * 1_500

interface Change {
  readonly name: string
  apply(railway: Railway, below: Below): void
}

const some = <Item>(items: readonly Item[], below: Below): Item => {
  const item = items[below(items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

/** One train of several changed. */
const changeTrain =
  (change: (train: ModelTrain, below: Below, railway: Railway) => ModelTrain) =>
  (railway: Railway, below: Below): void => {
    const at = below(railway.trains.length)
    railway.trains = railway.trains.map((train, index) =>
      index === at ? change(train, below, railway) : train,
    )
  }

/** What carriers do to their feeds between two versions. */
export const changes: readonly Change[] = [
  {
    name: 'renumber',
    apply(railway) {
      railway.trains = railway.trains.map((train) => ({
        ...train,
        id: `V${railway.version}-${train.slot}`,
      }))
    },
  },
  {
    name: 'shift ids',
    apply(railway) {
      const ids = railway.trains.map(({ id }) => id)
      railway.trains = railway.trains.map((train, index) => ({
        ...train,
        id: ids[(index + 1) % ids.length] ?? train.id,
      }))
    },
  },
  {
    name: 'move a train',
    apply: changeTrain((train, below) => ({
      ...train,
      drift: Math.max(-14, Math.min(14, train.drift + below(19) - 9)),
    })),
  },
  {
    name: 'move all trains',
    apply(railway, below) {
      const by = below(7) - 3
      railway.trains = railway.trains.map((train) => ({
        ...train,
        drift: Math.max(-14, Math.min(14, train.drift + by)),
      }))
    },
  },
  {
    name: 'headsign',
    apply: changeTrain((train, _, { version }) => ({ ...train, headsign: `Harbour ${version}` })),
  },
  {
    name: 'split services',
    apply: changeTrain((train, _, { version }) => ({ ...train, service: `S${version}` })),
  },
  {
    name: 'merge services',
    apply(railway) {
      railway.trains = railway.trains.map((train) => ({ ...train, service: 'S' }))
    },
  },
  {
    name: 'drop and restore days',
    apply(railway, below) {
      const { service } = some(railway.trains, below)
      railway.without = { [service]: [dateAfter(railway.first, below(daysOf(railway)))] }
    },
  },
  {
    name: 'stop ids',
    apply(railway) {
      railway.stopIds = railway.stopIds.map((_, index) => `N${railway.version}-${index}`)
    },
  },
  {
    name: 'exchange stop ids',
    apply(railway) {
      railway.stopIds = railway.stopIds.toReversed()
    },
  },
  {
    name: 'stops',
    apply: changeTrain((train, below) => ({
      ...train,
      towns: below(2) === 0 ? [0, 1, 2, 3, 4] : [0, 1, 2, 3, 4].toSpliced(1 + below(3), 1),
    })),
  },
  {
    name: 'remove a train',
    apply(railway, below) {
      if (railway.trains.length < 4) return
      const gone = some(railway.trains, below)
      railway.trains = railway.trains.filter((train) => train !== gone)
    },
  },
  {
    name: 'add a train',
    apply(railway, below) {
      const free = slots.filter((slot) => !railway.trains.some((train) => train.slot === slot))
      if (free.length === 0) return
      const slot = some(free, below)
      const added: ModelTrain = {
        slot,
        id: `A${railway.version}`,
        drift: 0,
        service: 'S',
        headsign: 'Ehafen',
        towns: [0, 1, 2, 3, 4],
      }
      railway.trains = [...railway.trains, added].toSorted((one, other) => one.slot - other.slot)
    },
  },
]

export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}

function daysOf({ first, last }: Railway): number {
  return (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1
}

const compact = (date: string): string => date.replaceAll('-', '')

export async function bring(context: TestContext, railway: Railway): Promise<void> {
  const { name, first, last, trains, stopIds, without } = railway
  const files = trainFeed({
    days: [compact(first), compact(last)],
    stops: Object.fromEntries(
      towns.map((town, index) => [stopIds[index] ?? town, [town, 60 + index / 2]]),
    ),
    without: Object.fromEntries(
      Object.entries(without)
        .filter(([service]) => trains.some((train) => train.service === service))
        .map(([service, dates]) => [service, dates.map(compact)]),
    ),
    trains: trains.map((train) => ({
      id: train.id,
      headsign: train.headsign,
      service: train.service,
      stops: train.towns.map((town) => stopIds[town] ?? ''),
      times: train.towns.map((town) => secondsAt(train, town)),
    })),
  })
  const report = await importFeed(context, {
    name,
    packed: packed(files),
    brand: 'omnibus',
    organiser: 'omnibus',
  })
  if (report.errors > 0) throw new Error(JSON.stringify(report.notices))
  // Nothing is compared again, so the questions are still open.
  if (report.isSame) return
  const open = report.soldRuns.filter(({ outcome }) => outcome === 'asked')
  railway.asked = new Set(open.map(({ runId }) => runId))
  await reloadNetwork(context)
}

async function townIds(context: TestContext, { name }: Railway): Promise<number[]> {
  const { rows } = await sql<{ id: number; town: string }>`
    select distinct locality.id, locality.name->>'en' as town from stop join feed on feed.id = stop.feed_id
    join locality on locality.id = stop.locality_id where feed.name = ${name}`.execute(context.db)
  return towns.map((town) => {
    const found = rows.filter((row) => row.town === town)
    if (found.length !== 1) throw new Error(`${found.length} places are called ${town}`)
    return found[0]?.id ?? 0
  })
}

async function search(
  context: TestContext,
  railway: Railway,
  { date, from, to }: { readonly date: string; readonly from: number; readonly to: number },
) {
  const ids = await townIds(context, railway)
  return runsBetween(context, {
    fromLocalityId: ids[from] ?? 0,
    toLocalityId: ids[to] ?? 0,
    date,
  })
}

/** The train of a departure, by the hour that is nearest. */
function slotAt(run: Run, legFrom: number, town: number): number {
  const at = run.stops[legFrom]?.departsAt.getTime() ?? 0
  const midnight = Date.parse(`${run.serviceDate}T00:00:00+04:00`)
  const hours = ((at - midnight) / 1000 - town * 1_500) / hour
  return slots.reduce((best, slot) =>
    Math.abs(slot - hours) < Math.abs(best - hours) ? slot : best,
  )
}

export async function sellOne(
  context: TestContext,
  railway: Railway,
  below: Below,
  date: string,
): Promise<void> {
  const from = below(townCount - 1)
  const to = from + 1 + below(townCount - 1 - from)
  const found = (await search(context, railway, { date, from, to })).filter(
    ({ isOnSale }) => isOnSale,
  )
  if (found.length === 0) return
  const { runId, legFrom, legTo } = some(found, below)
  if (runId === null) throw new Error('a run on sale has an id')
  const opened = await openRun(context, runId)
  if (!opened.ok) throw new Error(`run ${runId} is not opened: ${opened.code}`)
  const offeringId = opened.value
  const [free = []] = await readFreePlaces(context, [{ offeringId, legFrom, legTo }])
  if (free.length === 0) return
  // Few seats, so that rides meet.
  const place = some(free.slice(0, 3), below)
  const holdId = context.random.uuid()
  const sold = await sellPlaces(context, [
    { holdId, offeringId, legFrom, legTo, places: [place], pools: [] },
  ])
  if (!sold.ok) throw new Error(`place ${place} of run ${runId} is free and not sold`)
  const [run] = await readRuns(context, [runId])
  if (!run) throw new Error(`run ${runId} is there`)
  const slot = slotAt(run, legFrom, from)
  const ticket = { holdId, runId, offeringId, date, slot, place, legFrom, legTo }
  railway.tickets.push({ ...ticket, fromTown: from, toTown: to })
}

export async function returnOne(
  context: TestContext,
  railway: Railway,
  below: Below,
): Promise<void> {
  if (railway.tickets.length === 0) return
  const ticket = some(railway.tickets, below)
  const { holdId, offeringId, legFrom, legTo, place } = ticket
  await returnPlaces(
    context,
    [{ holdId, offeringId, legFrom, legTo, places: [place], pools: [] }],
    { asResale: false },
  )
  railway.tickets = railway.tickets.filter((one) => one !== ticket)
}

/** Everything that passengers and buyers rely on; throws what is not so. */
export async function check(
  context: TestContext,
  railway: Railway,
  dates: readonly string[],
): Promise<void> {
  const wrong: string[] = []
  await checkTickets(context, railway, wrong)
  for (const date of dates) await checkDay(context, railway, date, wrong)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}

async function checkTickets(
  context: TestContext,
  railway: Railway,
  wrong: string[],
): Promise<void> {
  const now = context.clock.now()
  railway.tickets = railway.tickets.filter(
    ({ date }) => Date.parse(`${date}T23:59:00Z`) > now.getTime(),
  )
  const runs = new Map(
    (
      await readRuns(
        context,
        railway.tickets.map(({ runId }) => runId),
      )
    ).map((run) => [run.runId, run]),
  )
  const seats = new Set<string>()
  for (const ticket of railway.tickets) {
    const { runId, place, legFrom, legTo, date, slot, fromTown, toTown } = ticket
    const run = runs.get(runId)
    const said = `ticket for place ${place} of run ${runId} on ${date} at ${slot}`
    if (!run || run.status !== 'scheduled') {
      wrong.push(`${said}: no train`)
      continue
    }
    for (let leg = legFrom; leg < legTo; leg += 1) {
      // Of the train, not of the run: two runs of one train would sell a seat twice.
      const seat = `${date} ${slot} ${place} ${leg}`
      if (seats.has(seat)) wrong.push(`${said}: sold twice`)
      seats.add(seat)
    }
    const [boarding, alighting] = [run.stops[legFrom], run.stops[legTo]]
    if (boarding?.stop.name.en !== towns[fromTown] || alighting?.stop.name.en !== towns[toTown])
      wrong.push(`${said}: from ${boarding?.stop.name.en} to ${alighting?.stop.name.en}`)
    if (boarding?.locality.en !== towns[fromTown])
      wrong.push(`${said}: in ${boarding?.locality.en}`)
    const train = railway.trains.find((one) => one.slot === slot)
    if (!train || !runsOnDay(railway, train, date) || railway.asked.has(runId)) continue
    if (![fromTown, toTown].every((town) => train.towns.includes(town))) continue
    const planned = Date.parse(`${date}T00:00:00+04:00`) + secondsAt(train, fromTown) * 1000
    if (boarding?.departsAt.getTime() !== planned)
      wrong.push(
        `${said}: leaves at ${boarding?.departsAt.toISOString()}, not ${new Date(planned).toISOString()}`,
      )
  }
  const rides = await readRides(context, [
    ...new Set(railway.tickets.map(({ offeringId }) => offeringId)),
  ])
  for (const { offeringId, legFrom, legTo } of railway.tickets)
    if (!rides.get(offeringId)?.some(({ from, to }) => from === legFrom && to === legTo))
      wrong.push(`offering ${offeringId}: nobody has legs ${legFrom} to ${legTo}`)
}

function runsOnDay(
  { without, first, last }: Railway,
  { service }: ModelTrain,
  date: string,
): boolean {
  return date >= first && date <= last && !(without[service] ?? []).includes(date)
}

/** Each train of the feed is on the board once and on sale, and nothing is there but trains with passengers. */
async function checkDay(
  context: TestContext,
  railway: Railway,
  date: string,
  wrong: string[],
): Promise<void> {
  const runs = (
    await listRuns(context, { arrivesAfter: new Date(`${date}T00:00:00+04:00`), most: 10_000 })
  ).filter((run) => run.serviceDate === date && run.status === 'scheduled')
  const ids = await townIds(context, railway)
  const own = runs.filter((run) => run.stops[0]?.stop.localityId === ids[0])
  const bySlot = Map.groupBy(own, (run) => slotAt(run, 0, 0))
  const listed = await search(context, railway, { date, from: 0, to: townCount - 1 })
  for (const slot of slots) {
    const train = railway.trains.find((one) => one.slot === slot && runsOnDay(railway, one, date))
    const hasPassengers = railway.tickets.some(
      (ticket) => ticket.date === date && ticket.slot === slot,
    )
    const there = bySlot.get(slot) ?? []
    const said = `${date} ${slot}:00`
    if (there.length > 1) wrong.push(`${said}: on the board ${there.length} times`)
    if (there.length === 0 && (train || hasPassengers)) wrong.push(`${said}: not on the board`)
    if (there.length === 1 && !train && !hasPassengers) wrong.push(`${said}: no such train`)
    for (const run of there) {
      const found = listed.filter(({ runId }) => runId === run.runId)
      if (found.length !== 1 || !found[0]?.isOnSale)
        wrong.push(
          `${said}: run ${run.runId} is in the search ${found.length} times and not for sale`,
        )
    }
  }
  for (const { runId, departsAt } of listed)
    if (!own.some((run) => run.runId === runId))
      wrong.push(`${date}: ${departsAt.toISOString()} is offered, but no train (run ${runId})`)
  for (const run of own) {
    if (run.offeringId === null) continue
    const [free = []] = await readFreePlaces(context, [
      { offeringId: run.offeringId, legFrom: 0, legTo: run.stops.length - 1 },
    ])
    const taken = new Set(
      railway.tickets.filter(({ runId }) => runId === run.runId).map(({ place }) => place),
    )
    if (free.length !== run.vehicle.places.length - taken.size)
      wrong.push(
        `run ${run.runId}: ${free.length} places are free, ${taken.size} of ${run.vehicle.places.length} sold`,
      )
  }
}
