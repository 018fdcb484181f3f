/**
 * Goal: an entrance admits the holder of a valid ticket once, and refuses others with the reason. Method: the
 * declared calls by devices of two organisers, with codes that are valid, old, forged, for another date or another
 * gate; many concurrent scans of one ticket (a thousand with returns among them: tests/soak/entrance.soak.ts).
 */
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ticketStatus } from '#contract/enumerations.ts'
import { makeEvent } from '#modules/events/tests/factories.ts'
import { makeGate } from '#modules/staff/tests/factories.ts'
import { rotatingText, slotOf } from '#modules/tickets/rotating-code.ts'
import { getTickets, verifyTicket } from '#modules/tickets/contract.ts'
import { createShareUrl, sharedTickets } from '#modules/tickets/transfer-contract.ts'
import { ok } from '#kernel/result.ts'
import { fromBase64Url } from '#kernel/base64url.ts'
import { signCode } from '#modules/tickets/server/code.ts'
import { cancelItem } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type StaffActor } from '#platform/context.ts'
import * as calls from '../contract.ts'
import { openDoor, type Door } from './support.ts'

let door: Door
let manager: StaffActor

beforeAll(async () => {
  door = await openDoor()
  manager = await door.staff({ role: 'manager' })
})
afterAll(() => door.shop.close())

const db = () => door.shop.context.db

test('admits exactly one of two hundred concurrent scans of a ticket', async () => {
  const [ticket] = await door.buy(1)
  const devices = Array.from({ length: 20 }, () => door.device(manager))
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, at) => devices[at % 20]?.scan(ticket?.code ?? '')),
  )
  expect(outcomes.filter((outcome) => outcome === 'Admitted')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'AlreadyUsed')).toHaveLength(199)
  const row = await db()
    .selectFrom('entrance_scan')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('ticket_id', '=', ticket?.ticketId ?? 0)
    .executeTakeFirstOrThrow()
  expect(Number(row.count)).toBe(200)
  // Public validation reports the ticket as used.
  const query = { ticketIdentifier: ticket?.code ?? '' }
  const verdict = await door.shop.send({ kind: 'visitor' }, verifyTicket, { query })
  expect(verdict).toMatchObject({
    value: { isValid: true, isUsed: true, opensDoor: false, usedAt: expect.any(String) },
  })
}, 30_000)

test('repeats the outcome for the same device and sequence', async () => {
  const [ticket] = await door.buy(1)
  const { deviceId } = door.device(manager)
  const { eventId } = door.shop.event
  const body = { deviceId, eventId, sequence: 1, code: ticket?.code ?? '' }
  const first = await door.ask(manager, calls.entranceScan, { body })
  const again = await Promise.all(
    [1, 2, 3].map(() => door.ask(manager, calls.entranceScan, { body })),
  )
  expect(first).toMatchObject({ ok: true, value: { outcome: 'Admitted' } })
  for (const answer of again) expect(answer).toEqual(first)
})

