import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import problemsEn from '#modules/operator/messages/problems-en.json' with { type: 'json' }
import problemsKa from '#modules/operator/messages/problems-ka.json' with { type: 'json' }
import { formatMajor } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { formatCount, formatText } from '#kernel/texts.ts'
import { demoOperator } from '../../db/seeds/demo-accounts.ts'
import { isNightly } from '../support/tier.ts'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { nightTest } from './support/tiers.ts'
import {
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  newVisitor,
  phone,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'
import { dateAfter } from '../support/dates.ts'

/**
 * Goal: operators import a programme themselves. Method: one journey through a file with mistakes, the corrected
 * one, and the resulting page in the shop.
 */
const problems = { ka: problemsKa, en: problemsEn }
/** Names that are content. */
const traveller = { ka: 'მგზავრი', en: 'The traveller' }
const opera = { ka: 'აბესალომ და ეთერი', en: 'Abesalom and Eteri' }
const concert = { ka: 'რკინის ხიდი', en: 'Iron Bridge' }

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

const headings =
  'show;show_name_ka;show_name_en;subcategory;organiser;event;venue;starts_at;ticket_type;capacity;price'
const [day, otherDay] = [dateAfter(new Date(), 180), dateAfter(new Date(), 181)]
const first = `journey;${traveller.ka};${traveller.en};jazz;bgera-live;journey-1;tbilisi-concert-hall;${day} 20:00;standard;200;35,00`
const bad = [
  `journey;;;;;journey-2;nowhere;${otherDay} 20:00;standard;200;30`,
  'journey;;;;;journey-3;tbilisi-concert-hall;2031-06-31 20:00;standard;200;30',
]

async function bring({ page, words }: Visitor, lines: readonly string[]): Promise<void> {
  await hydrated(page)
  const content = [headings, ...lines].join('\n')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'journey.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await page.getByText('journey.csv').first().waitFor()
  await page.getByRole('button', { name: words('operator', 'checkFiles') }).click()
  await page.waitForURL(/\/operator\/import\/[0-9a-f-]{36}$/)
}

test('imports a corrected file after a preview and shows it in the shop', async () => {
  const visitor = await newVisitor(browser)
  const { page, words, locale } = visitor
  await visitor.open('/operator/import')
  await page.waitForURL(new RegExp(localizedPath(locale, '/auth/login')))
  await page.getByLabel(words('accounts', 'email')).fill(demoOperator.email)
  await page.locator('input[name=password]').fill(demoOperator.password)
  await page.getByRole('button', { name: words('accounts', 'signIn'), exact: true }).click()
  await page.waitForURL(new RegExp(`${localizedPath(locale, '/operator/import')}$`))
  if (isNightly) await expectAccessible(page)

  await bring(visitor, [first, ...bad])
  await page.getByText(words('operator', 'badTitle', { count: 2 })).waitFor({ timeout: 15_000 })
  const unknown = formatText(locale, problems[locale]['unknown-venue'], { value: 'nowhere' })
  await page.getByText(unknown).waitFor()
  expect(await page.getByText('starts_at').count()).toBe(1)
  await photograph(page, 'import-mistakes')
  await expectAccessible(page)

  await visitor.open('/operator/import')
  await bring(visitor, [first])
  const apply = page.getByRole('button', { name: words('operator', 'apply') })
  await apply.waitFor({ timeout: 15_000 })
  await apply.click()
  await page.getByText(words('operator', 'agreeFirst')).waitFor()
  await photograph(page, 'import-agree')
  await page.getByLabel(words('operator', 'noUndo')).check()
  await apply.click()
  await page.getByText(words('operator', 'appliedTitle')).waitFor({ timeout: 15_000 })

  await expect
    .poll(async () => {
      await visitor.open('/shows/the-traveller')
      return page.getByRole('heading', { level: 1 }).innerText()
    })
    .toBe(traveller[locale])
  await page.getByText(formatMajor(locale, 36.75)).first().waitFor()
  await page.setViewportSize(phone)
  for (const path of ['/operator', '/operator/layouts', '/operator/log']) {
    await visitor.open(path)
    await expectNoHorizontalScroll(page)
    const current = page.getByRole('navigation').locator('[aria-current="page"]')
    const isInSight = () =>
      current.evaluate((entry) => {
        const { left, right } = entry.getBoundingClientRect()
        return left >= 0 && right <= window.innerWidth
      })
    await expect.poll(isInSight).toBe(true)
  }
  // One row, in which the tools without words keep their names.
  expect(
    await page
      .locator('header')
      .first()
      .evaluate((one) => one.clientHeight),
  ).toBe(56)
  await page.getByRole('link', { name: words('operator', 'toShop') }).waitFor()
  await photograph(page, 'operator-phone')
  expect(visitor.complaints).toEqual([])
  await visitor.context.close()
})

nightTest('opens pages, finds people, and moves between rows by keyboard', async () => {
  const visitor = await newVisitor(browser)
  const { page, words, locale } = visitor
  await visitor.open('/operator/programme')
  await page.getByLabel(words('accounts', 'email')).fill(demoOperator.email)
  await page.locator('input[name=password]').fill(demoOperator.password)
  await page.getByRole('button', { name: words('accounts', 'signIn'), exact: true }).click()
  await page.waitForURL(new RegExp(`${localizedPath(locale, '/operator/programme')}$`))
  await hydrated(page)
  const focusedRow = () => page.evaluate(() => document.activeElement?.getAttribute('href'))
  await page.keyboard.press('j')
  await expect.poll(focusedRow).toMatch(/\/operator\/events\/\d+$/)
  const firstRow = await focusedRow()
  await page.keyboard.press('j')
  await expect.poll(focusedRow).not.toBe(firstRow)
  // The same key on a Georgian keyboard layout.
  await page.evaluate(() =>
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'კ', code: 'KeyK' })),
  )
  await expect.poll(focusedRow).toBe(firstRow)
  // Single keys do nothing while they are switched off in the palette.
  const setSingleKeys = async (isOn: boolean) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('switch').setChecked(isOn)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await setSingleKeys(false)
  await page.keyboard.press('/')
  expect(await page.evaluate(() => document.activeElement?.matches('input'))).toBe(false)
  await setSingleKeys(true)
  await page.keyboard.press('/')
  await page.keyboard.type('jk/')
  expect(await page.locator('main input[type=search]').inputValue()).toBe('jk/')
  // Nothing is found: the way back is a button. Headings sort what was found, in the address.
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: words('operator', 'programmeAll') }).waitFor()
  await page.locator('main input[type=search]').fill('abesalom')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: words('operator', 'columnWhen') }).click()
  await page.waitForURL(/text=abesalom.*sort=latest/)
  const days = () =>
    page
      .locator('main tbody time')
      .evaluateAll((all) => all.map((one) => one.getAttribute('datetime')))
  await expect.poll(async () => (await days()).length).toBeGreaterThan(1)
  const descending = (await days()).toSorted().toReversed()
  await expect.poll(days).toEqual(descending)
  await photograph(page, 'operator-programme-sorted')

  // Orders by sum: by keyboard, kept by a reload and by the way back.
  await visitor.open('/operator/orders')
  const total = page.getByRole('columnheader', { name: words('operator', 'columnWithoutBalance') })
  const direction = () => total.getAttribute('aria-sort')
  await total.getByRole('link').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\?sort=dearest$/)
  await expect.poll(direction).toBe('descending')
  expect(await page.evaluate(() => document.activeElement?.closest('[aria-sort]') !== null)).toBe(
    true,
  )
  await page.reload()
  await hydrated(page)
  expect(await direction()).toBe('descending')
  await total.getByRole('link').click()
  await page.waitForURL(/\?sort=cheapest$/)
  await expect.poll(direction).toBe('ascending')
  await page.goBack()
  await expect.poll(direction).toBe('descending')
  await photograph(page, 'operator-orders-sorted')

  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: words('operator', 'paletteField') })
  await field.fill({ ka: 'წეს', en: 'rule' }[locale])
  await page.getByRole('option', { name: words('operator', 'navRules') }).waitFor()
  await expectAccessible(page, ['light'])
  await photograph(page, 'palette')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`${localizedPath(locale, '/operator/rules')}$`))

  // What a rule applies to is chosen by its name, and said with day and venue.
  await page.getByText(words('saleRules', 'addRule')).click()
  const rule = page.locator('form', { has: page.getByLabel(words('saleRules', 'settings')) })
  await rule.getByRole('button', { name: words('saleRules', 'save') }).click()
  const about = rule.getByRole('combobox', { name: words('saleRules', 'about') })
  await rule.getByText(words('saleRules', 'aboutMissing')).waitFor()
  await expect.poll(() => about.evaluate((one) => one === document.activeElement)).toBe(true)
  await about.fill('აბესალომ')
  await rule
    .getByRole('option', { name: new RegExp(String.raw`${opera[locale]}, .* 20\d\d, \d\d:\d\d`) })
    .first()
    .waitFor()
  await photograph(page, 'rule-subject')
  await expectAccessible(page, ['light'])
  await page.keyboard.press('Enter')
  await rule.getByText(words('saleRules', 'aboutMissing')).waitFor({ state: 'detached' })
  await rule.getByRole('button', { name: words('saleRules', 'save') }).click()
  await page
    .locator('main li', { hasText: `${words('saleRules', 'show')}: ${opera[locale]}` })
    .first()
    .waitFor()

  // Searched names appear in no address.
  await page.keyboard.press('Control+k')
  await field.fill('nobody@example.ge')
  await page
    .getByRole('option', {
      name: words('operator', 'paletteLookUp', { text: 'nobody@example.ge' }),
    })
    .click()
  await page.waitForURL(new RegExp(`${localizedPath(locale, '/operator/orders')}$`))
  await page.getByText(words('operator', 'lookUpNone')).waitFor()
  expect(visitor.complaints).toEqual([])
  await visitor.context.close()
})

