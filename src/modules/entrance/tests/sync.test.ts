/**
 * Goal: scans of offline devices are merged consistently, whatever their sender, order and repetition. Method: logs
 * of two devices with wrong clocks, sent late, twice and out of order; the devices' ticket list is verified with
 * its keys.
 */
import { verify, createPublicKey } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ticketStatus } from '#contract/enumerations.ts'
import { fromBase64Url } from '#kernel/base64url.ts'
import type { StaffActor } from '#platform/context.ts'
import * as calls from '../contract.ts'
import * as counts from '../count-contract.ts'
import { countByEvent } from '../server/queries/entrance-counts.ts'
import { digestOf, listBytes, listedTicket } from '../ticket-list.ts'
import { openDoor, type Bought, type Door } from './support.ts'

let door: Door
let staff: StaffActor
let number = 0

beforeAll(async () => {
  door = await openDoor()
  staff = await door.staff({ role: 'manager' })
})
afterAll(() => door.shop.close())

/** Uploads the log of a device with this clock error; each entry says how many seconds ago it was scanned. */
async function sync(
  deviceId: string,
  entries: readonly { readonly ticket: Bought; readonly ago: number; readonly sequence?: number }[],
  clockAheadSeconds = 0,
) {
  const clock = door.shop.context.clock.now().getTime() + clockAheadSeconds * 1000
  const scans = entries.map(({ ticket, ago, sequence = ++number }) => ({
    sequence,
    scannedAt: new Date(clock - ago * 1000).toISOString(),
    outcome: 'Admitted' as const,
    ticketId: ticket.ticketId,
    issueNumber: 1,
  }))
  const body = {
    deviceId,
    eventId: door.shop.event.eventId,
    sentAt: new Date(clock).toISOString(),
    scans,
  }
  const answer = await door.ask(staff, calls.entranceSync, { body })
  if (!answer.ok) throw new Error(answer.code)
  return { outcomes: answer.value.scans.map(({ outcome }) => outcome), body }
}

async function log() {
  const query = { eventId: door.shop.event.eventId }
  const answer = await door.ask(staff, calls.entranceLog, { query })
  if (!answer.ok) throw new Error(answer.code)
  return answer.value
}

async function bought(): Promise<Bought> {
  const [ticket] = await door.buy(1)
  if (!ticket) throw new Error('A ticket was bought')
  return ticket
}

async function usedAt({ ticketId }: Bought): Promise<string | undefined> {
  const row = await door.shop.context.db
    .selectFrom('ticket')
    .select('used_at')
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow()
  return row.used_at?.toISOString()
}

const device = () => door.shop.context.random.uuid()

test('counts the earliest admission, whatever the order of uploads and the devices’ clocks', async () => {
  const [first, second] = [device(), device()]
  const ticket = await bought()
  expect((await sync(second, [{ ticket, ago: 60 }], 7_200)).outcomes).toEqual(['Admitted'])
  expect((await sync(first, [{ ticket, ago: 300 }], -3_600)).outcomes).toEqual(['Admitted'])
  const { conflicts } = await log()
  expect(conflicts).toMatchObject([
    { deviceId: second, outcome: 'Conflict', against: { scannedAt: '2026-12-31T09:25:00.000Z' } },
  ])
  expect(await usedAt(ticket), 'the ticket tells of the first').toBe('2026-12-31T09:25:00.000Z')
  const third = await sync(device(), [{ ticket, ago: 300 }])
  expect(third.outcomes, 'at the same moment, who told first').toEqual(['Conflict'])
})

test('counts a log once when it is sent twice or in parts', async () => {
  const ticket = await bought()
  const sent = await sync(device(), [{ ticket, ago: 30 }])
  const again = await door.ask(staff, calls.entranceSync, { body: sent.body })
  expect(again.ok && again.value.scans.map(({ outcome }) => outcome)).toEqual(['Admitted'])
  const rows = await door.shop.context.db
    .selectFrom('entrance_scan')
    .select('id')
    .where('ticket_id', '=', ticket.ticketId)
    .execute()
  expect(rows).toHaveLength(1)
})