describe('an entrance refuses', () => {
  test('forged, old, returned, unpaid tickets, and tickets of another item', async () => {
    const tickets = await door.buy(5)
    const [forged, old, returned, unpaid, typed] = tickets
    const device = door.device(manager)
    const { offeringId } = door.shop.event
    const { privateKey } = generateKeyPairSync('ed25519')
    const claim = { ticketId: forged?.ticketId ?? 0, offeringId, issueNumber: 1 }
    expect(await device.scan(signCode({ id: 1, privateKey }, claim))).toBe('Unknown')
    const key = await door.shop.ports.signingKeys.current(door.shop.context)
    expect(await device.scan(signCode(key, { ...claim, offeringId: offeringId + 1 }))).toBe(
      'Unknown',
    )
    for (const text of ['', 'BLT1:', 'BLT2:AAA', 'HELLO', '🎟️', "' or 1=1 --"])
      expect(['Unknown', 'BadRequest'], text).toContain(await device.scan(text))
    const change = (ticketId: number | undefined, set: object) =>
      db()
        .updateTable('ticket')
        .set(set)
        .where('id', '=', ticketId ?? 0)
        .execute()
    await change(old?.ticketId, { issue_number: 2 })
    expect(await device.scan(old?.code ?? '')).toBe('OldCode')
    await change(returned?.ticketId, { status: ticketStatus.RefundedForResellingToTKT })
    expect(await device.scan(returned?.code ?? '')).toBe('Returned')
    const identifier = typed?.identifier.toLowerCase().replace(/^(.{5})/, '$1 ') ?? ''
    expect(await device.scan(identifier)).toBe('Admitted')
    const used = await device.scanned(typed?.code ?? '')
    expect(used).toMatchObject({ outcome: 'AlreadyUsed', usedAt: '2026-12-31T09:30:00.000Z' })
    await db().updateTable('orders').set({ status: 3 }).where('status', '=', 1).execute()
    expect(await device.scan(unpaid?.code ?? '')).toBe('NotPaid')
    await db().updateTable('orders').set({ status: 1 }).where('status', '=', 3).execute()
  })

  test('tickets on another day, at another event, and at another gate', async () => {
    const [one, two, three] = await door.buy(3)
    const { event, context } = door.shop
    const other = await makeEvent(context, { startsAt: context.clock.now() })
    await db()
      .updateTable('show')
      .set({ merchant_id: event.merchantId })
      .where('id', '=', other.showId)
      .execute()
    const device = door.device(manager)
    const elsewhere = async () => device.scan(one?.code ?? '', other.eventId)
    expect(await elsewhere()).toBe('WrongEvent')
    await db()
      .updateTable('event')
      .set({ show_id: event.showId })
      .where('id', '=', other.eventId)
      .execute()
    context.clock.advance(0)
    const fresh = door.device(await door.staff({ role: 'manager' }))
    expect(await fresh.scan(one?.code ?? '', other.eventId)).toBe('WrongDay')
    const seats = Object.values(event.seatTypes).map(({ ticketTypeId }) => ticketTypeId)
    const gateId = await makeGate(context, {
      eventId: event.eventId,
      name: 'Stalls',
      typeIds: seats,
    })
    const later = await door.staff({ role: 'manager' })
    expect(await door.device(later, gateId).scan(two?.code ?? '')).toBe('WrongGate')
    context.clock.advance(3 * 86_400)
    expect(await device.scan(three?.code ?? '')).toBe('WrongDay')
    context.clock.advance(-3 * 86_400)
    expect(await device.scan(two?.code ?? '')).toBe('Admitted')
  })

  test('other organisers’ staff access to event, list, log and scans', async () => {
    const [ticket] = await door.buy(1)
    const theirs = await makeEvent(door.shop.context)
    const stranger = await door.staff({ merchantId: theirs.merchantId })
    const { eventId } = door.shop.event
    expect(await door.device(stranger).scan(ticket?.code ?? '')).toBe('NotFound')
    for (const call of [calls.entranceList, calls.entranceLog])
      expect(await door.ask(stranger, call, { query: { eventId } })).toMatchObject({
        code: 'NotFound',
      })
    const { scanId } = await door.device(manager).scanned(ticket?.code ?? '')
    const undo = (staff: StaffActor) =>
      door.ask(staff, calls.entranceUndo, { body: { scanId, reason: 'test' } })
    expect(await undo(stranger)).toMatchObject({ code: 'NotFound' })
    expect(await undo(await door.staff({ role: 'scanner' }))).toMatchObject({ code: 'Forbidden' })
    expect(await undo(manager)).toMatchObject({ ok: true })
    expect(await undo(manager)).toMatchObject({ code: 'ScanNotUndoable' })
    expect(await door.device(manager).scan(ticket?.code ?? '')).toBe('Admitted')
    const shopper = ticket?.actor ?? manager
    const asShopper = await door.ask(shopper, calls.entranceLog, { query: { eventId } })
    expect(asShopper).toMatchObject({ code: 'Unauthenticated' })
  })
})

