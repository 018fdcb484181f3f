/** The tickets that a device knows: what was downloaded, with the admissions that it has recorded itself. Pure. */
import { listedTicket, type ListedTicket, type ListLine } from '../../ticket-list.ts'
import type { UnsyncedScan } from './offline-store.ts'
import type { CachedList } from './scanner-state.ts'

export type DeviceTickets = ReadonlyMap<number, ListedTicket>

/** A ticket that was sold after the list was downloaded; a pass has the uses of a new one. */
export function unlisted(
  ticketId: number,
  issueNumber: number,
  { usesWhenNew }: Pick<CachedList['item'], 'usesWhenNew'>,
): ListedTicket {
  return {
    ticketId,
    issueNumber,
    ticketTypeId: 0,
    isValid: true,
    isWithoutPlace: false,
    usedAtSeconds: null,
    identifierDigest: '',
    legFrom: 0,
    legTo: 1,
    ...(typeof usesWhenNew === 'number' && { usesLeft: usesWhenNew }),
  }
}

/** A ticket after an admission at this time: used, or a pass with one use less. */
export function afterAdmission(ticket: ListedTicket, milliseconds: number): ListedTicket {
  return ticket.usesLeft === undefined
    ? { ...ticket, usedAtSeconds: ticket.usedAtSeconds ?? Math.floor(milliseconds / 1000) }
    : { ...ticket, usesLeft: Math.max(0, ticket.usesLeft - 1) }
}

/** A ticket as the server knows it, with the admissions of this device that are not uploaded yet. */
export function withUnsynced(
  ticket: ListedTicket,
  unsynced: readonly UnsyncedScan[],
): ListedTicket {
  const own = unsynced.filter(
    (scan) => scan.ticketId === ticket.ticketId && scan.outcome === 'Admitted',
  )
  if (ticket.usesLeft !== undefined)
    return { ...ticket, usesLeft: Math.max(0, ticket.usesLeft - own.length) }
  const [first] = own
  return first ? afterAdmission(ticket, Date.parse(first.scannedAt)) : ticket
}

/** The tickets of a list, with what was answered about them. */
export function downloaded(
  lines: readonly ListLine[],
  answers:
    | readonly { readonly ticketId: number; readonly answers: ListedTicket['answers'] }[]
    | undefined,
  unsynced: readonly UnsyncedScan[],
): ListedTicket[] {
  const answersOf = new Map((answers ?? []).map((one) => [one.ticketId, one.answers]))
  return lines.map((line) => {
    const ticket = withUnsynced(listedTicket(line), unsynced)
    const given = answersOf.get(ticket.ticketId)
    return given ? { ...ticket, answers: given } : ticket
  })
}

/** Stored tickets; the device may have been switched off before one was stored as used. */
export function restored(
  tickets: readonly ListedTicket[],
  unsynced: readonly UnsyncedScan[],
): Map<number, ListedTicket> {
  const known = tickets.map((ticket) =>
    ticket.usesLeft === undefined ? withUnsynced(ticket, unsynced) : ticket,
  )
  return new Map(known.map((ticket) => [ticket.ticketId, ticket]))
}

/** A list with the admissions of this device at its item that the server does not count yet. */
export function withOwnAdmissions(list: CachedList, unsynced: readonly UnsyncedScan[]): CachedList {
  const { source, itemId, item } = list
  if (typeof item.admitted !== 'number') return list
  const own = unsynced.filter(
    (scan) => scan.outcome === 'Admitted' && scan.source === source && scan.itemId === itemId,
  )
  return { ...list, item: { ...item, admitted: item.admitted + own.length } }
}

/** Whether a list of passes was stored by an older version, without their uses: changes would not contain them. */
export function lacksUses({ item }: CachedList, tickets: DeviceTickets): boolean {
  if (typeof item.admitted !== 'number') return false
  return [...tickets.values()].some(({ usesLeft }) => usesLeft === undefined)
}

/** Used tickets, and those that are used or may be, of passengers who board at a stop (null: of all). */
export function countTickets(
  tickets: DeviceTickets,
  stop: number | null,
): { inside: number; expected: number } {
  let inside = 0
  let expected = 0
  for (const ticket of tickets.values()) {
    if (stop !== null && ticket.legFrom !== stop) continue
    if (ticket.usedAtSeconds !== null) inside += 1
    const isExpected = ticket.isValid && !ticket.isWithoutPlace
    if (isExpected || ticket.usedAtSeconds !== null) expected += 1
  }
  return { inside, expected }
}
