import { showStatus } from '#contract/enumerations.ts'
import type { EventExport, LayoutEntry } from '#modules/catalogue/server/public-api.ts'
import { isTaken, type OfferingUse } from '#modules/inventory/server/public-api.ts'
import { isHiding, nameDate } from '../commands/withdraw-dates.ts'
import type { Item } from './group.ts'
import { checkTexts, differences, statusName, statusNumber, type Change } from './plan-shows.ts'
import type { Column } from './record.ts'
import { readMoment, readInteger } from './values.ts'
import type { LayoutFacts, ImportSnapshot } from './snapshot.ts'

export interface EventFacts {
  readonly showKey: string
  readonly venueId: number
  readonly layoutId: number | null
  readonly status: number
  readonly startsAt: Date
  readonly doorsAt: Date | null
  readonly endsAt: Date | null
  readonly salesOpenAt: Date | null
  readonly salesCloseAt: Date | null
  readonly placesPerOrderMax: number
}

export interface PlannedEvent {
  readonly item: Item
  readonly known: EventExport | undefined
  readonly use: OfferingUse | undefined
  readonly facts: EventFacts
  readonly layout: LayoutFacts | null
  /** The offering is new, or is recreated because the hall changed and nothing is sold. */
  readonly needsOffering: boolean
  readonly changes: readonly Change[]
}

const platformTimeZone = 'Asia/Tbilisi'
const placesPerOrderDefault = 10

/** Plans one event. `organiserOf` has the organiser of each show in the files and in the database, by its key. */
export function planEvent(
  snapshot: ImportSnapshot,
  item: Item,
  organiserOf: ReadonlyMap<string, number>,
): PlannedEvent {
  checkTexts(item)
  const known = snapshot.events.get(item.key)
  const use = known && snapshot.use.get(known.offeringId)
  const { fields, problems } = item
  const knownShowKey = known && keyOfShow(snapshot, known.showId)
  const showKey = fields.show ?? knownShowKey ?? ''
  if (showKey === '') problems.push({ code: 'missing', column: 'show' })
  else if (!organiserOf.has(showKey) && showKey !== knownShowKey)
    problems.push({ code: 'unknown-show', column: 'show', values: { value: showKey } })
  else if (showKey !== knownShowKey && isOfAnother(snapshot, known, organiserOf.get(showKey)))
    problems.push({ code: 'fixed-organiser', column: 'show' })
  const venue = findVenue(snapshot, item, known)
  const layout = findLayout(snapshot, item, known, venue?.id)
  const moments = readMoments(item, known, venue?.timeZone ?? platformTimeZone)
  const status = fields.event_status === undefined ? null : statusNumber(fields.event_status)
  if (fields.event_status !== undefined && status === null)
    problems.push({
      code: 'bad-status',
      column: 'event_status',
      values: { value: fields.event_status },
    })
  const most =
    fields.per_order_max === undefined ? null : readInteger(fields.per_order_max, 1, 1_000)
  if (fields.per_order_max !== undefined && most === null)
    problems.push({
      code: 'bad-number',
      column: 'per_order_max',
      values: { least: 1, most: 1_000 },
    })
  const facts: EventFacts = {
    showKey,
    venueId: venue?.id ?? known?.venueId ?? 0,
    layoutId: layout?.entry.id ?? null,
    // A cancelled date stays off the programme, whatever the file says.
    status: known?.isCancelled ? known.status : (status ?? known?.status ?? showStatus.Active),
    placesPerOrderMax: most ?? known?.placesPerOrderMax ?? placesPerOrderDefault,
    ...moments,
  }
  checkOrder(snapshot, item, known, facts)
  if (known && isHidden(known, facts) && isTaken(use)) reportHidden(snapshot, item, known)
  if (known && isTaken(use)) checkSold(item, known, knownShowKey ?? '', facts)
  return {
    item,
    known,
    use,
    facts,
    layout,
    needsOffering: known === undefined || known.layoutId !== facts.layoutId,
    changes: known ? eventChanges(snapshot, known, knownShowKey ?? '', facts) : [],
  }
}

/** Whether a date is sold for somebody else than the organiser of the show it would move to. */
function isOfAnother(
  { typesOfEvent }: ImportSnapshot,
  known: EventExport | undefined,
  organiser: number | undefined,
): boolean {
  const own = known && typesOfEvent.get(known.id)?.[0]?.merchantId
  return own !== undefined && own !== organiser
}

function keyOfShow(snapshot: ImportSnapshot, showId: number): string {
  for (const [key, show] of snapshot.shows) if (show.id === showId) return key
  return `#${showId}`
}

function findVenue(snapshot: ImportSnapshot, item: Item, known: EventExport | undefined) {
  const { venues } = snapshot.directory
  const text = item.fields.venue
  if (text === undefined) {
    if (!known) item.problems.push({ code: 'missing', column: 'venue' })
    return venues.find((venue) => venue.id === known?.venueId)
  }
  const wanted = text.toLowerCase()
  const found = venues.find((venue) =>
    [venue.slug, venue.name.ka, venue.name.en].some((value) => value.toLowerCase() === wanted),
  )
  if (!found)
    item.problems.push({ code: 'unknown-venue', column: 'venue', values: { value: text } })
  return found
}

/**
 * A layout by `key` (the newest version, or the one the event already has), `key@version`, or digest. An existing event
 * keeps its layout when the file names none.
 */
