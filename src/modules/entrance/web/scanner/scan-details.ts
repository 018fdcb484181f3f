/** Scans and listed tickets in the form that calls and verdicts need. */
import type { ListedTicket } from '../../ticket-list.ts'
import type { UnsyncedScan } from './offline-store.ts'
import type { Station } from './station.ts'
import type { CachedList, Verdict } from './scanner-state.ts'

const toldAtOnceMost = 200

/** A ticket that was sold since the list came. */
export function unlisted(ticketId: number, issueNumber: number): ListedTicket {
  return {
    ticketId,
    issueNumber,
    ticketTypeId: 0,
    isValid: true,
    usedAtSeconds: null,
    identifierDigest: '',
    legFrom: 0,
    legTo: 1,
  }
}

/** Station of a device as parameters of calls. */
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

/** Scans by where they were made, in pieces that one call takes. */
export function batchesOf(scans: readonly UnsyncedScan[]): UnsyncedScan[][] {
  const places = Map.groupBy(scans, (scan) => JSON.stringify(placeOf(scan)))
  return [...places.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / toldAtOnceMost) }, (_, at) =>
      all.slice(at * toldAtOnceMost, (at + 1) * toldAtOnceMost),
    ),
  )
}

/** Ways in of the item that admit a ticket of this type. */
export function gatesFor(
  { gatesOfTypes = [] }: Station,
  ticket: ListedTicket | undefined,
): string[] {
  if (!ticket) return []
  return gatesOfTypes
    .filter(({ typeIds }) => typeIds?.includes(ticket.ticketTypeId) ?? true)
    .map(({ name }) => name)
}
