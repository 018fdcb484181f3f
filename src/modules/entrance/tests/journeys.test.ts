/**
 * Goal: check-in works for items of any source, and for a journey at a stop: passengers boarding there are admitted
 * online and offline, and an event with the same number is another item. Method: a boat with the number of an event,
 * declared calls by devices at two piers, and the scanner's own decisions from its stored list.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invariant, ok } from '#kernel/result.ts'
import { makeEvent } from '#modules/events/tests/factories.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import { requestFor } from '#modules/orders/server/public-api.ts'
import { journeySource } from '#modules/orders/tests/journey-source.ts'
import { getTickets } from '#modules/tickets/contract.ts'
import { cancelItem } from '#modules/tickets/server/public-api.ts'
import { journeyTicketSource } from '#modules/tickets/tests/journey-tickets.ts'
import { buyTickets } from '#modules/tickets/tests/support.ts'
import { inTransaction, type StaffActor } from '#platform/context.ts'
import * as calls from '../contract.ts'
import * as counts from '../count-contract.ts'
import type { EntranceItem, EntranceSource } from '../server/public-api.ts'
import { listedTicket } from '../ticket-list.ts'
import { decide, type StoredData } from '../web/scanner/decide.ts'
import { openDoor, type Door } from './support.ts'

const source = 'boat'
const first = new Date('2026-12-31T08:00:00Z')
const boat = journeySource(source, {
  firstDeparture: first,
  passengers: { asksNameKa: false, documentKinds: ['passport'], asksBirthDate: false },
})
type Boat = EntranceItem & { readonly offeringId: number }

const boats: Boat[] = []
const entrance: EntranceSource = {
  name: source,
  listItems: async (_context, { merchantId, from }) =>
    boats.filter((item) => item.merchantId === merchantId && (item.endsAt ?? from) >= from),
  findItem: async (_context, itemId) => boats.find((item) => item.itemId === itemId) ?? null,
}

let door: Door
let staff: StaffActor
let item: { readonly source: string; readonly itemId: number }

/** The boat leaves pier 0 at 8, calls at 9 and 10 and ends at 11; the time is half past nine. */
function addBoat(itemId: number, offeringId: number, merchantId: number): Boat {
  const at = (hours: number) => new Date(first.getTime() + hours * 3_600_000)
  const made: Boat = {
    itemId,
    merchantId,
    groupId: 3,
    offeringId,
    name: { ka: 'კომეტა', en: 'Kometa' },
    venue: { ka: 'ბათუმი', en: 'Batumi' },
    city: { ka: 'ბათუმი', en: 'Batumi' },
    timeZone: 'Asia/Tbilisi',
    startsAt: first,
    doorsAt: null,
    endsAt: at(3),
    validFrom: null,
    stops: [0, 1, 2, 3].map((stop) => ({
      name: { ka: `ნავმისადგომი ${stop}`, en: `Pier ${stop}` },
      code: null,
      timeZone: 'Asia/Tbilisi',
      arrivesAt: stop === 0 ? null : at(stop),
      departsAt: stop === 3 ? null : at(stop),
    })),
    gates: [
      {
        gateId: 77,
        name: { ka: 'გემბანი', en: 'Gangway' },
        ticketTypeIds: null,
        stop: 1,
      },
    ],
    ticketTypes: new Map([[1, { ka: 'მგზავრი', en: 'Passenger' }]]),
    rotatesCodes: false,
  }
  boats.push(made)
  return made
}

beforeAll(async () => {
  door = await openDoor([{ offers: boat, tickets: journeyTicketSource(boat), entrance }])
  staff = await door.staff({ role: 'manager' })
  const { context, event } = door.shop
  const offeringId = await createOffering(context, {
    legCount: 3,
    placeCount: 40,
    pools: [{ poolId: 1, capacity: 2 }],
  })
  addBoat(event.eventId, offeringId, event.merchantId)
  item = { source, itemId: event.eventId }
})
afterAll(() => door.shop.close())

let place = 0

/** An order with one ticket of the boat for each leg range, each for another passenger. */
async function board(...ranges: readonly (readonly [number, number])[]) {
  const [sailing] = boats
  invariant(sailing, 'there is a boat')
  const { offeringId, itemId, merchantId } = sailing
  const parts = ranges.map(([legFrom, legTo]) => ({ legFrom, legTo, places: [(place += 1)] }))
  const { actor, order } = await buyTickets(door.shop, {
    also: [requestFor(boat, { offeringId, itemId, merchantId, parts })],
    passengers: ({ lines }) =>
      lines
        .filter(({ kind }) => kind === 'Ticket')
        .map(({ id, legFrom }) => ({
          lineId: id,
          unit: 0,
          givenName: 'Nino',
          familyName: `From ${'abc'[legFrom ?? 0]}`,
          nameKa: '',
          kind: 0,
          documentKind: 'passport',
          documentNumber: '12AB3456',
          nationality: 'GE',
          birthDate: null,
        })),
  })
  const bought = await door.shop.send(actor, getTickets)
  invariant(bought.ok, 'the tickets are there')
  const { rows } = await sql<{ ticketId: number; identifier: string; legFrom: number }>`
    select id::int as "ticketId", identifier, leg_from as "legFrom" from ticket where order_id = ${order.id}
    order by id`.execute(door.shop.context.db)
  return rows.map(({ identifier, ...row }) => {
    const ticket = bought.value.tickets.find((one) => one.ticketIdentifier === identifier)
    return { ...row, identifier, code: ticket?.code ?? '' }
  })
}

