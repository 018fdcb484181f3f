/** Converts scans and listed tickets to the forms of calls and verdicts. */
import { grouped } from '#kernel/grouped.ts'
import type { ListedTicket } from '../../ticket-list.ts'
import type { UnsyncedScan } from './offline-store.ts'
import type { Station } from './station.ts'
import type { CachedList, Passengers, Verdict } from './scanner-state.ts'

const batchMax = 200

/** The station of a device as call parameters. */
export function placeOf({
  source,
  itemId,
  stop,
  gateId,
}: Omit<Station, 'placeName' | 'typeIds' | 'typeNames'>) {
  return { source, itemId, stop: stop ?? undefined, gateId: gateId ?? undefined }
}

export function journeyOf(
  { legFrom, legTo }: ListedTicket,
  { item }: CachedList,
): Verdict['journey'] {
  const [from, to] = [item.stops[legFrom], item.stops[legTo]]
  return from && to ? { from: from.name, to: to.name } : null
}

/** Groups scans by station into batches that one call accepts. */
export function batchesOf(scans: readonly UnsyncedScan[]): UnsyncedScan[][] {
  const places = grouped(scans, (scan) => JSON.stringify(placeOf(scan)))
  return [...places.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / batchMax) }, (_, at) =>
      all.slice(at * batchMax, (at + 1) * batchMax),
    ),
  )
}

/** Gates of the item that admit a ticket type. */
export function gatesFor(
  { gatesOfTypes = [] }: Station,
  ticket: ListedTicket | undefined,
): string[] {
  if (!ticket) return []
  return gatesOfTypes
    .filter(({ typeIds }) => typeIds?.includes(ticket.ticketTypeId) ?? true)
    .map(({ name }) => name)
}

/** The passenger of a ticket, as far as the device has the names of its stop; documents are never stored on it. */
export function storedPassenger(
  ticketId: number | null,
  passengers: Passengers | null,
): Verdict['passenger'] {
  if (ticketId === null || !passengers) return null
  // A list that was stored by an earlier version may lack a part.
  const lines = Object.values(passengers as Partial<Passengers>).flat()
  const name = lines.find((line) => line?.ticketId === ticketId)?.name ?? null
  return name === null ? null : { name, documentEnding: null }
}
