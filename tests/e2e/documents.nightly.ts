/**
 * Goal: every address that a visitor can reach without signing in is a valid document, no link is broken, and the sitemap has
 * exactly the addresses that may be listed. Method: a crawler follows all links from the home pages and the sitemap;
 * documents are read by our own rules (`page-rules.ts`) and by html-validate.
 */
import { HtmlValidate } from 'html-validate'
import { beforeAll, expect, inject, test } from 'vitest'
import { checkerRules } from './support/checker-rules.ts'
import { readPage } from './support/html-page.ts'
import {
  documentFindings,
  isOpenTo,
  listingFindings,
  readSitemap,
  saysNoindex,
} from './support/page-rules.ts'
import { writtenPage } from './support/written.ts'

/** Addresses of one path that differ in their query only: filters and days can be combined without end. */
const queriesMax = 12
/** Unlisted addresses that differ in a number only, such as thousands of screenings. */
const numbersMax = 200
const atOnce = 4

interface Visited {
  readonly status: number
  readonly target: string | null
  readonly findings: readonly string[]
  readonly isListed: boolean
  readonly canonical: string | undefined
  readonly title: string
}

let origin: string
let robots: string
let sitemap: Awaited<ReturnType<typeof readSitemap>>
const visited = new Map<string, Visited>()
/** The first page that links to an address. */
const linkedFrom = new Map<string, string>()
const checker = new HtmlValidate({ root: true, rules: checkerRules })

beforeAll(async () => {
  origin = inject('shop').url
  robots = (await writtenPage('/robots.txt')).html
  sitemap = await readSitemap(async (address) => (await writtenPage(address)).html, origin)
  await crawl([`${origin}/`, `${origin}/en`, `${origin}/docs`, ...sitemap.keys()])
}, 3_600_000)

async function crawl(starts: readonly string[]): Promise<void> {
  const queries = new Map<string, number>()
  const numbers = new Map<string, number>()
  const waiting: string[] = []
  const add = (address: string, from: string): void => {
    const url = new URL(address)
    if (url.origin !== origin || linkedFrom.has(address)) return
    if (!isOpenTo(robots, url.pathname + url.search)) return
    const count = (queries.get(url.pathname) ?? 0) + (url.search === '' ? 0 : 1)
    if (count > queriesMax && !sitemap.has(address)) return
    const kind = url.pathname.replaceAll(/\d+/g, '0')
    const alike = (numbers.get(kind) ?? 0) + (kind === url.pathname ? 0 : 1)
    if (alike > numbersMax && !sitemap.has(address)) return
    numbers.set(kind, alike)
    queries.set(url.pathname, count)
    linkedFrom.set(address, from)
    waiting.push(address)
  }
  for (const address of starts) add(address, 'the start')
  while (waiting.length > 0) {
    const some = waiting.splice(0, atOnce)
    const found = await Promise.all(
      some.map(async (address) => [address, await visit(address)] as const),
    )
    for (const [address, links] of found) for (const link of links) add(link, address)
  }
}

/** Reads an address and returns the addresses that it links to. */
async function visit(address: string): Promise<string[]> {
  const { status, headers, html } = await writtenPage(address)
  const location = headers.get('location')
  const target = location === null ? null : new URL(location, address).href
  if (!headers.get('content-type')?.startsWith('text/html') || status !== 200) {
    const isListed = false
    visited.set(address, {
      status,
      target,
      isListed,
      findings: [],
      canonical: undefined,
      title: '',
    })
    return target === null ? [] : [target]
  }
  const page = readPage(html)
  const isListed = !saysNoindex(page) && !/noindex/.test(headers.get('x-robots-tag') ?? '')
  const canonical = page.link('canonical')
  // The reference of calls is for programmers, not a page of the shop.
  const isOwn = new URL(address).pathname !== '/docs'
  const rules = isOwn ? documentFindings(html, address) : []
  const listing = isOwn && isListed && canonical === address ? listingFindings(html, address) : []
  visited.set(address, {
    status,
    target,
    isListed: isOwn && isListed,
    canonical,
    title: page.textOf('title'),
    findings: [...rules, ...listing, ...(await checked(html))],
  })
  return page
    .values('href', 'a')
    .map((href) => new URL(href, address))
    .filter(({ protocol }) => protocol.startsWith('http'))
    .map((url) => url.href.slice(0, url.href.length - url.hash.length))
}

async function checked(html: string): Promise<string[]> {
  const { results } = await checker.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector ?? '?'}`),
  )
}

/** Each finding once, with the number of its pages and one of them. */
function summary(findings: readonly (readonly [address: string, finding: string])[]): string[] {
  const byFinding = Map.groupBy(findings, ([, finding]) => finding)
  return [...byFinding].map(
    ([finding, all]) => `${finding} (${all.length} pages, for example ${all[0]?.[0]})`,
  )
}

test('the crawler has read pages of every kind', () => {
  expect(visited.size).toBeGreaterThan(500)
  expect(sitemap.size).toBeGreaterThan(300)
})

test('no link is broken, and every redirect ends at a page', () => {
  const broken = [...visited].filter(
    ([, { status, target }]) =>
      status >= 400 || (target !== null && (visited.get(target)?.status ?? 200) >= 400),
  )
  expect(
    broken.map(
      ([address, { status }]) => `${address}: ${status}, linked from ${linkedFrom.get(address)}`,
    ),
  ).toEqual([])
})

test('every document keeps to the rules', () => {
  const findings = [...visited].flatMap(([address, page]) =>
    page.findings.map((finding) => [address, finding] as const),
  )
  expect(summary(findings)).toEqual([])
})

test('the sitemap has every address that may be listed, and no other', () => {
  const listed = [...visited].filter(([, { isListed }]) => isListed)
  const missing = listed.filter(([, { canonical }]) => !sitemap.has(canonical ?? ''))
  expect(missing.map(([address, { canonical }]) => `${address} with ${canonical}`)).toEqual([])
  const wrong = [...sitemap.keys()].filter((address) => {
    const page = visited.get(address)
    return page?.status !== 200 || !page.isListed || page.canonical !== address
  })
  expect(wrong).toEqual([])
})

test('canonical addresses are pages themselves', () => {
  const wrong = [...visited].flatMap(([address, { canonical }]) => {
    const status = canonical === undefined ? 200 : (visited.get(canonical)?.status ?? 200)
    return status === 200 ? [] : [`${address}: ${canonical} answers ${status}`]
  })
  expect(wrong).toEqual([])
})

test('no two listed addresses have one title', () => {
  const own = [...visited].filter(([address]) => sitemap.has(address))
  const byTitle = Map.groupBy(
    own,
    ([address, { title }]) => `${/\/en(?:\/|$)/.test(address) ? 'en' : 'ka'}: ${title}`,
  )
  const shared = [...byTitle].filter(([, pages]) => pages.length > 1)
  expect(
    shared.map(([title, pages]) => `${title}: ${pages.map(([one]) => one).join(' ')}`),
  ).toEqual([])
})
