/**
 * Goal: an operator edits the front page: a campaign page of blocks is written, previewed, published and visible at
 * once; a gift is shown to signed-in visitors only. Method: one visit to the back office and one to the shop,
 * through the pages.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoOperator } from '../../db/seeds/demo-accounts.ts'
import { isNightly } from '../support/tier.ts'
import english from '#modules/presentation/messages/office-en.json' with { type: 'json' }
import { hydrated } from './support/observing.ts'
import { callAs, withDatabase } from './support/test-data.ts'
import {
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  newVisitor,
  phone,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(async () => {
  // Other journeys start with the original switches.
  await withDatabase((database) =>
    database.query(
      `update feature_switch set is_on = false, targeting = '{}' where key = 'rugby-gift'`,
    ),
  )
  await endVisits(browser)
})

/** An operator at this page. */
async function operatorAt(path: string): Promise<Visitor> {
  const office = await newVisitor(browser)
  const { email, password } = demoOperator
  await callAs(office, '/v2/auth/login', { email, password })
  await office.open(path)
  return office
}

test('names each part that unfolds by its row', async () => {
  const office = await operatorAt('/operator/toggles')
  const { page } = office
  for (const path of ['/operator/toggles', '/operator/rules', '/operator/pixels']) {
    await office.open(path)
    await hydrated(page)
    const names = await page.locator('main summary').allTextContents()
    expect(names.length, path).toBeGreaterThan(0)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  }
})

test('publishes a page of blocks to all visitors, and a gift to signed-in ones', async () => {
  const office = await operatorAt('/operator/pages')
  const { page } = office
  await page.getByText(english.pageNew).click()
  await page.getByLabel(english.pageAddress, { exact: true }).fill('/autumn-2027')
  await page.getByLabel(english.pageTitleKa).fill('შემოდგომა')
  await page.getByLabel(english.pageTitleEn).fill('Autumn nights')
  await page.getByRole('button', { name: english.pageMake }).click()
  await page.waitForURL(/\/operator\/pages\/\d+$/)
  await page.getByLabel(english.addBlock).selectOption('text')
  const words = (field: string, language: 'Ka' | 'En') =>
    page.getByLabel(english[`lang${language}`].replace('{field}', field)).last()
  await words(english.fieldTitle, 'Ka').fill('ქალაქი')
  await words(english.fieldTitle, 'En').fill('The city by night')
  await page.getByRole('button', { name: english.saveDraft }).click()
  await page.getByText(english.hasDraft).waitFor()
  await expectAccessible(page, ['light'])

  const guest = await newVisitor(browser)
  await guest.open('/autumn-2027')
  await guest.page.getByText(guest.words('shell', 'notFoundTitle')).waitFor()
  const preview = await page.getByRole('link', { name: english.preview }).getAttribute('href')
  const answer = await guest.page.goto(new URL(preview ?? '', guest.page.url()).href)
  expect(await answer?.text()).toContain('The city by night')
  await page.getByRole('button', { name: english.publishNow }).click()
  await page.getByText(english.stateLive, { exact: true }).waitFor()
  // At once: the change itself drops the cached copies.
  await expect
    .poll(async () => {
      await guest.open('/autumn-2027')
      return guest.page.getByRole('heading', { level: 2 }).allInnerTexts()
    })
    .toContain('The city by night')
  await expectAccessible(guest.page)

  await page.setViewportSize(phone)
  const pages = isNightly
    ? ['/operator/pages', '/operator/front', '/operator/pixels', '/operator/entrances']
    : ['/operator/pages']
  for (const path of [...pages, '/operator/toggles']) {
    await office.open(path)
    await hydrated(page)
    await expectNoHorizontalScroll(page)
    await expectAccessible(page, ['dark'])
  }
  const gift = page.getByRole('listitem').filter({ hasText: english.switchRugby })
  await gift.getByText(english.toggleTargeting).click()
  await gift.getByLabel(english.toggleAudience, { exact: true }).selectOption('signed-in')
  await gift.getByRole('button', { name: english.save, exact: true }).click()
  await gift.getByText(english.saved, { exact: true }).waitFor()
  await gift.getByRole('switch').check()
  await expect.poll(() => gift.getByRole('switch').isChecked()).toBe(true)

  const heading = 'A gift for rugby fans'
  // A process caches switches for a second at most.
  await expect
    .poll(async () => {
      await office.open('/')
      const shown = page.getByText(heading).first().waitFor({ timeout: 2_000 })
      return shown.then(
        () => true,
        () => false,
      )
    })
    .toBe(true)
  await guest.open('/')
  await hydrated(guest.page)
  expect(await guest.page.getByText(heading).count()).toBe(0)
  expect(office.complaints).toEqual([])
})
