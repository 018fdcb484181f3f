/**
 * Goal: customers manage their account themselves: profile, phone, passkey, consents, password reset, Facebook,
 * deletion and its withdrawal. Method: a real browser with a virtual authenticator, the demo mailbox, phones and
 * Facebook; a new account for each journey; axe on every page in both themes.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  endPauses,
  emailLink,
  makeCodesOlder,
  newAccount,
  signIn,
  smsCode,
} from './support/account.ts'
import { formatMajor } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { isNightly } from '../support/tier.ts'
import { browserKeys } from '../hostile/notices.ts'
import { beginningOf } from './support/texts.ts'
import { hydrated, refusedInFocus } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import {
  cards,
  desktop,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  goToCheckout,
  newVisitor,
  payWith,
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

test('saves the profile and the phone, in Georgian on a phone', async () => {
  const visitor = await newVisitor(browser, { locale: 'ka', viewport: phone })
  const { page, words } = visitor
  await newAccount(visitor, `profile-${Date.now()}@example.ge`, password)
  await visitor.open('/')
  await page.getByRole('link', { name: words('shell', 'account') }).click()
  await page.waitForURL(/\/account$/)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('link', { name: words('accounts', 'accountProfile') }).click()
  await page.waitForURL(/\/account\/profile$/)
  await hydrated(page)
  await page.getByLabel(words('accounts', 'name')).fill('ლუკა ბერიძე')
  // What has not been saved is not left without a question.
  // Answered while the click is awaited: a click that opens a question may end only after the answer.
  await Promise.all([
    page.waitForEvent('dialog').then((question) => question.dismiss()),
    page.getByRole('link', { name: words('accounts', 'accountOrders') }).click(),
  ])
  await page.waitForURL(/\/account\/profile$/)
  await page.getByRole('button', { name: words('accounts', 'save'), exact: true }).click()
  await page.getByText(words('accounts', 'saved')).waitFor()
  // The current entry of the navigation is in sight on a window that was made smaller, too.
  await page.setViewportSize(desktop)
  await page.setViewportSize(phone)
  const current = page
    .getByRole('navigation', { name: words('accounts', 'accountNav') })
    .locator('[aria-current=page]')
  const isInSight = () =>
    current.evaluate((entry) => {
      const { left, right } = entry.getBoundingClientRect()
      return left >= 0 && right <= window.innerWidth
    })
  await expect.poll(isInSight).toBe(true)

  await page.getByLabel(words('accounts', 'phoneNew')).fill('599 10 20 30')
  await page.getByRole('button', { name: words('accounts', 'codeSend') }).click()
  await proveByPassword(visitor)
  const code = page.getByLabel(words('accounts', 'code'))
  await code.waitFor()
  const right = await smsCode('+995599102030')
  await code.fill(right === '111111' ? '222222' : '111111')
  await page.keyboard.press('Enter')
  await refusedInFocus(page)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await code.fill(right)
  await page.keyboard.press('Enter')
  await page.getByText(words('accounts', 'phoneChanged')).waitFor()
  await page.getByText('+995599102030').waitFor()

  if (isNightly) await proveStudies(visitor)
  await page.reload()
  expect(await page.getByLabel(words('accounts', 'name')).inputValue()).toBe('ლუკა ბერიძე')
  expect(visitor.complaints).toEqual([])
})

test('adds a passkey, signs in with it, and removes it', async () => {
  const visitor = await newVisitor(browser)
  const { page, words, locale } = visitor
  await addAuthenticator(page)
  await newAccount(visitor, `passkey-${Date.now()}@example.ge`, password)
  await visitor.open('/account/security')
  await hydrated(page)
  await page.getByRole('button', { name: words('accounts', 'passkeyAdd') }).click()
  await proveByPassword(visitor)
  await page.getByText(words('accounts', 'passkeyAdded')).waitFor()
  await photograph(page, 'passkey-added')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  await visitor.context.clearCookies()
  await visitor.open('/account/security')
  // The browser suggests it in the email field; the virtual authenticator always consents, so no click is needed.
  await page.waitForURL(/\/account\/security$/)
  await page.getByRole('button', { name: words('accounts', 'passkeyAdd') }).waitFor()

  // Browsers without such suggestions still have the button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await visitor.context.clearCookies()
  await visitor.open('/account/security')
  await page.waitForURL(new RegExp(String.raw`${localizedPath(locale, '/auth/login')}\?`))
  await hydrated(page)
  await photograph(page, 'passkey-sign-in')
  await page.getByRole('button', { name: words('accounts', 'passkeySignIn') }).click()
  await page.waitForURL(/\/account\/security$/)
  await hydrated(page)
  const name = beginningOf(words('accounts', 'passkeyRemoveNamed', { name: '\u0000' }))
  const remove = page.getByRole('button', { name })
  await remove.click()
  await proveByPassword(visitor)
  await remove.waitFor({ state: 'detached' })
  expect(visitor.complaints).toEqual([])
})

test('resets a forgotten password', async () => {
  const visitor = await newVisitor(browser, { viewport: phone })
  const { page, words } = visitor
  const email = 'forgot@example.ge'
  await newAccount(visitor, email, password)
  await visitor.context.clearCookies()
  await visitor.open('/auth/login')
  await page.getByRole('link', { name: words('accounts', 'forgotPassword') }).click()
  await page.waitForURL(/\/reset/)
  await hydrated(page)
  await page.getByLabel(words('accounts', 'email')).fill(email)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByText(words('accounts', 'resetSent', { email })).waitFor()
  await page.goto(await emailLink(email, /http\S+\/reset\S+/))
  await hydrated(page)
  await expect.poll(() => new URL(page.url()).searchParams.has('key')).toBe(false)
  await page.getByLabel(words('accounts', 'newPassword')).fill('another hill, another horse')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: words('accounts', 'resetDoneTitle') }).waitFor()
  await expectAccessible(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: words('accounts', 'signIn') })
    .click()
  await signIn(visitor, email, 'another hill, another horse')
  await page.waitForURL((address) => !address.pathname.startsWith('/auth'))
  expect(visitor.complaints).toEqual([])
})

test('stores consents, and restores an account before its deletion', async () => {
  const visitor = await newVisitor(browser)
  const { page, words } = visitor
  const email = 'leaving@example.ge'
  await newAccount(visitor, email, password)
  await addPushService(page)
  await visitor.open('/account/consents')
  await hydrated(page)
  const useBrowser = page.getByRole('button', { name: words('accounts', 'notifyThisBrowser') })
  await useBrowser.click()
  await page.getByText(words('accounts', 'notifyDevices', { count: 1 })).waitFor()
  await page.reload()
  await hydrated(page)
  await page.getByRole('button', { name: words('accounts', 'notifyForgetBrowser') }).click()
  await page.getByText(words('accounts', 'notifyDevices', { count: 0 })).waitFor()
  await useBrowser.waitFor()
  const agree = page.getByRole('button', { name: words('accounts', 'consentGive') })
  await expect.poll(() => agree.count()).toBe(2)
  await agree.first().click()
  await page.getByRole('button', { name: words('accounts', 'consentTakeBack') }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: words('accounts', 'exportDownload') }).click()
  const why = page.getByRole('dialog', { name: words('accounts', 'stepUpTitle') })
  await why.getByText(words('accounts', 'stepUpExport')).waitFor()
  const proven = async () => {
    await why.getByLabel(words('accounts', 'passwordOld')).fill(password)
    await why.getByRole('button', { name: words('accounts', 'stepUpConfirm') }).click()
  }
  const [file] = await Promise.all([page.waitForEvent('download'), proven()])
  expect(file.suggestedFilename()).toMatch(/\.json$/)

  await page.getByRole('link', { name: words('accounts', 'deleteMore') }).click()
  await page.getByRole('button', { name: words('accounts', 'deleteAsk') }).click()
  await page.getByText(words('accounts', 'deleteSent', { email })).waitFor()
  await page.goto(await emailLink(email, /http\S+\/account\/delete\S+/))
  await hydrated(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: words('accounts', 'deleteConfirm') }).click()
  await why.getByText(words('accounts', 'stepUpDeletion')).waitFor()
  await proven()
  await page.getByRole('heading', { name: words('accounts', 'deletionTitle') }).waitFor()
  await visitor.open('/account')
  await hydrated(page)
  await expectAccessible(page)
  const stay = page.getByRole('button', { name: words('accounts', 'deletionStop') })
  await stay.click()
  await stay.waitFor({ state: 'detached' })
  expect(visitor.complaints).toEqual([])
})

test('connects Facebook, signs in with it, and refuses a return that was not requested', async () => {
  const visitor = await newVisitor(browser)
  const { page, words, locale } = visitor
  await newAccount(visitor, 'facebook@example.ge', password)
  await visitor.open('/account/security')
  await hydrated(page)
  await page.getByRole('button', { name: words('accounts', 'facebookConnect') }).click()
  await proveByPassword(visitor)
  await page.getByRole('link', { name: 'Giorgi Maisuradze' }).click()
  await page.waitForURL(new RegExp(`${localizedPath(locale, '/account/security')}$`))
  await page.getByRole('button', { name: words('accounts', 'facebookDisconnect') }).waitFor()

  await visitor.context.clearCookies()
  if (isNightly) {
    await visitor.open('/auth/login')
    await hydrated(page)
    await page.getByRole('button', { name: words('accounts', 'facebookSignIn') }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: words('accounts', 'externalGivenUp') }).waitFor()
    await expectAccessible(page)
  }
  await visitor.open(
    `/auth/login?continue=${encodeURIComponent(localizedPath(locale, '/account'))}`,
  )
  await hydrated(page)
  await page.getByRole('button', { name: words('accounts', 'facebookSignIn') }).click()
  await page.getByRole('link', { name: 'Giorgi Maisuradze' }).click()
  await page.waitForURL(new RegExp(`${localizedPath(locale, '/account')}$`))
  await visitor.open('/account/security')
  await hydrated(page)
  await page.getByRole('button', { name: words('accounts', 'facebookDisconnect') }).click()
  await proveByPassword(visitor)
  // A return for another visitor's request, while one of our own is pending.
  await page.getByRole('button', { name: words('accounts', 'facebookConnect') }).click()
  await proveByPassword(visitor)
  await page.getByRole('link', { name: 'Cancel' }).waitFor()
  const forged = `code=${'c'.repeat(20)}&state=${'s'.repeat(43)}`
  await page.goto(`${inject('shop').url}${localizedPath(locale, '/auth/external')}?${forged}`)
  await page.getByText(words('accounts', 'externalStranger')).waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  expect(visitor.complaints).toEqual([])
})

test('shows a first top-up and a withdrawal in balance and statement', async () => {
  const visitor = await newVisitor(browser, { viewport: phone })
  const { page, words, locale } = visitor
  await newAccount(visitor, 'wallet@example.ge', password)
  await visitor.open('/account/wallet')
  await hydrated(page)
  const amount = page.getByLabel(words('accounts', 'topUpAmount'))
  await amount.fill('0')
  await page.keyboard.press('Enter')
  await page.getByText(words('accounts', 'topUpAmountWrong')).waitFor()
  await expectAccessible(page)
  await amount.fill('52,50')
  await page.getByRole('button', { name: words('accounts', 'topUp'), exact: true }).click()
  await payWith(visitor, cards.approved)
  await page.waitForURL(new RegExp(String.raw`${localizedPath(locale, '/account/wallet')}\?`))
  await page
    .getByText(words('accounts', 'topUpDone', { amount: formatMajor(locale, 52.5) }))
    .waitFor()
  await page.getByText(words('accounts', 'movementTopUp'), { exact: true }).waitFor()
  if (isNightly) await withdrawTen(visitor)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await payPartByBalance(visitor, isNightly ? 42.5 : 52.5)
  expect(visitor.complaints).toEqual([])
})

/** At checkout, the order's card follows the choice: what the balance pays, and what is left for a card. */
async function payPartByBalance(visitor: Visitor, balance: number): Promise<void> {
  const { page, words, locale } = visitor
  await page.setViewportSize(desktop)
  await goToCheckout(visitor, 'swan-lake')
  const card = page.getByRole('complementary', { name: words('orders', 'orderTitle') })
  const sumOf = async () => {
    const text = (await card.getByText(words('orders', 'total')).locator('..').innerText()) ?? ''
    return Number(/[\d.,]+(?=\s*₾)/.exec(text)?.[0].replace(locale === 'ka' ? ',' : '.', '.'))
  }
  const fromBalance = card.getByText(words('orders', 'fromBalance'))
  const whole = await sumOf()
  const use = page.getByLabel(beginningOf(words('orders', 'wayBalance', { available: '\u0000' })))
  await use.check()
  await fromBalance.waitFor()
  expect(await sumOf()).toBe(whole - balance)
  await photograph(page, 'balance-used')
  await use.uncheck()
  await fromBalance.waitFor({ state: 'detached' })
  expect(await sumOf()).toBe(whole)
}

