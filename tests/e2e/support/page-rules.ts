/** What every document has to be for browsers, crawlers and messengers; `html-page.ts` reads it. */
import { splitLocale } from '#kernel/locale.ts'
import { readPage, type HtmlPage, type LinkedObject } from './html-page.ts'

/** Fields without which search engines do not show an object of a type. */
const requiredFields: Readonly<Record<string, readonly string[]>> = {
  Event: ['name', 'startDate', 'eventStatus', 'location.name', 'location.address', 'offers.url'],
  ScreeningEvent: ['name', 'url', 'startDate', 'location.name', 'workPresented.name'],
  Movie: ['name', 'url', 'description'],
  MovieTheater: ['name', 'url', 'address'],
  FAQPage: ['mainEntity'],
  BreadcrumbList: ['itemListElement'],
  Organization: ['name', 'url', 'logo'],
  WebSite: ['name', 'url'],
  TrainTrip: ['departureStation', 'arrivalStation', 'departureTime', 'provider', 'trainNumber'],
  BusTrip: ['departureBusStop', 'arrivalBusStop', 'departureTime', 'provider'],
  BoatTrip: ['departureBoatTerminal', 'arrivalBoatTerminal', 'departureTime', 'provider'],
  Flight: ['departureAirport', 'arrivalAirport', 'departureTime'],
  PerformingArtsTheater: ['name', 'url', 'address'],
  MusicVenue: ['name', 'url', 'address'],
  StadiumOrArena: ['name', 'url', 'address'],
  NightClub: ['name', 'url', 'address'],
  ArtGallery: ['name', 'url', 'address'],
  EventVenue: ['name', 'url', 'address'],
}

export function saysNoindex(page: HtmlPage): boolean {
  return /\bnoindex\b/.test(page.meta('robots') ?? '')
}

/** Defects of a document, whatever it is. */
export function documentFindings(html: string, address: string): string[] {
  const page = readPage(html)
  const found: string[] = []
  const expectIt = (isRight: boolean, text: string): void => void (isRight || found.push(text))
  const count = (name: string): number => page.elements.filter((one) => one.name === name).length
  expectIt(/^<!doctype html>/i.test(html), 'no doctype at its beginning')
  expectIt((html.match(/<!doctype/gi) ?? []).length <= 1, 'two doctypes')
  const titles = (html.slice(0, html.indexOf('</head>')).match(/<title>/g) ?? []).length
  expectIt(titles === 1 && page.textOf('title') !== '', `${titles} titles`)
  expectIt(count('h1') === 1, `${count('h1')} first headings`)
  expectIt(count('main') === 1, `${count('main')} main parts`)
  const [language] = page.values('lang', 'html')
  const { locale } = splitLocale(new URL(address).pathname)
  expectIt(language === locale, `language ${language}`)
  const ids = page.values('id')
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
  expectIt(twice.length === 0, `ids that occur twice: ${[...new Set(twice)].join(' ')}`)
  const known = new Set(ids)
  const searches = page.elements.filter(
    ({ attributes }) => attributes['type'] === 'search' && attributes['role'] !== undefined,
  )
  expectIt(searches.length === 0, 'a search field with another role')
  for (const { name, attributes } of page.elements)
    if (nameless.has(name) && attributes['aria-label'] !== undefined)
      expectIt(attributes['role'] !== undefined, `aria-label on <${name}>`)
  for (const target of page.values('for', 'label'))
    expectIt(known.has(target), `a label for ${target}, which is not there`)
  const canonical = page.elements.filter(
    ({ name, attributes }) => name === 'link' && attributes['rel'] === 'canonical',
  )
  expectIt(canonical.length <= 1, 'two canonical addresses')
  for (const one of page.linkedData) found.push(...dataFindings(one))
  return found
}

/** Elements that no name may be given to, unless they have a role. */
const nameless: ReadonlySet<string> = new Set(['p', 'span', 'div', 'strong', 'em', 'b', 'small'])

