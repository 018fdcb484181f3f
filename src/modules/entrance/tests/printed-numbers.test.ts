/**
 * Goal: the number under a code admits nobody but the present holder, like the code. Method: a ticket is passed on, taken
 * back and issued anew; each of the numbers that somebody has seen is typed at the door, on a device without a network,
 * and where anybody may ask whether a ticket is valid.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeGuest } from '#modules/events/tests/factories.ts'
import { getTickets, verifyTicket } from '#modules/tickets/contract.ts'
import * as passing from '#modules/tickets/transfer-contract.ts'
import type { Actor, StaffActor } from '#platform/context.ts'
import * as calls from '../contract.ts'
import { listedTicket } from '../ticket-list.ts'
import { decide } from '../web/scanner/decide.ts'
import { openDoor, type Bought, type Door } from './support.ts'

let door: Door
let staff: StaffActor

beforeAll(async () => {
  door = await openDoor()
  staff = await door.staff({ role: 'scanner' })
})
afterAll(() => door.shop.close())

async function bought(): Promise<Bought> {
  const [ticket] = await door.buy(1)
  if (!ticket) throw new Error('A ticket was bought')
  return ticket
}

async function shareOf(actor: Actor, ticketIdentifier: string): Promise<string> {
  const made = await door.shop.send(actor, passing.createShareUrl, {
    body: { ticketIdentifier, handsOver: true },
  })
  if (!made.ok) throw new Error(made.code)
  return made.value.ticketShareToken ?? ''
}

/** Takes a ticket over; returns its number as its new holder sees it. */
async function take(actor: Actor, token: string): Promise<string> {
  const taken = await door.shop.send(actor, passing.takeOverTickets, { body: { token } })
  if (!taken.ok) throw new Error(taken.code)
  return taken.value.tickets[0]?.printedNumber ?? ''
}

async function numberOf(actor: Actor, identifier: string): Promise<string> {
  const list = await door.shop.send(actor, getTickets, { query: { ticketIdentifier: identifier } })
  if (!list.ok) throw new Error(list.code)
  return list.value.tickets[0]?.printedNumber ?? ''
}

/** On a device that has just downloaded the list. */
async function offline(text: string) {
  const { eventId } = door.shop.event
  const list = await door.ask(staff, calls.entranceList, { query: { eventId } })
  if (!list.ok) throw new Error(list.code)
  const { item, keys, lines } = list.value
  const tickets = new Map(lines.map(listedTicket).map((one) => [one.ticketId, one]))
  const kept = { item: { ...item, keys }, tickets, typeIds: null, stop: null }
  return (await decide(text, kept, door.shop.context.clock.now().getTime())).outcome
}

async function isSaidValid(ticketIdentifier: string): Promise<boolean> {
  const visitor = { kind: 'visitor' } as const
  const said = await door.shop.send(visitor, verifyTicket, { query: { ticketIdentifier } })
  if (!said.ok) throw new Error(said.code)
  return said.value.isValid
}

test('who gave a ticket away does not enter with its number', async () => {
  const { actor: giver, identifier } = await bought()
  const receiver = await makeGuest(door.shop.context)
  expect(await numberOf(giver, identifier)).toBe(identifier)
  expect([await offline(identifier), await isSaidValid(identifier)]).toEqual(['Admitted', true])
  const number = await take(receiver, await shareOf(giver, identifier))
  expect(number).toMatch(new RegExp(`^${identifier}[2-9A-HJKMNP-Z]{5}$`))

  const device = door.device(staff)
  for (const known of [identifier, `${identifier}AAAAA`, identifier.toLowerCase()]) {
    expect(await device.scan(known)).toBe('OldCode')
    expect(await offline(known)).toBe('Unknown')
    expect(await isSaidValid(known)).toBe(false)
  }
  const said = number.toLowerCase().replaceAll(/(.{5})/g, '$1 ')
  expect([await offline(said), await isSaidValid(number)]).toEqual(['Admitted', true])
  expect(await device.scan(said)).toBe('Admitted')
})

test('each way back and forth ends the numbers before it', async () => {
  const { actor: giver, identifier } = await bought()
  const receiver = await makeGuest(door.shop.context)
  const second = await take(receiver, await shareOf(giver, identifier))
  await take(giver, await shareOf(receiver, identifier))
  const third = await numberOf(giver, identifier)
  expect(new Set([identifier, second, third]).size).toBe(3)
  const device = door.device(staff)
  for (const known of [identifier, second]) expect(await device.scan(known)).toBe('OldCode')
  expect(await device.scan(third)).toBe('Admitted')
})

test('a link that waits to be taken shows nothing that admits', async () => {
  const { actor: giver, identifier, code } = await bought()
  const token = await shareOf(giver, identifier)
  const visitor = { kind: 'visitor' } as const
  const shown = await door.shop.send(visitor, passing.sharedTickets, { params: { token } })
  const query = { ticketShareToken: token }
  const listed = await door.shop.send(visitor, getTickets, { query })
  for (const answer of [shown, listed]) {
    expect(answer).toMatchObject({ ok: true, value: { tickets: [{ code: null, rotating: null }] } })
    expect(JSON.stringify(answer)).not.toContain(identifier)
    expect(JSON.stringify(answer)).not.toContain(code)
  }
})
