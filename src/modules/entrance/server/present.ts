import {
  extrasOnTicket,
  itemKey,
  placeNameOf,
  readExtras,
  type SoldItem,
} from '#modules/orders/server/public-api.ts'
import type { TicketPorts } from '#modules/tickets/server/public-api.ts'
import { readVerification } from '#modules/tickets/server/public-api.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import type { ScanView } from '../contract.ts'
import { isForEvent, readScannedTicket, type ScannedTicket, type ScanRow } from './store.ts'
import type { CheckInSession } from './check-in-session.ts'

/** A scan with what the door needs to see. Of a ticket of another event it tells only what that is. */
export async function presentScan(
  context: Context,
  ports: TicketPorts,
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
    otherEvent: null,
    person: null,
    extras: [],
  }
  const ticket =
    scan.ticketId === null ? undefined : await readScannedTicket(context, { id: scan.ticketId })
  if (!ticket) return bare
  if (!isForEvent(ticket, session.event.eventId))
    return { ...bare, otherEvent: await otherEventOf(context, ports, ticket) }
  const isLetIn = scan.outcome === 'Admitted'
  return {
    ...bare,
    ticket: presentTicket(context, session, ticket),
    usedAt: ticket.usedAt?.toISOString() ?? null,
    usedGate: await gateName(context, ticket.usedGate),
    person: isLetIn ? await personOf(context, ticket) : null,
    extras: isLetIn ? await extrasOf(context, ticket) : [],
  }
}

function presentTicket(
  context: Context,
  { subject }: CheckInSession,
  ticket: ScannedTicket,
): ScanView['ticket'] {
  const { locale } = context
  const typeName = subject.typeNames.get(ticket.ticketTypeId) ?? ticket.description
  return {
    ticketId: ticket.id,
    identifierEnding: ticket.identifier.slice(-5),
    typeName: typeName[locale],
    section: ticket.section?.[locale] ?? null,
    row: ticket.row,
    seat: ticket.seat,
    placeName: placeNameOf(ticket.detail, locale),
  }
}

async function otherEventOf(
  context: Context,
  ports: TicketPorts,
  item: SoldItem,
): Promise<ScanView['otherEvent']> {
  const source = ports.sources.find(({ name }) => name === item.source)
  const subject = (await source?.describeTickets(context, [item]))?.get(itemKey(item))
  if (!subject) return null
  const { name, startsAt, timeZone } = subject
  return { name: name[context.locale], startsAt: startsAt.toISOString(), timeZone }
}

async function gateName(context: Context, gateId: string | null): Promise<string | null> {
  if (gateId === null) return null
  const gate = await context.db
    .selectFrom('gate_summary')
    .select('name')
    .where('gate_id', '=', Number(gateId))
    .executeTakeFirst()
  return gate ? (gate.name as unknown as LocalizedText)[context.locale] : null
}

async function personOf(context: Context, ticket: ScannedTicket): Promise<ScanView['person']> {
  const said = await readVerification(context, ticket)
  if (!said) return null
  const { fullName, documentKind, documentNumber } = said
  return { fullName, documentKind, documentEnding: documentNumber.slice(-4) }
}

async function extrasOf(context: Context, ticket: ScannedTicket): Promise<ScanView['extras']> {
  if (!ticket.detail.hasExtras) return []
  const extras = await readExtras(context, [
    { id: ticket.orderId, lines: [{ detail: ticket.detail }] },
  ])
  return extrasOnTicket(extras, ticket).map(({ label, value }) => ({
    label: label[context.locale],
    value: value[context.locale],
  }))
}
