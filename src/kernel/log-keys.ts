/** Which things an entry of a change log names: pure, the same for server and pages. */

/** Fields of entries that contain the number or the slug of a thing, with its kind. */
const kindOfField: Readonly<Record<string, string>> = {
  eventId: 'event',
  orderNumber: 'order',
  showId: 'show',
  copyOf: 'show',
  vehicleTypeId: 'vehicle',
  lineId: 'line',
  routeId: 'line',
  runId: 'run',
  hallId: 'hall',
  fromHallId: 'hall',
  screeningId: 'screening',
  invitation: 'invitation',
  tickets: 'ticket',
  ticketIdentifiers: 'ticket',
  subcategory: 'subcategory',
  venue: 'venue',
}

type Facts = Readonly<Record<string, unknown>>

/** The key of a field's value, `vehicle 3`; null when the field does not name a thing. */
export function keyOfFact(field: string, value: unknown): string | null {
  const kind = Object.hasOwn(kindOfField, field) ? kindOfField[field] : undefined
  return kind !== undefined && (typeof value === 'number' || typeof value === 'string')
    ? `${kind} ${value}`
    : null
}

/** The key of a sold item, `event 101`; null for any other value. */
export function keyOfItem(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  const { source, itemId } = value as Facts
  return typeof source === 'string' && typeof itemId === 'number' ? `${source} ${itemId}` : null
}

/** All keys in the fields of an entry. */
export function keysOfFacts(facts: Facts): string[] {
  return Object.entries(facts).flatMap(([field, value]) => keysOf(field, value))
}

function keysOf(field: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => keysOf(field, one))
  const key = keyOfFact(field, value) ?? keyOfItem(value)
  if (key !== null) return [key]
  return typeof value === 'object' && value !== null ? keysOfFacts(value as Facts) : []
}
