/**
 * Goal: customers maintain their account: picture, password, other devices, the loyalty programme, discount cards.
 * Method: one journey in a real browser on a phone, in Georgian, signed in on another device at the same time; axe
 * on pages that no other journey opens.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { issueDiscountCard, newAccount, signIn } from './support/account.ts'
import { hydrated, refusedInFocus } from './support/observing.ts'
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
afterAll(() => endVisits(browser))

const password = 'a horse on the hill'

/** One red pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

test('maintains picture, programme, discount card, password and other devices', async () => {
  const visitor = await newVisitor(browser, { locale: 'ka', viewport: phone })
  const { page, words } = visitor
  // A second run uses another account.
  const email = `careful-${Date.now()}@example.ge`
  await newAccount(visitor, email, password)
  const elsewhere = await newVisitor(browser)
  await elsewhere.open('/auth/login')
  await signIn(elsewhere, email, password)
  await elsewhere.page.waitForURL((address) => !address.pathname.includes('/auth'))

  await visitor.open('/account/profile')
  await hydrated(page)
  await page
    .getByLabel(words('accounts', 'pictureChoose'))
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: words('accounts', 'pictureRemove') }).waitFor()
  await expect
    .poll(() =>
      page
        .locator('img[src*="picture"]')
        .evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBe(256)

  await joinAndAddCard(visitor)

  await visitor.open('/account/orders')
  await page.getByRole('navigation', { name: words('accounts', 'accountNav') }).waitFor()
  await visitor.open('/account/security')
  await hydrated(page)
  const end = page.getByRole('button', { name: words('accounts', 'sessionEnd'), exact: true })
  await end.click()
  await end.waitFor({ state: 'detached' })
  // A process caches a valid session for three more seconds.
  await expect
    .poll(
      () =>
        elsewhere.page
          .goto(`${new URL(page.url()).origin}/en/account`)
          .then((reply) => reply?.url()),
      { interval: 500 },
    )
    .toContain('/auth/en/login')
  await page.getByLabel(words('accounts', 'passwordOld')).fill('wrong')
  await page.getByLabel(words('accounts', 'newPassword')).fill('another hill, another horse')
  await page.keyboard.press('Enter')
  await refusedInFocus(page)
  await page.getByLabel(words('accounts', 'passwordOld')).fill(password)
  await page.keyboard.press('Enter')
  await page.getByText(words('accounts', 'passwordChanged')).waitFor()
  await signIn(elsewhere, email, 'another hill, another horse')
  await elsewhere.page.waitForURL(/\/en\/account$/)
  expect(visitor.complaints).toEqual([])
})

/** Joins the programme; adds a card, removes it, undoes that, and removes it for good by leaving the page. */
async function joinAndAddCard(visitor: Visitor): Promise<void> {
  const { page, words } = visitor
  const number = `7000${String(Date.now()).slice(-5)}2223`
  await issueDiscountCard(number)
  await visitor.open('/account/loyalty')
  await hydrated(page)
  await page.getByRole('button', { name: words('accounts', 'loyaltyJoin') }).click()
  await page.getByText(words('accounts', 'loyaltyHistoryNone')).waitFor()
  await page
    .getByLabel(words('accounts', 'discountCardKind'), { exact: true })
    .selectOption({ label: `სატესტო ბარათი ${number}` })
  await page.getByLabel(words('accounts', 'discountCardNumber')).fill(number)
  const pin = page.getByLabel(words('accounts', 'discountCardPin'))
  await pin.fill('4321')
  await page.keyboard.press('Enter')
  await expect.poll(() => pin.getAttribute('aria-invalid')).toBe('true')
  await pin.fill('1234')
  // Clicked, not submitted by key: the button has this name again once the first attempt has been answered.
  await page
    .getByRole('button', { name: words('accounts', 'discountCardAdd'), exact: true })
    .click()
  const card = page.getByText('•••• 2223')
  await page.getByText(words('accounts', 'discountCardAdded')).waitFor()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  const remove = page.getByRole('button', { name: /2223$/ })
  await remove.click()
  await page.getByRole('button', { name: words('accounts', 'undo') }).click()
  await card.waitFor()
  await remove.click()
  await page.getByRole('button', { name: words('accounts', 'undo') }).waitFor()
  const removed = page.waitForResponse((reply) => reply.url().includes('/discountcards/'))
  await page.getByRole('link', { name: words('accounts', 'accountProfile') }).click()
  expect((await removed).status()).toBe(200)
  await visitor.open('/account/loyalty')
  await page.getByText(words('accounts', 'discountCardsNone')).waitFor()
}