/** Defects of a page that search engines may list, beyond those of any document. */
export function listingFindings(html: string, address: string): string[] {
  const page = readPage(html)
  const found: string[] = []
  const expectIt = (isRight: boolean, text: string): void => void (isRight || found.push(text))
  expectIt(page.link('canonical') === address, `canonical address ${page.link('canonical')}`)
  expectIt(!saysNoindex(page), 'noindex')
  const languages = page.elements
    .filter(({ attributes }) => attributes['rel'] === 'alternate' && attributes['hreflang'])
    .map(({ attributes }) => attributes['hreflang'])
  expectIt(languages.toSorted().join() === 'en,ka,x-default', `alternates ${languages.join()}`)
  const texts = ['description', 'og:title', 'og:description', 'og:type', 'og:site_name', 'og:image']
  for (const name of texts) expectIt(Boolean(page.meta(name)?.trim()), `no ${name}`)
  expectIt(page.meta('og:url') === address, `og:url ${page.meta('og:url')}`)
  const isHome = splitLocale(new URL(address).pathname).path === '/'
  const wanted = isHome ? 'Organization' : 'BreadcrumbList'
  expectIt(
    page.linkedData.filter((one) => one['@type'] === wanted).length === 1,
    `no ${wanted} in its structured data`,
  )
  return found
}

function dataFindings(data: LinkedObject): string[] {
  const type = String(data['@type'])
  const fields = requiredFields[type]
  if (!fields) return [`structured data of the unknown type ${type}`]
  const missing = fields.filter((field) => isEmpty(valueAt(data, field)))
  return [
    ...(data['@context'] === 'https://schema.org' ? [] : [`${type} without its vocabulary`]),
    ...missing.map((field) => `${type} without ${field}`),
    ...trailFindings(data),
    ...dateFindings(data, type),
  ]
}

function trailFindings(data: LinkedObject): string[] {
  if (data['@type'] !== 'BreadcrumbList') return []
  const items = data['itemListElement'] as readonly LinkedObject[]
  return items.flatMap(({ position, name, item }, index) => [
    ...(position === index + 1 ? [] : [`step ${index + 1} has the position ${String(position)}`]),
    ...(name && item ? [] : [`step ${index + 1} without a name or an address`]),
  ])
}

function dateFindings(data: LinkedObject, type: string): string[] {
  const names = ['startDate', 'endDate', 'doorTime', 'departureTime', 'arrivalTime']
  return names
    .filter((name) => data[name] !== undefined && Number.isNaN(Date.parse(String(data[name]))))
    .map((name) => `${type} with the ${name} ${String(data[name])}`)
}

function valueAt(data: LinkedObject, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as LinkedObject | undefined)?.[key], data)
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Whether robots.txt lets every crawler read a path: the longest rule that fits counts. */
export function isOpenTo(robots: string, path: string): boolean {
  let longest = 0
  let isOpen = true
  for (const [, rule, start = ''] of robots.matchAll(/^(Allow|Disallow): (\S+)$/gm))
    if (path.startsWith(start) && start.length >= longest) {
      longest = start.length
      isOpen = rule === 'Allow'
    }
  return isOpen
}

/** Addresses of all files of the sitemap, each with its alternates by language. */
export async function readSitemap(
  read: (address: string) => Promise<string>,
  origin: string,
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const index = await read(`${origin}/sitemap.xml`)
  const found = new Map<string, Readonly<Record<string, string>>>()
  const plain = (text = ''): string => text.replaceAll('&amp;', '&')
  for (const [, file = ''] of index.matchAll(/<loc>([^<]*)<\/loc>/g)) {
    const text = await read(plain(file))
    for (const [, address, rest = ''] of text.matchAll(/<url><loc>([^<]*)<\/loc>(.*?)<\/url>/g))
      found.set(
        plain(address),
        Object.fromEntries(
          [...rest.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(
            ([, language = '', href]) => [language, plain(href)],
          ),
        ),
      )
  }
  return found
}
