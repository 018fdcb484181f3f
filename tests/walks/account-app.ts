/**
 * An older app's account functions: sign-up by email, profile, consents, devices, and deposits to and
 * withdrawals from the balance.
 */
import { expect } from 'vitest'
import { pollPayments } from '#flows/checkout/server/poll-payments.ts'
import type { Reply } from './client.ts'
import { standingTicket } from './choosing.ts'
import type { Partner } from './partner.ts'
import { buyer, codeOf, emailTo, payAtBank, type WalkEnvironment } from './environment.ts'

const walk = 'An older app’s account'
const email = 'tamar@example.com'
const password = 'a heron on the Mtkvari'
const newPassword = 'two herons on the Mtkvari'
const phone = '+995599300200'

export async function walkAccountApp(environment: WalkEnvironment): Promise<void> {
  const app = environment.partner(walk, { apiKey: 'demo-web' })
  await signUp(environment, app)
  await profile(app)
  await consents(app)
  await proveAndPhone(environment, app)
  const paymentId = await topUpAndBuy(environment, app)
  await withdraw(environment, app, paymentId)
  await passwords(environment, app)
}

/** The key in the email activates the account; signing in fails before. */
async function signUp(environment: WalkEnvironment, app: Partner): Promise<void> {
  await app.call('authSignup', { query: { email, name: 'Tamar Beridze', joinClub: true } })
  expect(await app.refusalOf('authLogin', { body: { email, password } })).toBe('LoginFailed')
  const letter = await emailTo(environment, 'sign-up', email)
  const key = /activate\?key=([\w-]+)/.exec(letter)?.[1] ?? ''
  await app.call('authActivate', { query: { key, email, password, confirmPassword: password } })
  expect(app.token).toBeDefined()
}

async function profile(app: Partner): Promise<void> {
  const { userId, phone: none } = await app.call('authProfileGet')
  expect(none).toBeNull()
  const changed = await app.call('authProfileUpdate', { body: { fullName: 'თამარ ბერიძე' } })
  expect(changed).toMatchObject({ userId, fullName: 'თამარ ბერიძე' })
  const { types } = await app.call('authDiscountcardsTypes')
  const culture = types.find(({ name }: Reply) => name === 'Culture card')
  await app.call('authDiscountcardsAdd', {
    query: { cardNumber: '6391030000016', discountCardType: culture.typeId, pin: '3690' },
  })
  const { cards } = await app.call('authDiscountcardsList', { path: { userid: userId } })
  expect(cards).toHaveLength(1)
  const { url } = await app.call('accountsDeleteUrl', { headers: await stepUp(app, 'deletion') })
  expect(url).toContain('/account')
}

async function consents(app: Partner): Promise<void> {
  for (const kind of ['DataShare', 'Signin']) {
    const asked = await app.call(`accounts${kind}ConsentGet`)
    expect(asked.decision).toBeNull()
    const { version } = asked
    await app.call(`accounts${kind}ConsentSave`, { body: { isGiven: true, version } })
    expect((await app.call(`accounts${kind}ConsentGet`)).decision).toMatchObject({
      isGiven: true,
    })
  }
  const token = 'fcm:'.padEnd(60, 'a7')
  await app.call('accountsMobileTokenPut', { body: { token, platform: 'android' } })
  await app.call('accountsMobileTokenDelete', { query: { token } })
}

/** Confirms the password again, as required for sensitive actions. */
async function stepUp(app: Partner, purpose: string): Promise<Readonly<Record<string, string>>> {
  const { proof } = await app.call('ownStepUpProve', { body: { purpose, password } })
  return { 'step-up-proof': proof }
}

async function proveAndPhone(environment: WalkEnvironment, app: Partner): Promise<void> {
  const headers = await stepUp(app, 'phone')
  const { codeId } = await app.call('accountsChangePhone', { body: { phone }, headers })
  const code = await codeOf(environment, codeId)
  await app.call('accountsChangePhone', { body: { codeId, code }, headers })
  expect((await app.call('authProfileGet')).phone).toBe(phone)
}

