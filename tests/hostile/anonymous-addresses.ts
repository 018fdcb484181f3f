/** Every address that a stranger may ask for: files, pages and calls, with values of the demo. */
import * as pageTable from '#apps/web/page-table.ts'
import type { Call } from '#contract/call.ts'
import { jsonSchemaOf, type Shape } from './json-schemas.ts'
import { readExamples } from './examples.ts'
import { requestOf, type ValidInput } from './inputs.ts'
import type { HostileShop } from './shop.ts'

export interface AnonymousRequest {
  readonly label: string
  readonly method: string
  /** With other words for each attempt, so that what is sent is made for it. */
  path(attempt: number): string
  readonly payload?: string
  readonly isCall: boolean
}

export type Values = Readonly<Record<string, unknown>>

/** Files and documents; what is below `/assets` and `/media` is read in one way. */
const files = [
  '/docs',
  '/openapi.json',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap/pages-1.xml',
  '/sitemap/shows-1.xml',
  '/sitemap/dates-1.xml',
  '/sitemap/films-1.xml',
  '/sitemap/connections-1.xml',
  '/.well-known/security.txt',
  '/.well-known/change-password',
  '/favicon.ico',
  '/widget.js',
  '/scan-worker.js',
  '/livez',
  '/healthz',
  '/readyz',
  '/readyz?for=pages',
  '/assets/nothing.js',
  '/media/nothing.webp',
  '/v2/nothing',
  '/nothing/here',
]

/** Callers of these calls need nothing but what everybody can have. */
const anonymous = new Set(['none', 'api-key', 'guest-or-customer', 'provider-signature'])

/** What the addresses of the demo name; `shown` is the content of one kind of page. */
export async function readValues({ context }: HostileShop): Promise<Values> {
  const { db, clock } = context
  const first = <Table extends 'venue' | 'category' | 'cinema' | 'film' | 'story'>(table: Table) =>
    db
      .selectFrom(table as 'venue')
      .select('slug')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  const [venue, category, cinema, film, story] = await Promise.all(
    (['venue', 'category', 'cinema', 'film', 'story'] as const).map(first),
  )
  const event = await db
    .selectFrom('event')
    .innerJoin('show', 'show.id', 'event.show_id')
    .innerJoin('seat_layout', 'seat_layout.id', 'event.layout_id')
    .select(['show.slug', 'show.id as showId', 'event.id as eventId', 'seat_layout.digest'])
    .where('event.starts_at', '>', clock.now())
    .where('show.access', '=', 0)
    .orderBy('seat_layout.capacity', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { id: sessionId, cinema_id: cinemaId } = await db
    .selectFrom('screening')
    .select(['id', 'cinema_id'])
    .where('starts_at', '>', clock.now())
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { id: runId } = await db
    .selectFrom('run')
    .select('id')
    .where('departs_at', '>', clock.now())
    .orderBy('departs_at')
    .limit(1)
    .executeTakeFirstOrThrow()
  return {
    ...event,
    text: 'ja',
    session: sessionId,
    sessionId,
    caveaSessionId: sessionId,
    cinemaId,
    runId,
    legFrom: 0,
    legTo: 1,
    from: 'tbilisi',
    to: 'batumi',
    place: 'tbilisi',
    date: clock.now().toISOString().slice(0, 10),
    source: 'event',
    item: event.eventId,
    venueSlug: venue?.slug,
    categorySlug: category?.slug,
    cinemaSlug: cinema?.slug,
    filmSlug: film?.slug,
    storySlug: story?.slug,
  }
}

/** Whose `slug` a page's pattern has; all others are of shows. */
const slugs: readonly (readonly [beginning: string, name: string])[] = [
  ['/venues/', 'venueSlug'],
  ['/category/', 'categorySlug'],
  ['/movies/cinemas/', 'cinemaSlug'],
  ['/movies/:slug', 'filmSlug'],
  ['/stories/', 'storySlug'],
]

/** All pages; of those that need a caller everybody can have the answer to a stranger. */
function pagesOf(values: Values): AnonymousRequest[] {
  const lists = Object.values(pageTable).filter(
    (list): list is readonly pageTable.PublicPage[] =>
      Array.isArray(list) && list.every((page) => Array.isArray(page)),
  )
  return lists.flat().map(([pattern, , query = []]) => {
    const slugName = slugs.find(([beginning]) => pattern.startsWith(beginning))?.[1] ?? 'slug'
    const path = pattern.replaceAll(/:(\w+)\??/g, (_, name: string) =>
      String(values[name === 'slug' ? slugName : name] ?? 'x'),
    )
    return {
      label: `page ${pattern}`,
      method: 'GET',
      isCall: false,
      path: (attempt) => `/en${path.replace('*', `no-page-${attempt}`)}${queryOf(query, values)}`,
    }
  })
}

function queryOf(names: readonly string[], values: Values): string {
  const given = new URLSearchParams()
  for (const name of names) {
    if (name === 'text' || name === 'from' || name === 'to' || name === 'date') {
      // A list of shows takes dates where a journey takes places.
      if (names.includes('sub') && name !== 'date') continue
      given.set(name, String(values[name]))
    }
  }
  return given.size === 0 ? '' : `?${given}`
}

/** The requests of a call: as it is meant, and as large as its body may be. */
function requestsOf(call: Call, values: Values): AnonymousRequest[] {
  const example = (readExamples().requests[call.id] ?? {}) as ValidInput
  const known = (part: 'params' | 'query' | 'body') => ({
    ...requiredOf(call, part),
    ...replaced(example[part] ?? {}, values),
  })
  const input = { params: known('params'), query: known('query'), body: known('body') }
  const { method, path, payload } = requestOf(call, input)
  const label = `${call.method} ${call.path}`
  const meant = { label, method, path: () => path, isCall: true }
  if (payload === undefined) return [meant]
  const largest = JSON.stringify(filled(jsonSchemaOf(call.body) as Shape))
  return [
    { ...meant, payload },
    { ...meant, label: `${label}, largest body`, payload: largest },
  ]
}

function requiredOf(call: Call, part: 'params' | 'query' | 'body'): Record<string, unknown> {
  const { required = [], properties = {} } = jsonSchemaOf(call[part]) as Shape
  return Object.fromEntries(required.map((name) => [name, simple(properties[name] ?? {})] as const))
}

function replaced(given: object, values: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, values[name] ?? value]),
  )
}

