import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { placeState } from '#modules/inventory/server/rules.ts'
import { changeControls } from '#modules/queue/server/controls.ts'
import { subjectOfShow, writeQueue } from '#modules/queue/server/public-api.ts'
import { randomOf } from '../../tests/storm/random.ts'
import {
  openTestContext,
  testClock,
  type TestClock,
  type TestContext,
} from '../../tests/support/context.ts'
import { brokenBefore, checkEverything, type Check } from './checks.ts'
import { Client } from './client.ts'
import { measureFairness, type Fairness } from './fairness.ts'
import { Hall } from './hall.ts'
import { planFailures, withOutages, injectFailures } from './failures.ts'
import type { RehearsalOptions } from './options.ts'
import { drawPeople, type Person } from './people.ts'
import { Record, type Failure } from './record.ts'
import { visit, type Sale } from './shopper.ts'
import { Bank } from './demo-bank.ts'
import { openEnvironment, type RehearsalEnvironment } from './environment.ts'

/** The result of a rehearsal. */
export interface Rehearsal {
  readonly options: RehearsalOptions
  readonly record: Record
  readonly event: { readonly name: string; readonly places: number; readonly left: number }
  /** Seconds from the start of the rehearsal to the opening. */
  readonly opensAt: number
  readonly admission: {
    /** From the database, between the opening and the last moment with a waiting visitor. */
    readonly count: number
    readonly seconds: number
    readonly perSecond: readonly number[]
  }
  readonly failures: readonly Failure[]
  readonly fairness: Fairness
  readonly checks: readonly Check[]
}

const settleSeconds = 3
/** Nothing is killed in the last seconds of a sale, so that started purchases can end. */
const calmSeconds = 15
/** Visitors admitted before the end may finish within this time. */
const finishSecondsMax = 45

/**
 * Simulates an on-sale in open loop: visitors arrive independently of the shop's speed, wait, choose, pay or leave,
 * while processes, database, bank and links are killed at random moments. Afterwards everything is reconciled.
 */
export async function rehearse(
  options: RehearsalOptions,
  progress: {
    readonly say: (line: string) => void
    readonly onSecond: (sale: Sale, opensIn: number) => void
  },
): Promise<Rehearsal> {
  const environment = await openEnvironment(options, progress.say)
  try {
    const { before, event, queueId } = await prepare(options, environment)
    // Processes see a new queue after a second.
    await pause(1_500)
    const record = new Record()
    const client = new Client(environment.ports, record)
    const sale = await openSale(environment, { options, client, record, showId: event.showId })
    const places = sale.hall.left
    progress.say(
      `${options.shoppers} people, ${places} places, ${options.kills} failures; seed ${options.seed}`,
    )
    await play(options, { environment, sale, onSecond: progress.onSecond })
    client.close()
    progress.say('Letting every deadline pass, and comparing all books')
    const failures = withOutages(record)
    const evaluation = await evaluate(environment, {
      sale,
      queueId,
      before,
      offeringId: event.offeringId,
    })
    return {
      ...evaluation,
      options,
      record,
      event: { name: event.name, places, left: evaluation.left },
      opensAt: options.leadSeconds,
      failures,
    }
  } finally {
    await environment.stop()
  }
}

/** Creates the event's queue, and records violations that existed before. */
async function prepare(options: RehearsalOptions, environment: RehearsalEnvironment) {
  // Closed before processes are killed, because the database ends its connections.
  const context = await openTestContext(environment.databaseUrl, testClock(new Date()))
  try {
    const before = await brokenBefore(context)
    const event = await readEvent(context, options.eventId)
    return { before, event, queueId: await openQueue(context, options, event.showId) }
  } finally {
    await context.close()
  }
}

async function evaluate(
  environment: RehearsalEnvironment,
  given: {
    readonly sale: Sale
    readonly queueId: number
    readonly before: ReadonlySet<string>
    readonly offeringId: number
  },
) {
  const clock = testClock(new Date())
  const context = await openTestContext(environment.databaseUrl, clock)
  try {
    const { sale, queueId, before, offeringId } = given
    const { acknowledged } = sale
    const admission = await readAdmission(context, queueId)
    const fairness = await measureFairness(context, queueId)
    const checks = await checkEverything(context, clock, { environment, acknowledged, before })
    return { admission, fairness, checks, left: await placesLeft(context, offeringId) }
  } finally {
    await context.close()
  }
}

