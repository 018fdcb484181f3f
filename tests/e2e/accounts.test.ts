/**
 * Goal: an account is made by letter, signs in and out, brings a guest's order along and never leads off the
 * shop. Method: a real browser and the demo mailbox; continue addresses of strangers are tried.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  expectAccessible,
  goToCheckout,
  newVisitor,
  phone,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

async function signIn({ page, words }: Visitor, email: string, password: string): Promise<void> {
  await page.getByLabel(words('accounts', 'email')).fill(email)
  await page.getByLabel(words('accounts', 'password'), { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test.each(['ka', 'en'] as const)('register, activate, sign out, sign in: %s', async (locale) => {
  const visitor = await newVisitor(browser, { locale, viewport: phone })
  const { page, words } = visitor
  const email = `new-${locale}@example.ge`
  await visitor.open('/search')
  await page.getByRole('link', { name: words('shell', 'signIn') }).click()
  await expectAccessible(page)
  await page.getByRole('link', { name: words('accounts', 'register') }).click()
  await page.getByLabel(words('accounts', 'name')).fill('Luka')
  await page.getByLabel(words('accounts', 'email')).fill(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: words('accounts', 'registerSend') }).click()
  await page.getByRole('heading', { name: words('accounts', 'letterTitle') }).waitFor()

  await page.goto(await activationLink(email))
  await expect.poll(() => new URL(page.url()).searchParams.has('key')).toBe(false)
  await page.getByLabel(words('accounts', 'newPassword')).fill('short')
  await page.keyboard.press('Enter')
  await page.getByText(words('accounts', 'passwordShort')).waitFor()
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
  await signIn(visitor, email, 'a horse on the hill')
  await page.waitForURL((address) => !address.pathname.startsWith('/auth'))
  expect(visitor.complaints).toEqual([])
})

test('a guest who signs in at checkout keeps the order', async () => {
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
  expect(await page.getByLabel(words('orders', 'email')).inputValue()).toBe('demo@bileti.example')
  expect(visitor.complaints).toEqual([])
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'signing in never leads to %s',
  async (address) => {
    const visitor = await newVisitor(browser)
    const { page } = visitor
    await visitor.open(`/auth/login?continue=${encodeURIComponent(address)}`)
    await signIn(visitor, 'demo@bileti.example', 'bileti-demo')
    await page.waitForURL(`${inject('shop').url}/en`)
  },
)

async function activationLink(email: string): Promise<string> {
  const address = `${inject('shop').mailboxUrl}/api/messages`
  for (let turn = 0; turn < 120; turn += 1) {
    const list = await (await fetch(`${address}?to=${encodeURIComponent(email)}`)).json()
    const [first] = (list as { messages: { id: string }[] }).messages
    if (first) {
      const letter = (await (await fetch(`${address}/${first.id}`)).json()) as { text: string }
      const link = /http\S+\/activate\S+/.exec(letter.text)?.[0]
      if (link) return link
    }
    await pause(250)
  }
  throw new Error(`No letter came to ${email}`)
}
