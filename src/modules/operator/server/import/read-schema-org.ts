import { importLimits } from './limits.ts'
import { filled } from './read-json.ts'
import type { Problem, RawRecord } from './record.ts'

/** Characters that the dates of one event inherit, each counted with every date: thousands of dates of a usual event. */
const inheritedMax = 100_000_000

/** A JSON-LD node: unknown properties are ignored, and no URL in it is ever fetched. */
type Node = Readonly<Record<string, unknown>>

/** Subcategories of the platform by schema.org event type, if they exist. */
const subcategoryOfType: Readonly<Record<string, string>> = {
  MusicEvent: 'pop-rock',
  TheaterEvent: 'drama',
  ComedyEvent: 'solo',
  DanceEvent: 'ballet',
  SportsEvent: 'football',
  Festival: 'music-festivals',
  ChildrensEvent: 'family-shows',
  ExhibitionEvent: 'art',
  VisualArtsEvent: 'art',
}

/**
 * Reads events in JSON-LD of schema.org: one, a list, or an `@graph`. An event with `superEvent` or `workPerformed` is
 * a date of that show; one with `subEvent` or `eventSchedule` has several dates.
 */
export function readSchemaOrg(
  file: string,
  value: unknown,
): { readonly records: readonly RawRecord[]; readonly problems: readonly Problem[] } {
  const records: RawRecord[] = []
  for (const record of recordsOfAll(nodesOf(value), file)) {
    records.push(record)
    if (records.length > importLimits.recordsMax) break
  }
  return records.length > 0
    ? { records, problems: [] }
    : { records, problems: [{ code: 'file-unknown', column: null }] }
}

/**
 * One after the other: dates inherit the offers of their event, so that a small file describes more records than fit
 * into memory.
 */
function* recordsOfAll(nodes: readonly Node[], file: string): Generator<RawRecord, void> {
  for (const [index, node] of nodes.entries()) yield* recordsOf(node, file, `[${index}]`)
}

/** Whether a JSON value is JSON-LD of schema.org. */
export function isSchemaOrg(value: unknown): boolean {
  const first = Array.isArray(value) ? (value as unknown[])[0] : value
  return isNode(first) && ('@context' in first || '@graph' in first || '@type' in first)
}

function nodesOf(value: unknown): Node[] {
  const list = Array.isArray(value) ? (value as unknown[]) : [value]
  return list.flatMap((entry) => {
    if (!isNode(entry)) return []
    if (Array.isArray(entry['@graph'])) return nodesOf(entry['@graph'])
    return isEvent(entry) ? [entry] : []
  })
}

function isEvent(node: Node): boolean {
  return typesOf(node).some(
    (type) => type.endsWith('Event') || type === 'Festival' || type === 'EventSeries',
  )
}

function* recordsOf(node: Node, file: string, at: string): Generator<RawRecord, void> {
  const place = { file, at }
  const parent = firstNode(node['superEvent']) ?? firstNode(node['workPerformed'])
  const showKey = keyOf(parent ?? node)
  const show: RawRecord = {
    kind: 'show',
    place,
    fields: filled({ show: showKey, ...showFields(node, parent) }),
  }
  const parts = nodeList(node['subEvent'])
  const schedule = nodeList(node['eventSchedule'])
  const inherited = omit(node, ['subEvent', 'eventSchedule', '@id', 'identifier', 'url'])
  if (isTooMuch(inherited, Math.max(parts.length, schedule.length))) {
    const values = { most: importLimits.recordsMax }
    yield { ...show, problems: [{ code: 'too-many-rows', column: null, values }] }
    return
  }
  yield show
  if (parts.length > 0) {
    for (const [index, part] of parts.entries())
      yield* dateRecords({ ...inherited, ...part }, showKey, `${at}.subEvent[${index}]`, file)
  } else if (schedule.length > 0) yield* scheduled(node, schedule, showKey, file, at)
  else yield* dateRecords(node, showKey, at, file)
}

/** Every date reads again what it inherits. */
function isTooMuch(inherited: Node, dates: number): boolean {
  return dates > 1 && dates * JSON.stringify(inherited).length > inheritedMax
}