/** Tops up the balance with a card that is saved, pays for tickets from the balance, and deletes the card. */
async function topUpAndBuy(environment: WalkEnvironment, app: Partner): Promise<string> {
  const { shop } = environment
  const added = await app.call('balanceAdd', { body: { amount: 20_000, provider: 2 } })
  await payAtBank(environment, added.redirectUrl)
  await pollPayments(shop.context, shop.ports.checkout)
  const { paymentId } = added
  const paid = await app.call('ownBalanceTopUp', { path: { paymentId } })
  expect(paid.state).toBe('captured')
  expect((await app.call('walletBalance')).available.amount).toBe(20_000)
  const { eventId, ticketTypeId, total } = await standingTicket(app)
  const order = async () => {
    const places = [{ ticketTypeId, quantity: 1 }]
    const made = await app.call('ordersGrootCheckoutNew', {
      body: { eventId, places, buyer: { ...buyer, email }, acceptTerms: true },
    })
    return made.order.orderKey as string
  }
  const billed = await app.call('balanceBilling', { body: { orderKey: await order() } })
  expect(billed.billed.amount).toBe(total)
  const { movements } = await app.call('balanceList')
  expect(movements.map(({ kind }: Reply) => kind)).toEqual(['spend', 'top-up'])
  expect((await app.call('balanceLogs')).logs.length).toBeGreaterThan(2)

  const byCard = await app.call('ordersGrootCreatePayment', {
    body: { orderKey: await order(), provider: 2, saveCard: true },
  })
  await payAtBank(environment, byCard.redirectUrl)
  await app.call('ordersGrootOrderComplete', { body: { orderKey: byCard.orderKey } })
  const { cards } = await app.call('walletCards')
  expect(cards).toHaveLength(1)
  const found = await app.call('walletSearch', { query: { name: cards[0].lastFour } })
  expect(found.cards).toEqual(cards)
  await app.call('walletCardDelete', { path: { id: cards[0].cardId } })
  expect((await app.call('walletCards')).cards).toEqual([])

  const upcoming = await app.call('walletUpcoming', { query: { pageSize: 1 } })
  expect(upcoming.orders).toHaveLength(1)
  const next = await app.call('walletUpcoming', {
    query: { pageSize: 1, cursorPointer: upcoming.nextCursor },
  })
  expect(next.orders[0].orderNumber).not.toBe(upcoming.orders[0].orderNumber)
  expect((await app.call('walletHistory')).orders).toEqual([])
  return paymentId
}

/**
 * Two days after the phone number was changed: to the original card, and to a bank account with a code sent
 * to the phone.
 */
async function withdraw(
  environment: WalkEnvironment,
  app: Partner,
  paymentId: string,
): Promise<void> {
  const headers = await stepUp(app, 'bank-accounts')
  const { bankAccountId } = await app.call('balanceBankAccount', {
    body: { iban: 'GE29NB0000000101904917', holderName: 'Tamar Beridze' },
    headers,
  })
  const body = { amount: 2_000, bankAccountId }
  const toCard = { body: { paymentId, amount: 1_000 } }
  expect(await app.refusalOf('walletWithdraw', { body })).toBe('WithdrawalsPaused')
  expect(await app.refusalOf('balanceWithdrawTransaction', toCard)).toBe('WithdrawalsPaused')
  const inTwoDays = new Date(environment.shop.context.clock.now().getTime() + 49 * 3_600_000)
  await environment.at(inTwoDays, async () => {
    const back = await app.call('balanceWithdrawTransaction', toCard)
    expect(back).toMatchObject({ kind: 'card', amount: { amount: 1_000 } })
    const { codeId } = await app.call('walletWithdraw', { body })
    const code = await codeOf(environment, codeId)
    const withdrawal = await app.call('walletWithdraw', { body: { ...body, codeId, code } })
    expect(withdrawal).toMatchObject({ kind: 'account', amount: { amount: 2_000 } })
  })
}

async function passwords(environment: WalkEnvironment, app: Partner): Promise<void> {
  await app.call('authPasswordResetRequest', { query: { eMail: email } })
  expect(await emailTo(environment, 'password', email)).toContain('/reset?key=')
  const change = { oldPassword: password, password: newPassword, confirmPassword: newPassword }
  await app.call('accountsChangePassword', { body: change })
  const other = environment.partner(walk, { apiKey: 'demo-web' })
  expect(await other.refusalOf('authLogin', { body: { email, password } })).toBe('LoginFailed')
  await other.call('authLogin', { body: { email, password: newPassword } })
}