/** A device at a pier, or at all of them. */
function device(stop?: number, as = staff, where: object = item) {
  const deviceId = door.shop.context.random.uuid()
  let sequence = 0
  return async (code: string) => {
    sequence += 1
    const body = { deviceId, sequence, stop, code, ...where }
    const answer = await door.ask(as, calls.entranceScan, { body })
    return answer.ok ? answer.value : { outcome: answer.code }
  }
}

async function list() {
  const answer = await door.ask(staff, calls.entranceList, { query: item })
  invariant(answer.ok, 'the list comes')
  return answer.value
}

test('admits passengers who board at the pier, and shows others their own pier', async () => {
  const [one, two] = await board([0, 2], [1, 3])
  invariant(one && two, 'two tickets were bought')
  const [atFirst, atSecond] = [device(0), device(1)]
  expect(await atSecond(one.code)).toMatchObject({
    outcome: 'WrongStop',
    journey: { from: 'Pier 0', to: 'Pier 2' },
    passenger: null,
  })
  expect(await atFirst(one.code)).toMatchObject({
    outcome: 'Admitted',
    ticket: { typeName: 'Passenger' },
    passenger: { name: 'Nino From a', documentEnding: '3456' },
  })
  // A passenger on board is reported as such at every pier.
  expect(await atSecond(one.code)).toMatchObject({ outcome: 'AlreadyUsed' })
  expect(await atSecond(two.identifier)).toMatchObject({ outcome: 'Admitted' })
  const [late] = await board([0, 3])
  expect(await device()(late?.code ?? ''), 'a device at all stops').toMatchObject({
    outcome: 'Admitted',
  })
  for (const stop of [4, 63]) expect(await device(stop)('x')).toEqual({ outcome: 'NotFound' })
})

test('separates tickets, lists, logs and devices of an event and a boat with one number', async () => {
  const [ofBoat] = await board([0, 1])
  const [ofEvent] = await door.buy(1)
  invariant(ofBoat && ofEvent, 'both were bought')
  const { eventId } = door.shop.event
  expect(await door.device(staff).scan(ofBoat.code)).toBe('WrongEvent')
  expect(await device(0)(ofEvent.code)).toMatchObject({ outcome: 'WrongEvent' })
  const ids = (await list()).lines.map((line) => listedTicket(line).ticketId)
  expect(ids).toContain(ofBoat.ticketId)
  expect(ids).not.toContain(ofEvent.ticketId)
  const ofEvents = await door.ask(staff, calls.entranceList, { query: { eventId } })
  expect(ofEvents.ok && ofEvents.value.lines.map(([ticketId]) => ticketId)).toEqual([
    ofEvent.ticketId,
  ])
  const log = async (where: object) => {
    const answer = await door.ask(staff, calls.entranceLog, { query: where })
    invariant(answer.ok, 'the log is answered')
    return answer.value
  }
  const before = await log({ eventId })
  expect(await device(0)(ofBoat.code)).toMatchObject({ outcome: 'Admitted' })
  expect(await log({ eventId })).toEqual(before)
  expect((await log(item)).newest[0]).toMatchObject({ outcome: 'Admitted', gate: 'Pier 0' })
  // A scan sent by a device for one item is not returned for the other.
  const deviceId = door.shop.context.random.uuid()
  const say = (where: object) =>
    door.ask(staff, calls.entranceScan, {
      body: { deviceId, sequence: 1, code: ofEvent.code, ...where },
    })
  expect(await say({ eventId })).toMatchObject({ value: { outcome: 'Admitted' } })
  expect(await say(item)).toMatchObject({ code: 'NotFound' })
  const counted = await door.ask({ kind: 'visitor' }, counts.presentationEntranceCount)
  expect(counted).toMatchObject({ value: { total: 1, items: [{ eventId, entranceCount: 1 }] } })
})