/** Only single dates of a schedule are used; recurrence rules are not interpreted. */
function* scheduled(
  node: Node,
  schedule: readonly Node[],
  showKey: string,
  file: string,
  at: string,
): Generator<RawRecord, void> {
  const at2 = (day: unknown, time: unknown) =>
    [textOf(day), textOf(time)].filter(Boolean).join('T') || undefined
  const inherited = omit(node, ['eventSchedule', '@id', 'identifier', 'url'])
  for (const [index, entry] of schedule.entries()) {
    const here = `${at}.eventSchedule[${index}]`
    if (entry['repeatFrequency'] !== undefined || entry['byDay'] !== undefined) {
      const problems: Problem[] = [
        { code: 'unsupported', column: 'starts_at', values: { what: 'repeatFrequency, byDay' } },
      ]
      yield { kind: 'event', fields: { show: showKey }, place: { file, at: here }, problems }
      continue
    }
    const date = {
      ...inherited,
      '@id': `${showKey}#${at2(entry['startDate'], entry['startTime']) ?? index}`,
      startDate: at2(entry['startDate'], entry['startTime']),
      endDate:
        entry['endTime'] === undefined
          ? undefined
          : at2(entry['endDate'] ?? entry['startDate'], entry['endTime']),
    }
    yield* dateRecords(date, showKey, here, file)
  }
}

function showFields(node: Node, parent: Node | undefined): RawRecord['fields'] {
  const about = parent ?? node
  const name = languages(about['name'] ?? node['name'])
  const description = languages(about['description'] ?? node['description'])
  const type = typesOf(node).map((entry) => entryOf(subcategoryOfType, entry))
  const people = [
    ...nodeOrTexts(node['performer']),
    ...nodeOrTexts(node['actor']),
    ...nodeOrTexts(node['director']),
  ]
  return filled({
    show_name_ka: name.ka,
    show_name_en: name.en,
    description_ka: description.ka,
    description_en: description.en,
    subcategory:
      textOf(additionalPropertyOf(node, 'subcategory')) ?? type.find((slug) => slug !== undefined),
    organiser: textOf(additionalPropertyOf(node, 'organiser')),
    performers: people.join(' | ') || undefined,
    age_limit: /^\d+/.exec(textOf(node['typicalAgeRange']) ?? '')?.[0],
    duration_minutes: minutesOf(textOf(node['duration'])),
  })
}

function* dateRecords(
  node: Node,
  showKey: string,
  at: string,
  file: string,
): Generator<RawRecord, void> {
  const eventKey = keyOf(node)
  const location = firstNode(node['location'])
  const offers = nodeList(node['offers']).flatMap((offer) =>
    typesOf(offer).includes('AggregateOffer') ? nodeList(offer['offers']) : [offer],
  )
  const window = (name: 'validFrom' | 'validThrough') =>
    offers
      .map((offer) =>
        textOf(offer[name] ?? (name === 'validThrough' ? offer['availabilityEnds'] : undefined)),
      )
      .filter((text) => text !== undefined)
      .toSorted()
  const layout = textOf(additionalPropertyOf(node, 'layout'))
  const event: RawRecord = {
    kind: 'event',
    place: { file, at },
    fields: filled({
      event: eventKey,
      show: showKey,
      venue:
        textOf(location?.['identifier']) ?? textOf(location?.['name']) ?? textOf(node['location']),
      layout,
      starts_at: textOf(node['startDate']),
      doors_at: textOf(node['doorTime']),
      // An end date without a time does not define when the event ends.
      ends_at: textOf(node['endDate'])?.includes('T') ? textOf(node['endDate']) : undefined,
      sales_open_at: window('validFrom')[0],
      sales_close_at: window('validThrough').at(-1),
      event_status: statusOf(textOf(node['eventStatus'])),
    }),
  }
  yield event
  const capacity = textOf(node['maximumAttendeeCapacity'])
  for (const [index, offer] of offers.entries()) {
    const name = languages(offer['name'])
    const stock = textOf(firstNode(offer['inventoryLevel'])?.['value'] ?? offer['inventoryLevel'])
    const zone = textOf(offer['category'])
    yield {
      kind: 'price',
      place: { file, at: `${at}.offers[${index}]` },
      fields: filled({
        ticket_type:
          textOf(offer['sku']) ??
          textOf(offer['identifier']) ??
          zone ??
          name.en ??
          name.ka ??
          String(index + 1),
        event: eventKey,
        ticket_name_ka: name.ka,
        ticket_name_en: name.en,
        zone: layout === undefined ? undefined : zone,
        capacity:
          layout === undefined
            ? (stock ?? (offers.length === 1 ? capacity : undefined))
            : undefined,
        price: textOf(offer['price'] ?? firstNode(offer['priceSpecification'])?.['price']),
        currency: textOf(
          offer['priceCurrency'] ?? firstNode(offer['priceSpecification'])?.['priceCurrency'],
        ),
      }),
    }
  }
}