function findLayout(
  snapshot: ImportSnapshot,
  item: Item,
  known: EventExport | undefined,
  venueId: number | undefined,
): LayoutFacts | null {
  const text = item.fields.layout
  const current = known?.layoutId == null ? null : (snapshot.layouts.get(known.layoutId) ?? null)
  if (text === undefined) return current
  const [, key = text, version] = /^(.*?)(?:@(\d{1,6}))?$/.exec(text) ?? []
  const matches = (entry: LayoutEntry) =>
    entry.digest === text ||
    (entry.key === key && (version === undefined || entry.version === Number(version)))
  if (current && matches(current.entry)) return current
  const found = [...snapshot.layouts.values()]
    .filter(({ entry }) => matches(entry))
    .toSorted((left, right) => right.entry.version - left.entry.version)
  const here = found.find(({ entry }) => entry.venueId === venueId)
  if (here) return here
  const code = found.length > 0 && venueId !== undefined ? 'layout-elsewhere' : 'unknown-layout'
  item.problems.push({ code, column: 'layout', values: { value: text } })
  return null
}

function readMoments(item: Item, known: EventExport | undefined, timeZone: string) {
  const read = (column: Column): Date | null => {
    const text = item.fields[column]
    if (text === undefined) return null
    const moment = readMoment(text, timeZone)
    if (moment instanceof Date) return moment
    const code = moment === 'skipped' ? 'skipped-time' : 'bad-date'
    item.problems.push({ code, column, values: { value: text.slice(0, 40) } })
    return null
  }
  const parsedStart = read('starts_at')
  if (item.fields.starts_at === undefined && !known)
    item.problems.push({ code: 'missing', column: 'starts_at' })
  const startsAt = parsedStart ?? known?.startsAt ?? new Date(0)
  const moved = known ? startsAt.getTime() - known.startsAt.getTime() : 0
  const along = (moment: Date | null | undefined) =>
    moment ? new Date(moment.getTime() + moved) : null
  // Times that the file does not name move with the start; sales close at the start unless set otherwise.
  const closesAtStart = !known || known.salesCloseAt?.getTime() === known.startsAt.getTime()
  return {
    startsAt,
    doorsAt: read('doors_at') ?? along(known?.doorsAt),
    endsAt: read('ends_at') ?? along(known?.endsAt),
    salesOpenAt: read('sales_open_at') ?? known?.salesOpenAt ?? null,
    salesCloseAt: read('sales_close_at') ?? (closesAtStart ? startsAt : known.salesCloseAt),
  }
}

function checkOrder(
  snapshot: ImportSnapshot,
  item: Item,
  known: EventExport | undefined,
  facts: EventFacts,
): void {
  const { problems, fields } = item
  const isNewTime = !known || known.startsAt.getTime() !== facts.startsAt.getTime()
  if (facts.startsAt.getTime() > 0 && isNewTime && facts.startsAt <= snapshot.now)
    problems.push({
      code: 'in-the-past',
      column: 'starts_at',
      values: { value: fields.starts_at ?? '' },
    })
  if (facts.startsAt.getTime() === 0) return
  if (facts.endsAt && facts.endsAt <= facts.startsAt)
    problems.push({ code: 'ends-before-start', column: 'ends_at' })
  if (facts.doorsAt && facts.doorsAt > facts.startsAt)
    problems.push({ code: 'doors-after-start', column: 'doors_at' })
  if (facts.salesOpenAt && facts.salesCloseAt && facts.salesOpenAt >= facts.salesCloseAt)
    problems.push({ code: 'sales-window', column: 'sales_open_at' })
}

/** Whether a plan takes a date out of the programme. A cancelled one may go: its tickets are refunded. */
export function isHidden(known: EventExport, facts: Pick<EventFacts, 'status'>): boolean {
  return !known.isCancelled && isHiding(known.status, facts.status)
}

/** Sold and held tickets would be left without their date. */
function reportHidden({ directory }: ImportSnapshot, item: Item, known: EventExport): void {
  const timeZone = directory.venues.find(({ id }) => id === known.venueId)?.timeZone
  const when = nameDate(known.startsAt, timeZone ?? platformTimeZone)
  item.problems.push({ code: 'sold-date', column: 'event_status', values: { when } })
}

/** Refuses changes to the time, hall and layout of an event with sold tickets. */
function checkSold(item: Item, known: EventExport, knownShowKey: string, facts: EventFacts): void {
  const { problems } = item
  if (known.layoutId !== facts.layoutId) problems.push({ code: 'sold-layout', column: 'layout' })
  if (known.venueId !== facts.venueId) problems.push({ code: 'sold-venue', column: 'venue' })
  if (known.startsAt.getTime() !== facts.startsAt.getTime())
    problems.push({ code: 'sold-time', column: 'starts_at' })
  if (knownShowKey !== facts.showKey) problems.push({ code: 'sold-show', column: 'show' })
}

function eventChanges(
  snapshot: ImportSnapshot,
  known: EventExport,
  knownShowKey: string,
  facts: EventFacts,
): Change[] {
  const { venues, layouts } = snapshot.directory
  const moment = (value: Date | null) => value?.toISOString() ?? ''
  const layoutName = (id: number | null) => {
    const entry = layouts.find((layout) => layout.id === id)
    if (!entry) return ''
    return entry.key === null ? entry.digest : `${entry.key}@${entry.version}`
  }
  const texts = (
    showKey: string,
    event: Omit<EventFacts, 'showKey'>,
  ): Partial<Record<Column, string>> => ({
    show: showKey,
    venue: venues.find((venue) => venue.id === event.venueId)?.slug ?? '',
    layout: layoutName(event.layoutId),
    starts_at: moment(event.startsAt),
    doors_at: moment(event.doorsAt),
    ends_at: moment(event.endsAt),
    sales_open_at: moment(event.salesOpenAt),
    sales_close_at: moment(event.salesCloseAt),
    per_order_max: String(event.placesPerOrderMax),
    event_status: statusName(event.status),
  })
  return differences(texts(knownShowKey, known), texts(facts.showKey, facts))
}