/** Withdraws ten lari to the customer's account, with a code to a phone that is verified on the way. */
async function withdrawTen(visitor: Visitor): Promise<void> {
  const { page, words, locale } = visitor
  await page.getByRole('link', { name: words('accounts', 'withdrawToPhone') }).click()
  await page.getByLabel(words('accounts', 'phoneNew')).fill('+995599405060')
  await page.keyboard.press('Enter')
  await proveByPassword(visitor)
  const code = page.getByLabel(words('accounts', 'code'))
  await code.fill(await smsCode('+995599405060'))
  await page.keyboard.press('Enter')
  await page.getByText(words('accounts', 'phoneChanged')).waitFor()
  // Codes to a phone are limited to one a minute: the first one is moved into the past.
  await makeCodesOlder()
  await page.getByRole('link', { name: words('accounts', 'accountWallet') }).click()
  await page.getByText(words('accounts', 'bankAccountAdd')).click()
  await page.getByLabel('IBAN').fill('GE29 NB00 0000 0101 9049 17')
  await page.getByLabel(words('accounts', 'bankAccountHolder')).fill('Luka Test')
  await page.keyboard.press('Enter')
  await proveByPassword(visitor)
  // Withdrawals are suspended for two days after such changes, and the page shows until when.
  await page
    .getByText(words('accounts', 'withdrawPaused', { when: '' }).split('.')[0] ?? '')
    .waitFor()
  await endPauses()
  await page.reload()
  await hydrated(page)
  await page.getByLabel(words('accounts', 'withdrawAmount')).fill('10')
  await page.keyboard.press('Enter')
  await code.waitFor()
  await code.fill(await smsCode('+995599405060', 2))
  await page.keyboard.press('Enter')
  const way = new RegExp(
    `${words('accounts', 'withdrawalOnItsWay')}|${words('accounts', 'withdrawalPaid')}$`,
  )
  await page.getByRole('listitem').filter({ hasText: 'GE29' }).filter({ hasText: way }).waitFor()
  await page.getByText(formatMajor(locale, 42.5)).first().waitFor()
}