test('decides offline at two piers and merges their scans consistently', async () => {
  const [one, both] = await board([0, 2], [1, 2])
  invariant(one && both, 'two tickets were bought')
  const { item: about, keys, lines } = await list()
  const kept = (stop: number): StoredData => {
    const { opensAt, closesAt } = about.stops[stop] ?? about
    return {
      item: { ...about, keys, opensAt, closesAt },
      tickets: new Map(lines.map(listedTicket).map((ticket) => [ticket.ticketId, ticket])),
      typeIds: null,
      stop,
    }
  }
  const now = door.shop.context.clock.now()
  const at = async (stop: number, code: string) =>
    (await decide(code, kept(stop), now.getTime())).outcome
  expect(await at(0, one.code)).toBe('Admitted')
  expect(await at(1, one.code)).toBe('WrongStop')
  expect(await at(1, both.identifier)).toBe('Admitted')
  expect(await at(0, both.identifier)).toBe('WrongStop')
  const [ofEvent] = await door.buy(1)
  expect(await at(0, ofEvent?.code ?? '')).toBe('WrongEvent')

  const tell = async (stop: number, ticketId: number, ago: number) => {
    const scannedAt = new Date(now.getTime() - ago * 1000).toISOString()
    const scan = { sequence: 1, scannedAt, outcome: 'Admitted' as const, ticketId, issueNumber: 1 }
    const body = {
      deviceId: door.shop.context.random.uuid(),
      ...item,
      stop,
      sentAt: now.toISOString(),
      scans: [scan],
    }
    const answer = await door.ask(staff, calls.entranceSync, { body })
    return answer.ok ? answer.value.scans.map(({ outcome }) => outcome) : answer.code
  }
  expect(await tell(1, both.ticketId, 60)).toEqual(['Admitted'])
  expect(await tell(1, both.ticketId, 300), 'the first counts').toEqual(['Admitted'])
  // A passenger who boarded at the wrong pier is on board nevertheless.
  expect(await tell(1, one.ticketId, 30)).toEqual(['Admitted'])
  expect(await tell(0, ofEvent?.ticketId ?? 0, 30)).toEqual(['Conflict'])
  const answer = await door.ask(staff, calls.entranceLog, { query: item })
  expect(answer.ok && answer.value.conflicts).toMatchObject([
    { ticketId: null },
    { gate: 'Pier 1', against: { gate: 'Pier 1' } },
  ])
})

test('weeks before the departure nobody boards, at no stop and by no call', async () => {
  const { clock, db, random } = door.shop.context
  const [ticket] = await board([1, 3])
  invariant(ticket, 'a ticket was bought')
  const today = clock.now()
  const early = first.getTime() - 21 * 86_400_000
  clock.set(new Date(early))
  for (const stop of [undefined, 0, 1, 2, 3]) {
    expect(await device(stop)(ticket.code)).toMatchObject({ outcome: 'WrongDay' })
    // A true clock, and a device that says that it is the day of the departure.
    for (const claimed of [early, first.getTime() + 3_600_000]) {
      const scannedAt = new Date(claimed).toISOString()
      const body = {
        deviceId: random.uuid(),
        ...item,
        ...(stop === undefined ? {} : { stop }),
        sentAt: scannedAt,
        scans: [
          {
            sequence: 1,
            scannedAt,
            outcome: 'Admitted' as const,
            ticketId: ticket.ticketId,
            issueNumber: 1,
          },
        ],
      }
      const answer = await door.ask(staff, calls.entranceSync, { body })
      invariant(answer.ok, 'a log is taken in')
      expect(answer.value.scans.map(({ outcome }) => outcome)).toEqual(['Conflict'])
    }
  }
  const row = await db
    .selectFrom('ticket')
    .select('used_at')
    .where('id', '=', ticket.ticketId)
    .executeTakeFirstOrThrow()
  expect(row.used_at).toBeNull()
  clock.set(today)
  expect(await device(1)(ticket.code)).toMatchObject({ outcome: 'Admitted' })
})

test('lists passengers who board, leave, and are missing at a pier', async () => {
  await sql`update ticket set status = 2 where source = ${source}`.execute(door.shop.context.db)
  const [absent, aboard, ending, here, later] = await board([0, 2], [0, 2], [0, 1], [1, 3], [2, 3])
  invariant(absent && aboard && ending && here && later, 'five tickets were bought')
  for (const ticket of [aboard, ending]) await device(0)(ticket.code)
  const at = async (stop: number) => {
    const query = { ...item, stop }
    const answer = await door.ask(staff, calls.entrancePassengers, { query })
    invariant(answer.ok, `the lists come: ${JSON.stringify(answer)}`)
    const ids = (lines: readonly calls.PassengerLine[]) => lines.map(({ ticketId }) => ticketId)
    const { boarding, alighting, overdue, past } = answer.value
    return {
      boarding: ids(boarding),
      alighting: ids(alighting),
      overdue: ids(overdue),
      past: ids(past),
      lines: boarding,
    }
  }
  // Half past nine: the boat has left piers 0 and 1.
  expect(await at(1)).toMatchObject({
    boarding: [here.ticketId],
    alighting: [ending.ticketId],
    overdue: [absent.ticketId, here.ticketId],
    lines: [{ name: 'Nino From b', from: 'Pier 1', to: 'Pier 3', usedAt: null }],
  })
  expect(await at(2)).toMatchObject({
    boarding: [later.ticketId],
    alighting: [aboard.ticketId],
    overdue: [here.ticketId],
    past: [ending.ticketId],
  })
  const atLast = await at(3)
  expect(atLast).toMatchObject({ boarding: [], alighting: [], overdue: [] })
  expect(new Set(atLast.past)).toEqual(new Set([aboard.ticketId, ending.ticketId]))
  const query = { ...item, stop: 4 }
  expect(await door.ask(staff, calls.entrancePassengers, { query })).toMatchObject({
    code: 'NotFound',
  })
})

