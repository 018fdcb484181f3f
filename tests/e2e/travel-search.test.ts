/**
 * Goal: the search for journeys and flights names what is missing beside its fields and shows dates in the page's language;
 * what is sold out, or sold at the ticket office only, says so. Method: real browsers on the running shop; other customers hold seats by calls.
 */
import type pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import timetableEn from '#modules/timetable/messages/en.json' with { type: 'json' }
import timetableKa from '#modules/timetable/messages/ka.json' with { type: 'json' }
import { formatDateShort } from '#kernel/format.ts'
import { googleSample, packed } from '../../src/modules/timetable/tests/feeds.ts'
import { demoOperator } from '../../db/seeds/demo-accounts.ts'
import { sizeOf } from '../support/tier.ts'
import { choosePlace, journeys } from './support/journeys.ts'
import { bottomOf, hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { dayIn, openDatabase } from './support/test-data.ts'
import { nightTest } from './support/tiers.ts'
import {
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  localeOr,
  newVisitor,
  phone,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'

let browser: Browser
let shop: pg.Client
beforeAll(async () => {
  browser = await startBrowser()
  shop = await openDatabase()
})
afterAll(async () => {
  await endVisits(browser)
  await shop.end()
})

function inWords(locale: Visitor['locale'], date: string): string {
  return `${formatDateShort(locale, `${date}T12:00:00Z`)} ${date.slice(0, 4)}`
}

async function look({ page }: Visitor): Promise<void> {
  await expectAccessible(page, ['light'])
  await expectNoHorizontalScroll(page)
}

/** The label of the control with the focus. */
function focused({ page }: Visitor): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: control } = document
    return control instanceof HTMLInputElement ? (control.labels?.[0]?.textContent ?? '') : ''
  })
}

/** The nearest stop is suggested first; without a position the page says so. */
async function nearestStop({ page, context, words }: Visitor): Promise<void> {
  const box = page.getByRole('combobox', { name: words('transport', 'from'), exact: true })
  const ask = async () => {
    await box.click()
    await page.getByRole('option', { name: words('transport', 'nearMe') }).click()
  }
  await ask()
  await page.getByText(words('transport', 'near_refused')).waitFor()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 42.263, longitude: 42.702 })
  await ask()
  await expect.poll(() => box.inputValue()).toMatch(/^(Kutaisi|ქუთაისი)$/)
}

/** The nightly run has both. */
const languages = ['ka', 'en'] as const

test.each(languages.slice(0, sizeOf({ usual: 1, nightly: 2 })))(
  'a search for a journey in %s: what is missing, dates in words, passengers',
  async (locale) => {
    const visitor = await newVisitor(browser, { locale, viewport: phone })
    const { page, words } = visitor
    const day = dayIn(9)
    await visitor.open('/railway')
    await hydrated(page)
    const search = page.getByRole('button', { name: words('transport', 'search'), exact: true })
    await search.click()
    await expect.poll(() => focused(visitor)).toBe(words('transport', 'from'))
    await expect
      .poll(() => page.getByText(words('transport', 'placeMissing'), { exact: true }).count())
      .toBe(2)
    await nearestStop(visitor)
    await choosePlace(visitor, 'from', 'Tbilisi')
    await search.click()
    await expect.poll(() => focused(visitor)).toBe(words('transport', 'to'))
    const date = page.getByLabel(words('transport', 'date'), { exact: true })
    const shown = page.getByText(inWords(locale, day), { exact: true })
    expect(await page.getByText(words('transport', 'returnNone'), { exact: true }).count()).toBe(1)
    await date.fill(day)
    await shown.waitFor()
    // Who types sees the native field; it is in words again when it is left.
    await date.press('ArrowUp')
    await shown.waitFor({ state: 'detached' })
    await date.fill(day)
    await date.blur()
    await shown.waitFor()
    await photograph(page, `search-missing-${locale}`)
    await look(visitor)
    await page.getByRole('button', { name: new RegExp(words('transport', 'riders')) }).click()
    const done = page.getByRole('button', { name: words('transport', 'ridersDone') })
    await done.waitFor()
    // Also where the kinds of passengers are longer than the screen.
    await page.setViewportSize({ width: 360, height: 600 })
    await photograph(page, `search-passengers-${locale}`)
    await expect.poll(() => bottomOf(done)).toBeLessThanOrEqual(600)
    await look(visitor)
    await done.click()
    await visitor.open(`/railway/search?from=nowhere&to=batumi&date=${day}`)
    await hydrated(page)
    const to = page.getByRole('combobox', { name: words('transport', 'to'), exact: true })
    expect(await to.inputValue()).not.toBe('')
    await photograph(page, `search-unknown-${locale}`)
    expect(visitor.complaints).toEqual([])
  },
)

