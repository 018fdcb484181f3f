/**
 * An older app's account functions: sign-up by email, profile, consents, devices, and deposits to and
 * withdrawals from the balance.
 */
import { expect } from 'vitest'
import { pollPayments } from '#flows/checkout/server/poll-payments.ts'
import type { Reply } from './client.ts'
import { standingTicket } from './choosing.ts'
import type { Partner } from './partner.ts'
import { buyer, codeOf, letterTo, payAtBank, type WalkWorld } from './world.ts'

const walk = 'An older app’s account'
const email = 'tamar@example.com'
const password = 'a heron on the Mtkvari'
const newPassword = 'two herons on the Mtkvari'
const phone = '+995599300200'

export async function walkAccountApp(world: WalkWorld): Promise<void> {
  const app = world.partner(walk, { apiKey: 'demo-web' })
  await signUp(world, app)
  await profile(app)
  await consents(app)
  await proveAndPhone(world, app)
  const paymentId = await topUpAndBuy(world, app)
  await withdraw(world, app, paymentId)
  await passwords(world, app)
}

/** The key in the email activates the account; signing in fails before. */
async function signUp(world: WalkWorld, app: Partner): Promise<void> {
  await app.ask('authSignup', { query: { email, name: 'Tamar Beridze', joinClub: true } })
  expect(await app.refused('authLogin', { body: { email, password } })).toBe('LoginFailed')
  const letter = await letterTo(world, 'sign-up', email)
  const key = /activate\?key=([\w-]+)/.exec(letter)?.[1] ?? ''
  await app.ask('authActivate', { query: { key, email, password, confirmPassword: password } })
  expect(app.token).toBeDefined()
}

async function profile(app: Partner): Promise<void> {
  const { userId, phone: none } = await app.ask('authProfileGet')
  expect(none).toBeNull()
  const changed = await app.ask('authProfileUpdate', { body: { fullName: 'თამარ ბერიძე' } })
  expect(changed).toMatchObject({ userId, fullName: 'თამარ ბერიძე' })
  const { types } = await app.ask('authDiscountcardsTypes')
  const culture = types.find(({ name }: Reply) => name === 'Culture card')
  await app.ask('authDiscountcardsAdd', {
    query: { cardNumber: '6391030000016', discountCardType: culture.typeId, pin: '3690' },
  })
  const { cards } = await app.ask('authDiscountcardsList', { path: { userid: userId } })
  expect(cards).toHaveLength(1)
  const { url } = await app.ask('accountsDeleteUrl')
  expect(url).toContain('/account')
}

async function consents(app: Partner): Promise<void> {
  for (const kind of ['DataShare', 'Signin']) {
    const asked = await app.ask(`accounts${kind}ConsentGet`)
    expect(asked.decision).toBeNull()
    const { version } = asked
    await app.ask(`accounts${kind}ConsentSave`, { body: { isGiven: true, version } })
    expect((await app.ask(`accounts${kind}ConsentGet`)).decision).toMatchObject({ isGiven: true })
  }
  const token = 'fcm:'.padEnd(60, 'a7')
  await app.ask('accountsMobileTokenPut', { body: { token, platform: 'android' } })
  await app.ask('accountsMobileTokenDelete', { query: { token } })
}

/** Confirms the password again, as required for sensitive actions. */
async function prove(app: Partner, purpose: string): Promise<Readonly<Record<string, string>>> {
  const { proof } = await app.ask('ownStepUpProve', { body: { purpose, password } })
  return { 'step-up-proof': proof }
}

async function proveAndPhone(world: WalkWorld, app: Partner): Promise<void> {
  const headers = await prove(app, 'phone')
  const { codeId } = await app.ask('accountsChangePhone', { body: { phone }, headers })
  const code = await codeOf(world, codeId)
  await app.ask('accountsChangePhone', { body: { codeId, code }, headers })
  expect((await app.ask('authProfileGet')).phone).toBe(phone)
}

