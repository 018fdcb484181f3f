/**
 * Goal: outside the check-in hours, and at a cancelled item, nothing uses a ticket, so that it can still be returned.
 * Method: logs of devices and scans weeks before the day, after it, and around the hours, with true and with wrong
 * clocks; the same for a cancelled date.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelItem } from '#modules/tickets/server/public-api.ts'
import { ok } from '#kernel/result.ts'
import { inTransaction, type StaffActor } from '#platform/context.ts'
import * as calls from '../contract.ts'
import { openDoor, type Bought, type Door } from './support.ts'

let door: Door
let staff: StaffActor
let opensAt: number
let closesAt: number
let doorsOpen: Date
let number = 0

beforeAll(async () => {
  door = await openDoor()
  staff = await door.staff({ role: 'scanner' })
  doorsOpen = door.shop.context.clock.now()
  const { eventId } = door.shop.event
  const list = await door.ask(staff, calls.entranceList, { query: { eventId } })
  if (!list.ok) throw new Error(list.code)
  opensAt = Date.parse(list.value.item.opensAt)
  closesAt = Date.parse(list.value.item.closesAt)
})
beforeEach(() => door.shop.context.clock.set(doorsOpen))
afterAll(() => door.shop.close())

async function sync({ ticketId }: Bought, scannedAt: number, sentAt?: number) {
  const body = {
    deviceId: door.shop.context.random.uuid(),
    eventId: door.shop.event.eventId,
    sentAt: new Date(sentAt ?? door.shop.context.clock.now()).toISOString(),
    scans: [
      {
        sequence: ++number,
        scannedAt: new Date(scannedAt).toISOString(),
        outcome: 'Admitted' as const,
        ticketId,
        issueNumber: 1,
      },
    ],
  }
  const answer = await door.ask(staff, calls.entranceSync, { body })
  if (!answer.ok) throw new Error(answer.code)
  return answer.value.scans[0]?.outcome
}

async function isUsed({ ticketId }: Bought): Promise<boolean> {
  const row = await door.shop.context.db
    .selectFrom('ticket')
    .select('used_at')
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow()
  return row.used_at !== null
}

async function bought(): Promise<Bought> {
  const [ticket] = await door.buy(1)
  if (!ticket) throw new Error('A ticket was bought')
  return ticket
}

const day = 86_400_000

test('weeks before the day a scanner uses no ticket, by whatever call and clock', async () => {
  const ticket = await bought()
  const now = opensAt - 21 * day
  door.shop.context.clock.set(new Date(now))
  // True clocks, a clock a month ahead, and a scan said to be of the day itself.
  for (const [scannedAt, sentAt] of [
    [now, now],
    [now + 30 * day, now + 30 * day],
    [opensAt + 1, now],
    [now - day, now],
  ] as const)
    expect(await sync(ticket, scannedAt, sentAt)).toBe('Conflict')
  const device = door.device(staff)
  expect(await device.scan(ticket.code)).toBe('WrongDay')
  expect(await device.scan(ticket.identifier)).toBe('WrongDay')
  expect(await isUsed(ticket)).toBe(false)
  const { eventId } = door.shop.event
  const log = await door.ask(staff, calls.entranceLog, { query: { eventId } })
  if (!log.ok) throw new Error(log.code)
  expect(log.value.conflicts).toHaveLength(4)
  for (const conflict of log.value.conflicts)
    expect(conflict).toMatchObject({
      ticketId: ticket.ticketId,
      isOutsideHours: true,
      against: null,
    })
  // On the day it opens the door.
  door.shop.context.clock.set(doorsOpen)
  expect(await door.device(staff).scan(ticket.code)).toBe('Admitted')
})

test('the hours count to the second; a log that is sent days later counts by its own time', async () => {
  const [before, first, last, after] = await door.buy(4)
  door.shop.context.clock.set(new Date(closesAt + 5 * day))
  const outcomes = [
    await sync(before as Bought, opensAt - 1),
    await sync(first as Bought, opensAt),
    await sync(last as Bought, closesAt),
    await sync(after as Bought, closesAt + 1),
  ]
  expect(outcomes).toEqual(['Conflict', 'Admitted', 'Admitted', 'Conflict'])
  expect(await isUsed(before as Bought)).toBe(false)
  expect(await isUsed(first as Bought)).toBe(true)
  expect(await isUsed(after as Bought)).toBe(false)
})

test('a log of a cancelled date uses no ticket, whose refund is due', async () => {
  const ticket = await bought()
  const { eventId, offeringId } = door.shop.event
  await inTransaction(door.shop.context, async (inside) =>
    ok(
      await cancelItem(inside, {
        source: 'event',
        itemId: eventId,
        offeringId,
        reason: { ka: 'ავად', en: 'Ill' },
        lastStart: doorsOpen,
      }),
    ),
  )
  expect(await sync(ticket, doorsOpen.getTime())).toBe('Conflict')
  expect(await isUsed(ticket)).toBe(false)
})