test('screenshots of rotating codes after 45 seconds, and typed identifiers', async () => {
  const { context, event } = door.shop
  const rule = {
    kind: 'rotating-codes',
    event_id: event.eventId,
    settings: JSON.stringify({ isOn: true }),
    created_at: context.clock.now(),
    updated_at: context.clock.now(),
  }
  const [ticket] = await door.buy(1)
  const { id } = await db()
    .insertInto('special_rule')
    .values(rule)
    .returning('id')
    .executeTakeFirstOrThrow()
  await expect
    .poll(async () => {
      const list = await door.shop.send(ticket?.actor ?? manager, getTickets)
      return list.ok && list.value.tickets[0]?.rotating !== null
    })
    .toBe(true)
  const list = await door.shop.send(ticket?.actor ?? manager, getTickets)
  const shown = list.ok ? list.value.tickets[0] : undefined
  const rotating = shown?.rotating
  if (!shown?.code || !rotating) throw new Error('The ticket rotates')
  const secret = fromBase64Url(rotating.secret)
  const at = (slot: number, key = secret) => rotatingText(rotating.plainCode, key, slot)
  const now = slotOf(context.clock.now().getTime())
  expect(shown.code).toBe(await at(now))
  // A link that waits to be taken does not show what its codes are made of: it may be taken back.
  const made = await door.shop.send(ticket?.actor ?? manager, createShareUrl, {
    body: { ticketIdentifier: ticket?.identifier, handsOver: true },
  })
  const params = { token: (made.ok && made.value.ticketShareToken) || '' }
  const opened = await door.shop.send({ kind: 'visitor' }, sharedTickets, { params })
  expect(opened).toMatchObject({ ok: true, value: { tickets: [{ code: null, rotating: null }] } })
  const device = door.device(await door.staff())
  expect(await device.scan(rotating.plainCode)).toBe('StaleCode')
  expect(await device.scan(ticket?.identifier ?? '')).toBe('StaleCode')
  expect(await device.scan(await at(now - 3))).toBe('StaleCode')
  expect(await device.scan(await at(now + 2))).toBe('StaleCode')
  expect(await device.scan(await at(now, fromBase64Url('A'.repeat(43))))).toBe('Unknown')
  context.clock.advance(45)
  expect(await device.scan(shown.code)).toBe('StaleCode')
  context.clock.advance(-20)
  expect(await device.scan(shown.code)).toBe('Admitted')
  await db().deleteFrom('special_rule').where('id', '=', id).execute()
})

// Last, because the sale does not open again.
test('admits nobody to a cancelled event, whose tickets show no code until their refund', async () => {
  const { context, event } = door.shop
  const [ticket] = await door.buy(1)
  const { eventId: itemId, offeringId } = event
  const reason = { ka: 'ავადმყოფობა', en: 'Illness' }
  const off = { source: 'event', itemId, offeringId, reason, lastStart: context.clock.now() }
  const read = async (cursor?: string) => {
    const query = { eventId: itemId, cursor }
    const answer = await door.ask(manager, calls.entranceList, { query })
    if (!answer.ok) throw new Error(answer.code)
    return answer.value
  }
  const { cursor } = await read()
  await inTransaction(context, async (inside) => ok(await cancelItem(inside, off)))
  expect(await door.device(manager).scan(ticket?.code ?? '')).toBe('Returned')
  const query = { ticketIdentifier: ticket?.code ?? '' }
  const verdict = await door.shop.send({ kind: 'visitor' }, verifyTicket, { query })
  expect(verdict).toMatchObject({ value: { isValid: true, opensDoor: false } })
  // Devices without a connection refuse it too, once they have had the list again.
  const listed = await read(cursor)
  expect(listed).toMatchObject({ isWhole: true, item: { isCancelled: true } })
  expect(listed.lines.length).toBeGreaterThan(0)
  expect(listed.lines.filter(([, , , isValid]) => isValid === 1)).toEqual([])
  const list = await door.shop.send(ticket?.actor ?? manager, getTickets)
  expect(list).toMatchObject({ value: { tickets: [{ statusName: 'Active', code: null }] } })
  await db().deleteFrom('cancelled_item').where('item_id', '=', itemId).execute()
  const shown = await door.shop.send(ticket?.actor ?? manager, getTickets)
  expect(shown).toMatchObject({ value: { tickets: [{ code: ticket?.code }] } })
  expect(await door.device(manager).scan(ticket?.code ?? '')).toBe('Admitted')
})