/** A student's address is refused, then proved by its email. */
async function proveStudies({ page, words }: Visitor): Promise<void> {
  const studentEmail = page.getByLabel(words('accounts', 'studentEmail'))
  await studentEmail.fill('luka@nowhere.example')
  await page.keyboard.press('Enter')
  await refusedInFocus(page)
  await studentEmail.fill('luka@tsu.ge')
  await page.keyboard.press('Enter')
  await page.getByText(words('accounts', 'studentSent', { email: 'luka@tsu.ge' })).waitFor()
  await page.goto(await emailLink('luka@tsu.ge', /http\S+\?student=\S+/))
  await hydrated(page)
  await page.getByRole('button', { name: words('accounts', 'studentConfirm') }).click()
  await page.getByText(beginningOf(words('accounts', 'studentUntil', { date: '\u0000' }))).waitFor()
}

/** Authenticates again in the dialog. */
async function proveByPassword({ page, words }: Visitor): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('accounts', 'passwordOld')).fill(password)
  await dialog.getByRole('button', { name: words('accounts', 'stepUpConfirm') }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** A push service that accepts every subscription at once; Chromium's own needs its vendor's servers. */
async function addPushService(page: Page): Promise<void> {
  await page.addInitScript((keys) => {
    const name = 'subscription of a test'
    const endpoint = 'https://fcm.googleapis.com/fcm/send/journey'
    const subscription = {
      endpoint,
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        localStorage.removeItem(name)
        return true
      },
    }
    Object.assign(PushManager.prototype, {
      async subscribe() {
        localStorage.setItem(name, endpoint)
        return subscription
      },
      getSubscription: async () => (localStorage.getItem(name) === null ? null : subscription),
    })
    Notification.requestPermission = async () => 'granted'
  }, browserKeys)
}

/** A virtual authenticator that always consents. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
