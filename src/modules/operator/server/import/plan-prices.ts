import type { LocalizedText } from '#kernel/locale.ts'
import type { TicketTypeExport } from '#modules/catalogue/server/public-api.ts'
import type { Item } from './group.ts'
import type { PlannedEvent } from './plan-events.ts'
import { checkTexts, differences, type Change } from './plan-shows.ts'
import type { Column } from './record.ts'
import { readPrice, readInteger } from './values.ts'
import type { ImportSnapshot } from './snapshot.ts'

export interface PlannedPrice {
  readonly item: Item
  readonly event: PlannedEvent
  readonly known: TicketTypeExport | undefined
  readonly name: LocalizedText
  readonly zone: string | null
  readonly poolId: number | null
  readonly priceMinor: number
  readonly position: number
  /** Capacity of its pool without a layout; null when the layout determines it. */
  readonly capacity: number | null
  readonly capacityBefore: number | null
  readonly changes: readonly Change[]
}

/** Plans the prices of one event and validates them together: every zone has one price, and capacities fit. */
export function planPrices(
  snapshot: ImportSnapshot,
  event: PlannedEvent,
  items: readonly Item[],
): PlannedPrice[] {
  const others = event.known ? (snapshot.typesOfEvent.get(event.known.id) ?? []) : []
  let poolNext = Math.max(0, ...others.map((type) => type.poolId ?? 0)) + 1
  const planned = items.map((item, index) => {
    const known = snapshot.ticketTypes.get(item.key)
    const own = known?.eventId === event.known?.id ? known : undefined
    const price = planPrice(event, item, own, own?.position ?? others.length + index + 1)
    const needsPool = event.layout === null && price.poolId === null && !own
    return needsPool ? { ...price, poolId: poolNext++ } : price
  })
  if (event.layout) checkZones(event, planned, others)
  else checkCapacity(snapshot, event, planned, others)
  if (!event.known && planned.length === 0)
    event.item.problems.push({ code: 'event-without-price', column: null })
  return planned
}

function planPrice(
  event: PlannedEvent,
  item: Item,
  known: TicketTypeExport | undefined,
  position: number,
): PlannedPrice {
  checkTexts(item)
  const { fields, problems } = item
  const place = event.layout
    ? placeOfZone(event, item, known)
    : { zone: null, poolId: known?.poolId ?? null, name: null }
  if (!event.layout && fields.zone !== undefined)
    problems.push({ code: 'unknown-zone', column: 'zone', values: { value: fields.zone } })
  const priceMinor = readPriceOf(item, known)
  const poolBefore = event.needsOffering
    ? undefined
    : event.use?.pools.find((pool) => pool.poolId === known?.poolId)
  const capacity = capacityOf(event, item, poolBefore?.capacity)
  if (poolBefore && capacity !== null && capacity < poolBefore.taken)
    problems.push({ code: 'below-sold', column: 'capacity', values: { sold: poolBefore.taken } })
  const fallback = place.name ?? { ka: fields.ticket_type ?? '', en: fields.ticket_type ?? '' }
  const name: LocalizedText = {
    ka: fields.ticket_name_ka ?? known?.name.ka ?? fields.ticket_name_en ?? fallback.ka,
    en: fields.ticket_name_en ?? known?.name.en ?? fields.ticket_name_ka ?? fallback.en,
  }
  const planned = {
    item,
    event,
    known,
    name,
    zone: place.zone,
    poolId: place.poolId,
    priceMinor,
    position,
    capacity,
    capacityBefore: event.layout ? null : (poolBefore?.capacity ?? null),
  }
  return { ...planned, changes: known ? priceChanges(known, planned) : [] }
}

function readPriceOf(item: Item, known: TicketTypeExport | undefined): number {
  const { fields, problems } = item
  if (fields.currency !== undefined && fields.currency.toUpperCase() !== 'GEL')
    problems.push({ code: 'bad-currency', column: 'currency', values: { value: fields.currency } })
  if (fields.price === undefined) {
    if (!known) problems.push({ code: 'missing', column: 'price' })
    return known?.priceMinor ?? 0
  }
  const value = readPrice(fields.price)
  if (value === null)
    problems.push({
      code: 'bad-price',
      column: 'price',
      values: { value: fields.price.slice(0, 40) },
    })
  return value ?? 0
}

