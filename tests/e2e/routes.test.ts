/**
 * Goal: every specified route answers in both languages: with a page in that language, or a redirect to one.
 * Method: each is requested from the server without scripts, following redirects.
 */
import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { locales, type Locale } from '#kernel/locale.ts'
import { languageOf, writtenPage, type WrittenPage } from './support/written.ts'

const routes = JSON.parse(
  readFileSync(new URL('../../tools/coverage/specified-routes.json', import.meta.url), 'utf8'),
) as readonly { readonly id: string; readonly path: string }[]

/** The address of a route in a language: a path prefix, and a parameter of authentication pages. */
function addressOf(path: string, locale: Locale): string {
  const known = path.replace('{id}', '100-000-000-000').replace('{authHost}', '/auth')
  if (known.includes('{locale}')) return known.replace('{locale}', locale)
  return locale === 'ka' ? known : `/en${known}`
}

interface Arrival {
  readonly path: string
  readonly page: WrittenPage
}

async function arrive(path: string): Promise<Arrival> {
  let at = path
  for (let step = 0; step < 5; step += 1) {
    const page = await writtenPage(at)
    const next = page.headers.get('location')
    if (next === null) return { path: at, page }
    const { pathname, search } = new URL(next, new URL(at, inject('shop').url))
    at = pathname + search
  }
  throw new Error(`${path} leads in a circle`)
}

const georgian = /[\u10D0-\u10FF]/

/** What is missing from a page, one line each. */
function missing({ page }: Arrival, locale: Locale): string[] {
  const [, heading = ''] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(page.html) ?? []
  const [, title = ''] = /<title>([\s\S]*?)<\/title>/.exec(page.html) ?? []
  const words = heading.replaceAll(/<[^>]*>/g, '')
  return [
    ...(page.status === 200 ? [] : [`status ${page.status}`]),
    ...(languageOf(page) === locale ? [] : [`language ${languageOf(page)}`]),
    ...(title === '' ? ['no title'] : []),
    ...(words === '' ? ['no heading'] : []),
    ...(locale === 'en' && georgian.test(words) ? [`heading ${words}`] : []),
    ...(page.html.includes('<main') ? [] : ['no main']),
  ]
}

test('shows cinema, railway and flights in the colour of their category', async () => {
  for (const [path, colour] of [
    ['/movies', 'movie'],
    ['/railway', 'railway'],
    ['/citybus', 'bus'],
    ['/fly', 'flight'],
  ] as const)
    expect((await writtenPage(path)).html, path).toContain(`--category-${colour})`)
})

test.each(locales)('answers every specified route in %s', async (locale) => {
  expect(routes.length).toBe(50)
  const found: string[] = []
  for (const { id, path } of routes) {
    const arrival = await arrive(addressOf(path, locale))
    found.push(...missing(arrival, locale).map((what) => `${id}: ${what} at ${arrival.path}`))
    const isOrder = id === 'account-order'
    if (isOrder && !arrival.path.includes('login')) found.push(`${id}: shown to a visitor`)
  }
  expect(found).toEqual([])
})
