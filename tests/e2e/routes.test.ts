/**
 * Goal: every specified route answers in both languages: with a page in that language, or a redirect to one; every page
 * of the offices is written for its staff. Method: each is requested from the server without scripts.
 */
import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import {
  merchantCinemaPages,
  merchantPages,
  merchantPlanPages,
  merchantTransportPages,
  operatorPages,
  planPages,
  scannerPages,
} from '#apps/web/page-table.ts'
import { locales, localizedPath, type Locale } from '#kernel/locale.ts'
import { demoOperator } from '../../db/seeds/demo-accounts.ts'
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

/** The cookie of a session that a sign-in call opens. */
async function signedIn(path: string, email: string, password: string): Promise<string> {
  const { url } = inject('shop')
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'demo-web', origin: url },
    body: JSON.stringify({ email, password }),
  })
  expect(answer.status, await answer.text()).toBe(200)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}

const staff = (name: string) => ({
  path: '/v2/merchantusers/token',
  email: `${name}@bileti.example`,
  password: `bileti-${name}`,
})

const offices = [
  {
    office: 'operators',
    pages: [...operatorPages, ...planPages],
    by: { path: '/v2/auth/login', ...demoOperator },
  },
  { office: 'organisers', pages: [...merchantPages, ...merchantPlanPages], by: staff('kulisa') },
  { office: 'cinemas', pages: merchantCinemaPages, by: staff('kino') },
  { office: 'carriers', pages: merchantTransportPages, by: staff('georgian-railway') },
  { office: 'entrances', pages: scannerPages, by: staff('scanner') },
]

test.each(offices)('writes every page of $office without a parameter', async ({ pages, by }) => {
  const cookie = await signedIn(by.path, by.email, by.password)
  const paths = pages.map(([path]) => path).filter((path) => !path.includes(':'))
  expect(paths.length).toBeGreaterThan(0)
  const answers = await Promise.all(
    paths.flatMap((path) =>
      locales.map(async (locale) => {
        const { status } = await writtenPage(localizedPath(locale, path), { cookie })
        return `${locale} ${path} ${status}`
      }),
    ),
  )
  expect(answers.filter((answer) => !answer.endsWith(' 200'))).toEqual([])
})