function capacityOf(event: PlannedEvent, item: Item, before: number | undefined): number | null {
  const { fields, problems } = item
  if (event.layout) {
    if (fields.capacity !== undefined)
      problems.push({ code: 'capacity-of-layout', column: 'capacity' })
    return null
  }
  if (fields.capacity === undefined) {
    if (before === undefined) problems.push({ code: 'capacity-missing', column: 'capacity' })
    return before ?? null
  }
  const value = readInteger(fields.capacity, 1, 200_000)
  if (value === null)
    problems.push({ code: 'bad-number', column: 'capacity', values: { least: 1, most: 200_000 } })
  return value
}

/** The places that a price sells: a zone of seats, or the single area of a zone. */
function placeOfZone(event: PlannedEvent, item: Item, known: TicketTypeExport | undefined) {
  const { layout } = event
  const { fields, problems } = item
  const isSameLayout = known !== undefined && !event.needsOffering
  if (isSameLayout && fields.zone === undefined)
    return { zone: known.zone, poolId: known.poolId, name: known.name }
  const key = fields.zone ?? fields.ticket_type ?? ''
  const zone = layout?.zones.get(key)
  const column: Column = fields.zone === undefined ? 'ticket_type' : 'zone'
  if (!zone || zone.sells === 'nothing') {
    const values = { value: key, zones: [...(layout?.zones.keys() ?? [])].join(', ') }
    problems.push({ code: 'unknown-zone', column, values })
    return { zone: key, poolId: null, name: null }
  }
  if (zone.sells === 'mixed') problems.push({ code: 'zone-mixed', column, values: { value: key } })
  const poolId = typeof zone.sells === 'number' ? zone.sells : null
  const place = { zone: poolId === null ? key : null, poolId, name: zone.name }
  if (isSameLayout && (known.zone !== place.zone || known.poolId !== poolId))
    problems.push({ code: 'fixed-zone', column })
  return place
}

function checkZones(
  event: PlannedEvent,
  planned: readonly PlannedPrice[],
  others: readonly TicketTypeExport[],
): void {
  const layout = event.layout
  if (!layout) return
  const sameLayout = event.needsOffering ? [] : others
  const ids = new Set(planned.map((price) => price.known?.id))
  const seen = new Set(
    sameLayout
      .filter((type) => type.isActive && !ids.has(type.id))
      .map((type) => type.zone ?? type.poolId),
  )
  for (const price of planned) {
    const place = price.zone ?? price.poolId
    // A zone can have several ticket types (for example for children) if each has its own name.
    const { ticket_name_ka: ka, ticket_name_en: en } = price.item.fields
    const isUnnamed = !price.known && ka === undefined && en === undefined
    if (isUnnamed && seen.has(place) && price.item.problems.length === 0)
      price.item.problems.push({
        code: 'zone-twice',
        column: 'zone',
        values: { value: String(place) },
      })
    seen.add(place)
  }
  for (const [key, { sells }] of layout.zones) {
    if (sells === 'nothing' || sells === 'mixed') continue
    if (!seen.has(sells === 'seats' ? key : sells))
      event.item.problems.push({ code: 'zone-without-price', column: null, values: { value: key } })
  }
}

function checkCapacity(
  snapshot: ImportSnapshot,
  event: PlannedEvent,
  planned: readonly PlannedPrice[],
  others: readonly TicketTypeExport[],
): void {
  const venue = snapshot.directory.venues.find(({ id }) => id === event.facts.venueId)
  if (!venue) return
  const named = new Set(planned.map((price) => price.known?.poolId))
  const rest = event.needsOffering
    ? []
    : (event.use?.pools ?? []).filter(
        (pool) => !named.has(pool.poolId) && others.some((type) => type.poolId === pool.poolId),
      )
  const total =
    rest.reduce((sum, pool) => sum + pool.capacity, 0) +
    planned.reduce((sum, price) => sum + (price.capacity ?? 0), 0)
  if (total > venue.capacity) {
    const values = { total, most: venue.capacity }
    event.item.problems.push({ code: 'over-capacity', column: null, values })
  }
}

function priceChanges(
  known: TicketTypeExport,
  planned: Pick<
    PlannedPrice,
    'name' | 'priceMinor' | 'capacity' | 'capacityBefore' | 'zone' | 'poolId'
  >,
): Change[] {
  const money = (minor: number) => (minor / 100).toFixed(2)
  return differences(
    {
      ticket_name_ka: known.name.ka,
      ticket_name_en: known.name.en,
      zone: String(known.zone ?? known.poolId ?? ''),
      price: money(known.priceMinor),
      capacity: String(planned.capacityBefore ?? ''),
    },
    {
      ticket_name_ka: planned.name.ka,
      ticket_name_en: planned.name.en,
      zone: String(planned.zone ?? planned.poolId ?? ''),
      price: money(planned.priceMinor),
      capacity: String(planned.capacity ?? ''),
    },
  )
}