const statuses: Readonly<Record<string, string>> = {
  EventScheduled: 'Active',
  EventRescheduled: 'Active',
  EventMovedOnline: 'Stopped',
  EventPostponed: 'Stopped',
  EventCancelled: 'Stopped',
}

function statusOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const name = text.split('/').at(-1) ?? text
  return entryOf(statuses, name) ?? name
}

/** The entry of a table: a file may also name what every object has. */
function entryOf(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** Converts `PT1H30M` to minutes; other values are returned as they are and refused by the validation. */
function minutesOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const match = /^P(?:T(?:(\d{1,2})H)?(?:(\d{1,3})M)?(?:\d+S)?)$/.exec(text)
  return match ? String(Number(match[1] ?? 0) * 60 + Number(match[2] ?? 0)) : text
}

function keyOf(node: Node): string {
  const name = languages(node['name'])
  const own =
    textOf(node['@id']) ??
    textOf(firstNode(node['identifier'])?.['value'] ?? node['identifier']) ??
    textOf(node['url'])
  if (own !== undefined) return own
  return [name.en ?? name.ka, textOf(node['startDate'])].filter(Boolean).join(' ')
}

/**
 * A text, a `{ "@value", "@language" }`, or a list of them; a text without a language is assigned one by its alphabet.
 */
function languages(value: unknown): { ka?: string; en?: string } {
  const found: { ka?: string; en?: string } = {}
  for (const entry of Array.isArray(value) ? (value as unknown[]) : [value]) {
    const text = textOf(isNode(entry) ? entry['@value'] : entry)
    if (text === undefined) continue
    const tagged = isNode(entry) ? textOf(entry['@language'])?.slice(0, 2) : undefined
    const language = tagged ?? (/[\u10D0-\u10FF]/.test(text) ? 'ka' : 'en')
    if (language === 'ka' || language === 'en') found[language] ??= text
  }
  return found
}

/** A value of `additionalProperty`, for fields that schema.org does not have. */
function additionalPropertyOf(node: Node, name: string): unknown {
  return nodeList(node['additionalProperty']).find((property) => property['name'] === name)?.[
    'value'
  ]
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (Array.isArray(value)) return textOf((value as unknown[])[0])
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function nodeOrTexts(value: unknown): string[] {
  const list = Array.isArray(value) ? (value as unknown[]) : [value]
  return list.flatMap((entry) => {
    const name = isNode(entry) ? languages(entry['name']) : languages(entry)
    const text = [...new Set([name.ka, name.en])].filter(Boolean).join(' / ')
    return text === '' ? [] : [text.replaceAll('|', ' ')]
  })
}

function typesOf(node: Node): string[] {
  const type = node['@type']
  const list = Array.isArray(type) ? (type as unknown[]) : [type]
  return list.flatMap((entry) => (typeof entry === 'string' ? [entry.replace(/^.*[/:]/, '')] : []))
}

function nodeList(value: unknown): Node[] {
  const list = Array.isArray(value) ? (value as unknown[]) : [value]
  return list.filter(isNode)
}

function firstNode(value: unknown): Node | undefined {
  return nodeList(value)[0]
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function omit(node: Node, names: readonly string[]): Node {
  return Object.fromEntries(Object.entries(node).filter(([name]) => !names.includes(name)))
}