/** Tops up the balance with a card that is saved, pays for tickets from the balance, and deletes the card. */
async function topUpAndBuy(world: WalkWorld, app: Partner): Promise<string> {
  const { shop } = world
  const added = await app.ask('balanceAdd', { body: { amount: 20_000, provider: 2 } })
  await payAtBank(world, added.redirectUrl)
  await pollPayments(shop.context, shop.ports.checkout)
  const { paymentId } = added
  const paid = await app.ask('ownBalanceTopUp', { path: { paymentId } })
  expect(paid.state).toBe('captured')
  expect((await app.ask('walletBalance')).available.amount).toBe(20_000)
  const { eventId, ticketTypeId, total } = await standingTicket(app)
  const order = async () => {
    const places = [{ ticketTypeId, quantity: 1 }]
    const made = await app.ask('ordersGrootCheckoutNew', {
      body: { eventId, places, buyer: { ...buyer, email }, acceptTerms: true },
    })
    return made.order.orderKey as string
  }
  const billed = await app.ask('balanceBilling', { body: { orderKey: await order() } })
  expect(billed.billed.amount).toBe(total)
  const { movements } = await app.ask('balanceList')
  expect(movements.map(({ kind }: Reply) => kind)).toEqual(['spend', 'top-up'])
  expect((await app.ask('balanceLogs')).logs.length).toBeGreaterThan(2)

  const byCard = await app.ask('ordersGrootCreatePayment', {
    body: { orderKey: await order(), provider: 2, saveCard: true },
  })
  await payAtBank(world, byCard.redirectUrl)
  await app.ask('ordersGrootOrderComplete', { body: { orderKey: byCard.orderKey } })
  const { cards } = await app.ask('walletCards')
  expect(cards).toHaveLength(1)
  const found = await app.ask('walletSearch', { query: { name: cards[0].lastFour } })
  expect(found.cards).toEqual(cards)
  await app.ask('walletCardDelete', { path: { id: cards[0].cardId } })
  expect((await app.ask('walletCards')).cards).toEqual([])

  const upcoming = await app.ask('walletUpcoming', { query: { pageSize: 1 } })
  expect(upcoming.orders).toHaveLength(1)
  const next = await app.ask('walletUpcoming', {
    query: { pageSize: 1, cursorPointer: upcoming.nextCursor },
  })
  expect(next.orders[0].orderNumber).not.toBe(upcoming.orders[0].orderNumber)
  expect((await app.ask('walletHistory')).orders).toEqual([])
  return paymentId
}

/**
 * Two days after the phone number was changed: to the original card, and to a bank account with a code sent
 * to the phone.
 */
async function withdraw(world: WalkWorld, app: Partner, paymentId: string): Promise<void> {
  const headers = await prove(app, 'bank-accounts')
  const { bankAccountId } = await app.ask('balanceBankAccount', {
    body: { iban: 'GE29NB0000000101904917', holderName: 'Tamar Beridze' },
    headers,
  })
  const body = { amount: 2_000, bankAccountId }
  const toCard = { body: { paymentId, amount: 1_000 } }
  expect(await app.refused('walletWithdraw', { body })).toBe('WithdrawalsPaused')
  expect(await app.refused('balanceWithdrawTransaction', toCard)).toBe('WithdrawalsPaused')
  const inTwoDays = new Date(world.shop.context.clock.now().getTime() + 49 * 3_600_000)
  await world.at(inTwoDays, async () => {
    const back = await app.ask('balanceWithdrawTransaction', toCard)
    expect(back).toMatchObject({ kind: 'card', amount: { amount: 1_000 } })
    const { codeId } = await app.ask('walletWithdraw', { body })
    const code = await codeOf(world, codeId)
    const withdrawal = await app.ask('walletWithdraw', { body: { ...body, codeId, code } })
    expect(withdrawal).toMatchObject({ kind: 'account', amount: { amount: 2_000 } })
  })
}

async function passwords(world: WalkWorld, app: Partner): Promise<void> {
  await app.ask('authPasswordResetRequest', { query: { eMail: email } })
  expect(await letterTo(world, 'password', email)).toContain('/reset?key=')
  const change = { oldPassword: password, password: newPassword, confirmPassword: newPassword }
  await app.ask('accountsChangePassword', { body: change })
  const other = world.partner(walk, { apiKey: 'demo-web' })
  expect(await other.refused('authLogin', { body: { email, password } })).toBe('LoginFailed')
  await other.ask('authLogin', { body: { email, password: newPassword } })
}