nightTest('a search for flights names what is missing beside each field', async () => {
  const visitor = await newVisitor(browser, { locale: localeOr('ka'), viewport: phone })
  const { page, words, locale } = visitor
  await visitor.open('/fly')
  await hydrated(page)
  await page.getByRole('button', { name: words('flights', 'search'), exact: true }).click()
  for (const problem of ['needTo', 'needDay', 'needReturn'] as const)
    await page.getByText(words('flights', problem), { exact: true }).waitFor()
  await expect.poll(() => focused(visitor)).toBe(words('flights', 'to'))
  await photograph(page, 'flight-search-missing')
  await look(visitor)
  await page.getByLabel(words('flights', 'departs'), { exact: true }).fill(dayIn(20))
  await page.getByText(inWords(locale, dayIn(20)), { exact: true }).waitFor()
  expect(await page.getByText(words('flights', 'needDay'), { exact: true }).count()).toBe(0)
  await page.getByLabel(words('flights', 'returns'), { exact: true }).fill(dayIn(19))
  await page.getByRole('button', { name: words('flights', 'search'), exact: true }).click()
  await page.getByText(words('flights', 'needOrder'), { exact: true }).waitFor()
  expect(visitor.complaints).toEqual([])
})

interface Seats {
  readonly runId: number
  readonly stops: number
  readonly classCode: string
  readonly seats: number
}

/** Customers of their own hold all seats of a class. */
async function holdAll({ runId, stops, classCode, seats }: Seats): Promise<void> {
  const { url } = inject('shop')
  for (let left = seats; left > 0; left -= 9) {
    const passengers = Array.from({ length: Math.min(9, left) }, () => ({}))
    const answer = await fetch(`${url}/v2/transport/choose?api_key=demo-web`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        segments: [{ runId, legFrom: 0, legTo: stops - 1, classCode, passengers }],
      }),
    })
    expect(answer.status, await answer.text()).toBe(200)
  }
}

/** Classes of a train of the demo railway on a day, with their ordinary seats, smallest first. */
async function classesOf(train: string, date: string): Promise<Seats[]> {
  const { rows } = await shop.query<Seats>(
    `select run.id as "runId", cardinality(p.stop_ids) as stops, class.code as "classCode", count(*)::int as seats
    from run join trip on trip.id = run.trip_id join trip_pattern p on p.id = trip.pattern_id
      join vehicle_place v on v.vehicle_type_id = run.vehicle_type_id join travel_class class on class.id = v.class_id
    where trip.short_name = $1 and run.service_date = $2 and v.attributes & 184 = 0
    group by 1, 2, 3 order by seats`,
    [train, date],
  )
  return rows
}