async function openSale(
  environment: RehearsalEnvironment,
  given: {
    readonly options: RehearsalOptions
    readonly client: Client
    readonly record: Record
    readonly showId: number
  },
): Promise<Sale> {
  const { options, client, record, showId } = given
  const { eventId } = options
  const hall = await Hall.open(client, `http://127.0.0.1:${environment.ports[0]}`, eventId)
  return {
    eventId,
    showId,
    client,
    bank: new Bank(environment.bankUrl),
    phones: environment.phones,
    hall,
    record,
    acknowledged: { holds: [], sales: [] },
    isOver: false,
    inside: 0,
  }
}

/** Runs all visitors and failures until the sale is over and no visitor is admitted any more. */
async function play(
  options: RehearsalOptions,
  given: {
    readonly environment: RehearsalEnvironment
    readonly sale: Sale
    readonly onSecond: (sale: Sale, opensIn: number) => void
  },
): Promise<void> {
  const { leadSeconds, saleSeconds, shoppers, seed, kills } = options
  const { sale, environment } = given
  const { record } = sale
  const end = leadSeconds + saleSeconds
  const people = drawPeople({ count: shoppers, leadSeconds, saleSeconds, seed, randomOf })
  const plan = planFailures({
    kills,
    from: leadSeconds * 0.5,
    until: end - calmSeconds,
    random: randomOf(seed),
  })
  const calm = new AbortController()
  const watching = setInterval(() => {
    record.recordWaiting(record.total('joined') - record.total('admitted') - record.total('left'))
    given.onSecond(sale, leadSeconds - record.seconds)
  }, 1_000)
  try {
    const injecting = injectFailures(plan, environment, { record, signal: calm.signal })
    await arrive(sale, people, leadSeconds)
    while (record.seconds < end) await pause(200)
    calm.abort()
    await injecting
    const until = record.seconds + finishSecondsMax
    // No further admissions; admitted visitors may finish.
    sale.isOver = true
    while (sale.inside > 0 && record.seconds < until) await pause(200)
    await pause(settleSeconds * 1_000)
  } finally {
    clearInterval(watching)
  }
}

/** Starts each visitor at the drawn time, independently of the others. */
async function arrive(sale: Sale, people: readonly Person[], leadSeconds: number): Promise<void> {
  for (const person of people) {
    const wait = leadSeconds + person.comesAt - sale.record.seconds
    if (wait > 0.01) await pause(wait * 1_000)
    void visit(sale, person)
  }
}

interface EventRow {
  readonly showId: number
  readonly offeringId: number
  readonly name: string
}

async function readEvent(context: TestContext, eventId: number): Promise<EventRow> {
  const { rows } = await sql<EventRow>`
    select event.show_id as "showId", event.offering_id as "offeringId",
      show.name ->> 'en' as name
    from event join show on show.id = event.show_id where event.id = ${eventId}`.execute(context.db)
  if (!rows[0]) throw new Error(`There is no event ${eventId}`)
  return rows[0]
}

async function openQueue(
  context: TestContext & { readonly clock: TestClock },
  options: RehearsalOptions,
  showId: number,
): Promise<number> {
  const { insideMax: admittedMax, ratePerMinute, leadSeconds } = options
  const queueId = await writeQueue(context, {
    ...subjectOfShow(showId),
    isOn: true,
    admittedMax,
    admittedMinutes: 10,
    idleSeconds: 120,
    asksPhone: false,
  })
  context.clock.set(new Date())
  const opensAt = new Date(Date.now() + (leadSeconds + 1.5) * 1_000)
  const turned = await changeControls(context, queueId, { opensAt, ratePerMinute })
  if (!turned.ok) throw new Error(turned.code)
  return queueId
}

async function readAdmission(
  context: TestContext,
  queueId: number,
): Promise<Rehearsal['admission']> {
  const { rows } = await sql<{ second: number; count: number }>`
    select floor(extract(epoch from token.admitted_at - room.opens_at))::integer as second,
      count(*)::integer as count
    from waiting_room_token token join waiting_room room on room.id = token.waiting_room_id
    where room.id = ${queueId} and token.admitted_at is not null
    group by 1 order by 1`.execute(context.db)
  const last = rows.at(-1)?.second ?? 0
  const perSecond = Array.from(
    { length: last + 1 },
    (_, second) => rows.find((row) => row.second === second)?.count ?? 0,
  )
  return { count: perSecond.reduce((sum, count) => sum + count, 0), seconds: last + 1, perSecond }
}

async function placesLeft(context: TestContext, offeringId: number): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::integer as left from place_leg
    where offering_id = ${offeringId} and state = ${placeState.free}`.execute(context.db)
  return rows[0]?.left ?? 0
}