function simple({ type, enum: options }: Shape): unknown {
  if (options) return options[0]
  if (type === 'array') return []
  if (type === 'object') return {}
  return type === 'string' ? 'x' : 1
}

const returnFlight = {
  fromAirport: 'TBS',
  toAirport: 'IST',
  fromDate: '2027-01-20',
  toDate: '2027-01-27',
}

/** Of the largest body that any caller may send. */
const bytesOfBody = 60_000
const longWord = 'ზაფხულის კონცერტი '

/** A value in which texts are as long and lists as full as 64 KB allow. */
function filled(shape: Shape, bytes = bytesOfBody): unknown {
  const [option] = shape.anyOf ?? shape.oneOf ?? []
  if (option) return filled(option, bytes)
  if (shape.enum) return shape.enum[0]
  const { items, properties } = shape
  if (items) {
    const one = filled(items, 200)
    return Array.from(
      { length: Math.max(1, Math.floor(bytes / (JSON.stringify(one).length + 1))) },
      () => one,
    )
  }
  if (properties) {
    const names = Object.keys(properties)
    return Object.fromEntries(
      names.map((name) => [name, filled(properties[name] ?? {}, bytes / names.length / 2)]),
    )
  }
  if (shape.type !== 'string') return shape.minimum ?? 1
  return longWord.repeat(Math.max(1, bytes / 50)).slice(0, shape.maxLength)
}

/** Requests that cost more than others of the same call. */
const costly: readonly (readonly [path: string, query: Readonly<Record<string, string>>])[] = [
  ['/v2/flights/calendar-day', { ...returnFlight, days: '31' }],
  ['/v2/flights/calendar-day', { ...returnFlight, days: '31', stops: '0,1' }],
  ['/v2/flights/calendar-days', { ...returnFlight, days: '31' }],
  ['/v2/flights/calendar-days', { ...returnFlight, days: '31', stops: '0,1' }],
  ['/v2/flights/search', returnFlight],
  [
    '/v2/flights/search',
    {
      fromAirport: 'IST,TBS,IST,TBS',
      toAirport: 'TBS,IST,TBS,IST',
      fromDate: '2026-12-10,2026-12-11,2026-12-12,2026-12-13',
      allinFromCity: 'true',
      allInToCity: 'true',
    },
  ],
  ['/v2/search', { text: 'ა '.repeat(50) }],
  ['/v2/search/suggest', { text: 'კონცერტი თბილისი ბათუმი ჯაზი' }],
  ['/v2/show-list', { sort: 'price', shown: '500' }],
  ['/v2/transport/journeys', { from: 'tbilisi', to: 'batumi', date: '2026-12-02', adults: '4' }],
]

export function anonymousRequests(shop: HostileShop, values: Values): AnonymousRequest[] {
  const calls = shop.implementations
    .map(({ call }) => call)
    .filter(({ credential }) => anonymous.has(credential))
  return [
    ...files.map((path) => ({ label: path, method: 'GET', path: () => path, isCall: false })),
    ...pagesOf(values),
    ...calls.flatMap((call) => requestsOf(call, values)),
    ...costly.map(([path, query]) => ({
      label: `GET ${path} ${new URLSearchParams(query)}`,
      method: 'GET',
      isCall: true,
      path: () => `${path}?${new URLSearchParams(query)}`,
    })),
  ]
}