nightTest('marks what a queue cannot be set to, and changes nothing', async () => {
  const visitor = await newVisitor(browser)
  const { page, words, locale } = visitor
  const say = (key: Parameters<typeof words<'queue'>>[1]) => words('queue', key)
  await visitor.open('/operator/queues')
  await page.getByLabel(words('accounts', 'email')).fill(demoOperator.email)
  await page.locator('input[name=password]').fill(demoOperator.password)
  await page.getByRole('button', { name: words('accounts', 'signIn'), exact: true }).click()
  await page.waitForURL(new RegExp(`${localizedPath(locale, '/operator/queues')}$`))
  await hydrated(page)
  await page.locator('main').getByText(say('newTitle'), { exact: true }).click()
  // Without a show nothing is sent, and its field has the focus.
  await page.getByRole('button', { name: say('newMake') }).click()
  await page.getByText(say('showMissing')).waitFor()
  const show = page.getByRole('combobox', { name: say('show') })
  await expect.poll(() => show.evaluate((one) => one === document.activeElement)).toBe(true)
  await show.fill(concert[locale].toLowerCase())
  await page.getByRole('option', { name: concert[locale] }).first().click()
  await page.getByRole('button', { name: say('newMake') }).click()
  const queue = page.locator('main li', { hasText: concert[locale] })
  await queue.getByText(say('settings')).click()
  const rate = queue.getByLabel(say('rate'))
  // Neither a number below the least nor what is no number, which would be sent as no limit.
  for (const typed of ['0', 'many']) {
    await rate.fill(typed)
    await queue.getByRole('button', { name: say('save'), exact: true }).click()
    const max = formatCount(locale, 100_000)
    await queue.getByText(words('queue', 'numberBetween', { min: '1', max })).waitFor()
    await rate.fill('')
  }
  await rate.fill('0')
  await queue.getByRole('button', { name: say('save'), exact: true }).click()
  await photograph(page, 'queue-settings-refused')
  await expectAccessible(page, ['light'])
  await rate.fill('120')
  await queue.getByRole('button', { name: say('save'), exact: true }).click()
  await queue.getByText(say('saved')).waitFor()
  await queue.getByRole('button', { name: new RegExp(`^${say('close')}`) }).click()
  await photograph(page, 'queue-close')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('keepOpen') })
    .click()
  await queue.getByRole('button', { name: new RegExp(`^${say('close')}`) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('close') })
    .click()
  await queue.getByRole('button', { name: new RegExp(`^${say('switchOff')}`) }).click()
  await queue.getByRole('button', { name: new RegExp(`^${say('switchOn')}`) }).waitFor()
  // The browser reports each refused request.
  expect(visitor.complaints.filter((one) => !one.includes('400'))).toEqual([])
  await visitor.context.close()
})