test('shows staff the items of their organiser or their assignment, by source and item', async () => {
  const { event } = door.shop
  const seenBy = async (as: StaffActor) => {
    const answer = await door.ask(as, calls.entranceItems)
    invariant(answer.ok, 'the items come')
    return answer.value.items.map((one) => `${one.source} ${one.itemId}`).toSorted()
  }
  const [ofBoat, ofEvent] = [`boat ${event.eventId}`, `event ${event.eventId}`]
  expect(await seenBy(staff)).toEqual([ofBoat, ofEvent])
  const limited = (number: number, kind: 'group' | 'item', of = source) =>
    door.staff({ role: 'scanner', assignments: [{ source: of, kind, number }] })
  expect(await seenBy(await limited(3, 'group'))).toEqual([ofBoat])
  expect(await seenBy(await limited(event.eventId, 'item'))).toEqual([ofBoat])
  expect(await seenBy(await limited(event.showId, 'group', 'event'))).toEqual([ofEvent])
  expect(await seenBy(await limited(event.eventId, 'item', 'event'))).toEqual([ofEvent])
  const other = await limited(999, 'item')
  expect(await seenBy(other)).toEqual([])
  expect(await device(0, other)('x')).toEqual({ outcome: 'NotFound' })
  const { merchantId } = await makeEvent(door.shop.context)
  const stranger = await door.staff({ merchantId })
  expect(await seenBy(stranger)).not.toContain(ofBoat)
  expect(await device(0, stranger)('x')).toEqual({ outcome: 'NotFound' })
  expect(await device(0, staff, { source: 'train', itemId: event.eventId })('x')).toEqual({
    outcome: 'NotFound',
  })
})

test('limits a gate to its stop and source', async () => {
  const [ticket] = await board([1, 2])
  const at = (gateId: number, stop?: number, as = staff) =>
    device(stop, as, { ...item, gateId })(ticket?.code ?? '')
  expect(await at(77, 0)).toEqual({ outcome: 'NotFound' })
  expect(await at(78)).toEqual({ outcome: 'NotFound' })
  const ofEvents = await door.staff({ role: 'scanner', gateIds: [5] })
  expect(await at(77, undefined, ofEvents)).toMatchObject({
    outcome: 'Admitted',
    usedGate: 'Gangway',
  })
})

// Last, because passengers of earlier tests are on board.
test('admits nobody to a cancelled boat, whatever was recorded of a part of its way', async () => {
  const { context, event } = door.shop
  const offeringId = await createOffering(context, {
    legCount: 3,
    placeCount: 40,
    pools: [{ poolId: 1, capacity: 2 }],
  })
  // Gates and items are cached for each member of staff.
  const conductor = await door.staff({ role: 'manager' })
  boats.length = 0
  item = { source, itemId: event.eventId + 1_000 }
  const sailing = addBoat(item.itemId, offeringId, event.merchantId)
  const reason = { ka: 'შტორმი', en: 'Storm' }
  const off = {
    ...item,
    offeringId,
    reason,
    lastStart: context.clock.now(),
    legs: { from: 2, to: 3 },
  }
  const [goes, stays] = await board([0, 1], [0, 2])
  await inTransaction(context, async (inside) => ok(await cancelItem(inside, off)))
  boats[0] = { ...sailing, isOff: false }
  expect(await device(0, conductor)(goes?.code ?? '')).toMatchObject({ outcome: 'Admitted' })
  boats[0] = { ...sailing, isOff: true }
  const later = await door.staff({ role: 'manager' })
  expect(await device(0, later)(stays?.code ?? '')).toMatchObject({ outcome: 'Returned' })
  const query = { ...item, cursor: '0' }
  const listed = await door.ask(later, calls.entranceList, { query })
  expect(listed).toMatchObject({
    value: { isWhole: true, cursor: '0', item: { isCancelled: true } },
  })
  expect(listed.ok && listed.value.lines.map(([, , , isValid]) => isValid)).toEqual([0, 0])
})
