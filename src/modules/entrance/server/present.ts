import { itemKey, ticketPlaceOf, type SoldItem } from '#modules/orders/server/public-api.ts'
import { readVerification } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { ScanView } from '../contract.ts'
import type { CheckInSession } from './check-in-session.ts'
import { answersAtDoor } from './door-answers.ts'
import { passengerOf } from './passenger-of.ts'
import type { EntrancePorts } from './ports.ts'
import { isSameItem, readScannedTicket, type ScannedTicket, type ScanRow } from './store.ts'

/** A scan with what staff need to see. For a ticket of another item only that item is shown. */
export async function presentScan(
  context: Context,
  ports: EntrancePorts,
  session: CheckInSession,
  scan: ScanRow,
): Promise<ScanView> {
  const bare = {
    scanId: scan.id,
    sequence: scan.sequence,
    outcome: scan.outcome,
    scannedAt: scan.scannedAt.toISOString(),
    ticket: null,
    usedAt: null,
    usedGate: null,
    usesLeft: null,
    otherEvent: null,
    journey: null,
    passenger: null,
    person: null,
    extras: [],
  }
  const ticket =
    scan.ticketId === null ? undefined : await readScannedTicket(context, { id: scan.ticketId })
  if (!ticket) return bare
  if (!isSameItem(ticket, session))
    return { ...bare, otherEvent: await otherEventOf(context, ports, ticket) }
  const isLetIn = scan.outcome === 'Admitted'
  // Staff find another seat for a passenger whose vehicle has none left.
  const isNamed = isLetIn || scan.outcome === 'NoSeat'
  return {
    ...bare,
    ticket: presentTicket(context, session, ticket),
    usedAt: ticket.usedAt?.toISOString() ?? null,
    usedGate: gateName(context, session, ticket.usedGate),
    usesLeft: await usesLeftOf(context, ports, ticket),
    journey: journeyOf(context, session, ticket),
    passenger: isNamed ? await passengerOf(context, ticket) : null,
    person: isLetIn ? await personOf(context, ticket) : null,
    extras: isLetIn ? await answersAtDoor(context, ticket) : [],
  }
}

async function usesLeftOf(
  context: Context,
  { tickets }: EntrancePorts,
  { id, source }: ScannedTicket,
): Promise<number | null> {
  const vertical = tickets.sources.find(({ name }) => name === source)
  return (await vertical?.usesLeft?.(context, id)) ?? null
}

function presentTicket(
  context: Context,
  { item }: CheckInSession,
  ticket: ScannedTicket,
): ScanView['ticket'] {
  const { locale } = context
  const typeName = item.ticketTypes.get(ticket.ticketTypeId) ?? ticket.description
  return {
    ticketId: ticket.id,
    identifierEnding: ticket.identifier.slice(-5),
    typeName: typeName[locale],
    section: ticket.section?.[locale] ?? null,
    row: ticket.row,
    seat: ticket.seat,
    placeName: ticketPlaceOf(ticket, locale),
  }
}

async function otherEventOf(
  context: Context,
  ports: EntrancePorts,
  item: SoldItem,
): Promise<ScanView['otherEvent']> {
  const source = ports.tickets.sources.find(({ name }) => name === item.source)
  const subject = (await source?.describeTickets(context, [item]))?.get(itemKey(item))
  if (!subject) return null
  const { name, startsAt, timeZone, kind } = subject
  return {
    name: name[context.locale],
    startsAt: startsAt.toISOString(),
    timeZone,
    isPass: kind === 'pass',
  }
}

/** Boarding and leaving stop of its holder; null for items without stops. */
function journeyOf(
  { locale }: Context,
  { item }: CheckInSession,
  { legFrom, legTo }: ScannedTicket,
): ScanView['journey'] {
  const [from, to] = [item.stops[legFrom], item.stops[legTo]]
  return from && to ? { from: from.name[locale], to: to.name[locale] } : null
}

function gateName(
  { locale }: Context,
  { item }: CheckInSession,
  usedGate: string | null,
): string | null {
  const gate = item.gates.find(({ gateId }) => String(gateId) === usedGate)
  return gate?.name[locale] ?? null
}

async function personOf(context: Context, ticket: ScannedTicket): Promise<ScanView['person']> {
  const said = await readVerification(context, ticket)
  if (!said) return null
  const { fullName, documentKind, documentNumber } = said
  return { fullName, documentKind, documentEnding: documentNumber.slice(-4) }
}
