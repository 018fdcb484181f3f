/**
 * Goal: a device without a network admits with a pass as often as uses are left, as the server would, and counts what it
 * has recorded itself. Method: the decision and the stored tickets as pure functions, on a stored list.
 */
import { expect, test } from 'vitest'
import { decide, type StoredData } from '../web/scanner/decide.ts'
import {
  afterAdmission,
  lacksUses,
  unlisted,
  withOwnAdmissions,
  withUnsynced,
} from '../web/scanner/device-tickets.ts'
import type { UnsyncedScan } from '../web/scanner/offline-store.ts'
import type { CachedList } from '../web/scanner/scanner-state.ts'
import { digestOf, listedTicket, type ListedTicket } from '../ticket-list.ts'

const now = Date.parse('2026-11-28T15:00:00Z')
const seconds = now / 1000
const identifier = 'PASSPASSPASS'
const item: StoredData['item'] = {
  offeringId: 5,
  opensAt: '2026-01-01T00:00:00Z',
  closesAt: '2027-01-01T00:00:00Z',
  rotatingSecret: null,
  keys: [],
}

async function pass(usesLeft: number, endsAt = 0, validity: 0 | 1 = 1): Promise<ListedTicket> {
  const digest = await digestOf(identifier)
  return listedTicket([7, 1, 1, validity, 0, digest, 0, 1, usesLeft, endsAt])
}

async function outcomeOf(ticket: ListedTicket, typeIds: readonly number[] | null = null) {
  const tickets = new Map([[ticket.ticketId, ticket]])
  const kept = { item, tickets, typeIds: typeIds && new Set(typeIds), stop: null }
  return (await decide(identifier, kept, now)).outcome
}

const scan = (change: Partial<UnsyncedScan> = {}): UnsyncedScan => ({
  sequence: 1,
  source: 'multipass',
  itemId: 3,
  stop: null,
  gateId: null,
  scannedAt: '2026-11-28T14:30:00Z',
  outcome: 'Admitted',
  ticketId: 7,
  issueNumber: 1,
  ...change,
})

const list = (change: Partial<CachedList['item']> = {}): CachedList => ({
  source: 'multipass',
  itemId: 3,
  cursor: '9',
  serverTime: '2026-11-28T14:00:00Z',
  keys: [],
  item: {
    ...item,
    keys: undefined,
    name: 'Museum pass',
    venue: 'Museum',
    timeZone: 'Asia/Tbilisi',
    startsAt: item.closesAt,
    admitted: 12,
    usesWhenNew: 8,
    stops: [],
    ...change,
  } as CachedList['item'],
})

test('a pass admits until its uses are taken, and then it is used up', async () => {
  let ticket = await pass(2)
  for (const left of [1, 0]) {
    expect(await outcomeOf(ticket)).toBe('Admitted')
    ticket = afterAdmission(ticket, now)
    // It has no time of its own, so the reason of the refusal is that it is used up.
    expect(ticket).toMatchObject({ usesLeft: left, usedAtSeconds: null })
  }
  expect(await outcomeOf(ticket)).toBe('AlreadyUsed')
})

test('it is refused as by the server: returned, another gate, its own days over, no card', async () => {
  expect(await outcomeOf(await pass(2, 0, 0))).toBe('Returned')
  expect(await outcomeOf(await pass(2), [9])).toBe('WrongGate')
  expect(await outcomeOf(await pass(2, seconds + 1))).toBe('Admitted')
  expect(await outcomeOf(await pass(0, seconds))).toBe('WrongDay')
})

test('admissions that are not uploaded count, of this pass alone', async () => {
  const unsynced = [
    scan(),
    scan({ sequence: 2 }),
    scan({ sequence: 3, outcome: 'AlreadyUsed' }),
    scan({ sequence: 4, ticketId: 8 }),
    scan({ sequence: 5, itemId: 4, ticketId: 9 }),
  ]
  expect(withUnsynced(await pass(3), unsynced).usesLeft).toBe(1)
  expect(withUnsynced(await pass(1), unsynced).usesLeft).toBe(0)
  expect(withUnsynced(await pass(3), []).usesLeft).toBe(3)
  // All admissions at the item: three of five scans.
  expect(withOwnAdmissions(list(), unsynced).item.admitted).toBe(15)
  expect(withOwnAdmissions(list({ admitted: null }), unsynced).item.admitted).toBeNull()
  const ticket = listedTicket([7, 1, 1, 1, 0, '', 0, 1])
  const at = Date.parse(scan().scannedAt) / 1000
  expect(withUnsynced(ticket, unsynced).usedAtSeconds).toBe(at)
  expect(withUnsynced({ ...ticket, usedAtSeconds: 5 }, unsynced).usedAtSeconds).toBe(5)
})

test('a pass that was sold after the list was downloaded has the uses of a new one', () => {
  expect(unlisted(11, 1, list().item).usesLeft).toBe(8)
  expect(unlisted(11, 1, list({ usesWhenNew: null }).item)).not.toHaveProperty('usesLeft')
})

test('in a list of an older version a pass admits once, and the next list is a whole one', async () => {
  const digest = await digestOf(identifier)
  const older = listedTicket([7, 1, 1, 1, 0, digest, 0, 1])
  expect(await outcomeOf(older)).toBe('Admitted')
  const used = afterAdmission(older, now)
  expect(used.usedAtSeconds).toBe(seconds)
  expect(await outcomeOf(used)).toBe('AlreadyUsed')
  const both = new Map([older, await pass(2)].map((one, at) => [at, one]))
  expect(lacksUses(list(), both)).toBe(true)
  expect(lacksUses(list({ admitted: null }), both)).toBe(false)
  expect(lacksUses(list(), new Map([[7, await pass(2)]]))).toBe(false)
})
