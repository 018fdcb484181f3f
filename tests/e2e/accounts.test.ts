/**
 * Goal: accounts are created by email, sign in and out, keep a guest's order, and never redirect to other sites.
 * Method: a real browser and the demo mailbox; continue addresses of other sites are tried.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { localizedPath } from '#kernel/locale.ts'
import { isNightly } from '../support/tier.ts'
import { emailLink, signIn } from './support/account.ts'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import {
  endVisits,
  expectAccessible,
  goToCheckout,
  newVisitor,
  phone,
  startBrowser,
} from './support/visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

const languages = isNightly ? (['ka', 'en'] as const) : (['ka'] as const)

test.each(languages)('register, activate, sign out, sign in: %s', async (locale) => {
  const visitor = await newVisitor(browser, { locale, viewport: phone })
  const { page, words } = visitor
  const email = `new-${locale}@example.ge`
  await visitor.open('/search')
  await page.getByRole('link', { name: words('shell', 'signIn') }).click()
  await page.getByLabel(words('accounts', 'password'), { exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: words('accounts', 'register') }).click()
  await page.waitForURL(/\/register/)
  await hydrated(page)
  await page.getByLabel(words('accounts', 'name')).fill('Luka')
  await page.getByLabel(words('accounts', 'email')).fill(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: words('accounts', 'registerSend') }).click()
  await page.getByRole('heading', { name: words('accounts', 'letterTitle') }).waitFor()

  await page.goto(await emailLink(email, /http\S+\/activate\S+/))
  await hydrated(page)
  await expect.poll(() => new URL(page.url()).searchParams.has('key')).toBe(false)
  await page.getByLabel(words('accounts', 'newPassword')).fill('short')
  await page.keyboard.press('Enter')
  await page.getByText(words('accounts', 'passwordShort')).waitFor()
  await photograph(page, `password-short-${locale}`)
  await expectAccessible(page)
  await page.getByLabel(words('accounts', 'newPassword')).fill('a horse on the hill')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search$/)

  await visitor.open('/auth/logout')
  await expectAccessible(page)
  await page.getByRole('button', { name: words('accounts', 'signOut') }).click()
  await page.waitForURL((address) => !address.pathname.startsWith('/auth'))
  await visitor.open('/auth/login')
  await signIn(visitor, email, 'wrong')
  await page.getByRole('alert').waitFor()
  await photograph(page, `sign-in-refused-${locale}`)
  await signIn(visitor, email, 'a horse on the hill')
  await page.waitForURL((address) => !address.pathname.startsWith('/auth'))
  expect(visitor.complaints).toEqual([])
})

test('keeps the order of a guest who signs in at checkout', async () => {
  const visitor = await newVisitor(browser)
  const { page, words } = visitor
  const orderKey = await goToCheckout(visitor, 'abesalom-and-eteri')
  await page
    .getByRole('main')
    .getByRole('link', { name: words('orders', 'signIn') })
    .click()
  await signIn(visitor, 'demo@bileti.example', 'bileti-demo')
  await page.waitForURL(new RegExp(`/checkout/${orderKey}$`))
  await page.getByRole('timer').waitFor()
  await expect
    .poll(() => page.getByLabel(words('orders', 'email')).inputValue())
    .toBe('demo@bileti.example')
  expect(visitor.complaints).toEqual([])
})

test('never redirects to another site after sign-in', async () => {
  const visitor = await newVisitor(browser)
  const { page, context, locale } = visitor
  // Each is refused by the same function, whose own tests have all of them.
  const addresses = isNightly
    ? ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']
    : ['/\\evil.example']
  for (const address of addresses) {
    await context.clearCookies()
    await visitor.open(`/auth/login?continue=${encodeURIComponent(address)}`)
    await signIn(visitor, 'demo@bileti.example', 'bileti-demo')
    await page.waitForURL(inject('shop').url + localizedPath(locale, '/'))
  }
})

test('staff who sign in at the shop are led to their office', async () => {
  const { page, words, open } = await newVisitor(browser)
  await open('/auth/login')
  await page.getByLabel(words('accounts', 'email')).fill('kulisa@bileti.example')
  await page.getByLabel(words('accounts', 'password'), { exact: true }).fill('bileti-kulisa')
  await page.getByRole('button', { name: words('accounts', 'signIn'), exact: true }).click()
  await page.getByRole('link', { name: words('accounts', 'loginOffice') }).click()
  await page.getByRole('button', { name: words('staff', 'signIn') }).waitFor()
})