test('keeps the earliest admission when a hundred devices report one ticket concurrently', async () => {
  const ticket = await bought()
  await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      sync(device(), [{ ticket, ago: 1 + ((at * 37) % 100), sequence: 1 }]),
    ),
  )
  const rows = await door.shop.context.db
    .selectFrom('entrance_scan')
    .select(['outcome', 'scanned_at'])
    .where('ticket_id', '=', ticket.ticketId)
    .where('outcome', '=', 'Admitted')
    .execute()
  expect(rows.map((row) => row.scanned_at.toISOString())).toEqual(['2026-12-31T09:28:20.000Z'])
})

test('stores a conflict for a ticket returned before its offline scan was uploaded', async () => {
  const ticket = await bought()
  const { db } = door.shop.context
  await db
    .updateTable('ticket')
    .set({ status: ticketStatus.Inactive })
    .where('id', '=', ticket.ticketId)
    .execute()
  expect((await sync(device(), [{ ticket, ago: 5 }])).outcomes).toEqual(['Conflict'])
  expect(await usedAt(ticket)).toBeUndefined()
})

test.each([{ status: ticketStatus.Inactive }, { issue_number: 2 }])(
  'a used ticket that became %o is not used anew by who tells late of having come earlier',
  async (change) => {
    const ticket = await bought()
    await sync(device(), [{ ticket, ago: 60 }])
    await door.shop.context.db
      .updateTable('ticket')
      .set(change)
      .where('id', '=', ticket.ticketId)
      .execute()
    expect((await sync(device(), [{ ticket, ago: 300 }])).outcomes).toEqual(['Conflict'])
    expect(await usedAt(ticket)).toBe('2026-12-31T09:29:00.000Z')
  },
)

test('signs the list, includes changes, and exposes nothing that could forge a ticket', async () => {
  const ticket = await bought()
  const { eventId } = door.shop.event
  const read = async (cursor?: string) => {
    const answer = await door.ask(staff, calls.entranceList, { query: { eventId, cursor } })
    if (!answer.ok) throw new Error(answer.code)
    return answer.value
  }
  const whole = await read()
  const raw = fromBase64Url(
    whole.keys.find(({ keyId }) => keyId === whole.signedBy)?.publicKey ?? '',
  )
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const isSigned = (list: typeof whole) =>
    verify(null, listBytes(list), key, fromBase64Url(list.signature))
  expect(isSigned(whole)).toBe(true)
  expect(isSigned({ ...whole, serverTime: '2026-12-31T00:00:00.000Z' })).toBe(false)
  expect(JSON.stringify(whole)).not.toContain(ticket.identifier)
  const listed = whole.lines.map(listedTicket).find(({ ticketId }) => ticketId === ticket.ticketId)
  expect(listed).toMatchObject({
    isValid: true,
    usedAtSeconds: null,
    identifierDigest: await digestOf(ticket.identifier),
  })
  await door.device(staff).scan(ticket.code)
  const news = await read(whole.cursor)
  expect(news.isWhole).toBe(false)
  const changed = news.lines.map(listedTicket).find(({ ticketId }) => ticketId === ticket.ticketId)
  expect(changed?.usedAtSeconds).toBe(Date.parse('2026-12-31T09:30:00Z') / 1000)
  expect((await read(String(2n ** 62n))).isWhole, 'a cursor of another database').toBe(true)
})

test('counts admissions of public shows by event, section and city', async () => {
  await door.shop.context.db.updateTable('ticket').set({ used_at: null }).execute()
  const tickets = await door.buy(3)
  for (const ticket of tickets.slice(0, 2)) await door.device(staff).scan(ticket.code)
  const visitor = { kind: 'visitor' } as const
  const { eventId } = door.shop.event
  const byEvent = await door.ask(visitor, counts.presentationEntranceCount)
  expect(byEvent).toMatchObject({ value: { total: 2, items: [{ eventId, entranceCount: 2 }] } })
  const byPart = await door.ask(visitor, counts.presentationDepartmentEntranceCount)
  expect(byPart).toMatchObject({ value: { items: [{ department: 'Floor', entranceCount: 2 }] } })
  const byCity = await door.ask(visitor, counts.presentationRegionEntranceCount)
  expect(byCity).toMatchObject({
    value: { items: [{ region: 'Tbilisi', eventCount: 1, entranceCount: 2 }] },
  })
  await door.shop.context.db.updateTable('show').set({ access: 1 }).execute()
  const { context } = door.shop
  // Like a process without cached counts, which are kept for five seconds.
  expect((await countByEvent({ ...context, db: context.db.withTables() })).rows).toEqual([])
})
