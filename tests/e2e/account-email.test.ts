/**
 * Goal: customers change their account's email address on the page. Method: one journey in a real browser on a
 * phone, in English: the address is entered, the customer authenticated, the link of the email followed and
 * confirmed; then signed in with the new address.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { emailLink, newAccount, signIn } from './support/account.ts'
import { hydrated } from './support/observing.ts'
import { endVisits, expectAccessible, newVisitor, phone, startBrowser } from './support/visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

test('changes the email address with the key sent to the new one', async () => {
  const visitor = await newVisitor(browser, { locale: 'en', viewport: phone })
  const { page, words } = visitor
  const before = `before-${Date.now()}@example.ge`
  const after = `after-${Date.now()}@example.ge`
  const password = 'a boat on the lake'
  await newAccount(visitor, before, password)

  await visitor.open('/account/profile')
  await hydrated(page)
  const field = page.getByLabel(words('accounts', 'emailNew'))
  await field.fill('nobody')
  await page.getByRole('button', { name: words('accounts', 'emailSend') }).click()
  await page.getByText(words('accounts', 'emailWrong')).waitFor()
  await field.fill(after)
  await page.getByRole('button', { name: words('accounts', 'emailSend') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('accounts', 'passwordOld')).fill(password)
  await dialog.getByRole('button', { name: words('accounts', 'stepUpConfirm') }).click()
  await page.getByText(`We have written to ${after}`).waitFor()
  await expectAccessible(page)

  await page.goto(await emailLink(after, /http\S+\/account\/profile\?email=\S+/))
  await hydrated(page)
  // The key is removed from the address bar, and opening the link alone changes nothing.
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.getByText(before).waitFor()
  await page.getByRole('button', { name: words('accounts', 'emailConfirm') }).click()
  await page.getByText(words('accounts', 'emailChanged')).waitFor()
  await page.getByText(after).waitFor()

  const other = await newVisitor(browser, { locale: 'en' })
  await other.open('/auth/login')
  await signIn(other, after, password)
  await other.page.waitForURL((address) => !address.pathname.includes('/auth'))
  await emailLink(before, /48 (hours|საათ)/)
})