nightTest('a class and then a whole train are sold out', async () => {
  const date = dayIn(13)
  const visitor = await newVisitor(browser, { viewport: phone })
  const { page, words, locale } = visitor
  const path = `/railway/search?from=tbilisi&to=batumi&date=${date}&adults=1`
  await visitor.open(path)
  await hydrated(page)
  const row = page.locator('main ol > li').first()
  const train =
    new RegExp(String.raw`${{ ka: 'მატარებელი', en: 'Train' }[locale]} (\d+)`).exec(
      await row.innerText(),
    )?.[1] ?? ''
  const [smallest, ...others] = await classesOf(train, date)
  if (!smallest) throw new Error('The demo has trains to Batumi')
  await holdAll(smallest)
  const full = row.getByText(words('transport', 'sale_full'))
  const reloadUntilFull = async () => {
    await visitor.open(path)
    return full.count()
  }
  await expect.poll(reloadUntilFull, { timeout: 20_000 }).toBe(1)
  await photograph(page, 'class-full')
  await hydrated(page)
  await journeys(visitor).first().click()
  await page.waitForURL(/there=/)
  await page.getByRole('button', { name: words('transport', 'continueSeats') }).waitFor()
  await photograph(page, 'class-full-choice')
  await look(visitor)
  for (const one of others) await holdAll(one)
  const ask = row.getByRole('link', { name: words('transport', 'ask') })
  await expect
    .poll(
      async () => {
        await visitor.open(path)
        return ask.count()
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  await photograph(page, 'train-full')
  await look(visitor)
  expect(visitor.complaints).toEqual([])
})

nightTest(
  'a bus sold at the ticket office only says so in its day and among the days',
  async () => {
    const visitor = await newVisitor(browser, { viewport: phone })
    const { page, words } = visitor
    await visitor.open(`/ortachala/search?from=tbilisi&to=baku&date=${dayIn(2)}&adults=1`)
    const strip = page.getByRole('navigation', { name: words('transport', 'daysLabel') })
    const day = strip.getByRole('link', { name: words('transport', 'dayOffice') }).last()
    const path = await day.getAttribute('href')
    await day.click()
    // The day before may be sold at the office as well.
    await strip.locator(`[aria-current="date"][href="${path}"]`).waitFor()
    await page.getByText(words('transport', 'sale_office'), { exact: true }).waitFor()
    await page.getByText(words('transport', 'details'), { exact: true }).click()
    await photograph(page, 'office_only')
    await look(visitor)
    expect(visitor.complaints).toEqual([])
  },
)

nightTest('a feed with errors changes nothing, and all timetables can be downloaded', async () => {
  const visitor = await newVisitor(browser)
  const { page, words, locale } = visitor
  const timetable = locale === 'ka' ? timetableKa : timetableEn
  await visitor.open('/auth/login')
  await hydrated(page)
  await page.getByLabel(words('accounts', 'email')).fill(demoOperator.email)
  await page.locator('input[name=password]').fill(demoOperator.password)
  await page.getByRole('button', { name: words('accounts', 'signIn'), exact: true }).click()
  await page.waitForURL((url) => !url.pathname.includes('/auth/'))
  await visitor.open('/operator/feeds')
  await hydrated(page)
  const all = page.getByRole('link', { name: timetable.downloadAll })
  const download = page.waitForEvent('download')
  await all.click()
  expect(await (await download).failure()).toBeNull()
  const feed = { ...googleSample() }
  feed['stops.txt'] = feed['stops.txt']?.replace('36.425288', '136.425288') ?? ''
  const [zip = new Uint8Array()] = packed({ ...feed, 'a_file_that_no_feed_has.txt': 'a\n1\n' })
  const file = { name: 'sample.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByLabel(timetable.feedName, { exact: true }).fill('sample with errors')
  await page.getByRole('button', { name: timetable.check, exact: true }).click()
  await page.waitForURL(/feeds\/[^/]+$/)
  await page.getByText(timetable.badText).waitFor()
  // Codes are explained.
  await page.getByText(timetable['notice-number_out_of_range']).waitFor()
  await page.getByText(timetable['notice-unknown_file']).waitFor()
  await photograph(page, 'feed-errors')
  await page.setViewportSize(phone)
  // Every column of the notices is within the page's margin of 16 px.
  for (const shown of ['136.425288', 'number_out_of_range']) {
    const rightOf = async () => {
      const box = await page.locator('td').getByText(shown).first().boundingBox()
      return (box?.x ?? 999) + (box?.width ?? 999)
    }
    await expect.poll(rightOf).toBeLessThanOrEqual(phone.width - 16)
  }
  await look(visitor)
  expect(visitor.complaints).toEqual([])
})
