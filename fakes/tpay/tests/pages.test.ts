/**
 * Goal: the hosted page leads buyers to every outcome and back to the shop, in two languages, and escapes
 * the shop's texts. Method: forms are posted to a running fake without following redirects.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import en from '../messages/en.json' with { type: 'json' }
import ka from '../messages/ka.json' with { type: 'json' }
import { findTestCard, testCards } from '../test-cards.ts'
import type { TpayFake } from '../start.ts'
import { startTpay } from '../start.ts'

let bank: TpayFake
beforeEach(async () => {
  bank = await startTpay({ port: 0 })
})
afterEach(() => bank.stop())

const returnurl = 'http://shop.example/back?order=1&x="<'

async function create(more: object = {}): Promise<string> {
  const token = await fetch(`${bank.url}/v1/tpay/access-token`, {
    method: 'POST',
    headers: { apikey: bank.credentials.apiKey },
    body: new URLSearchParams({
      client_Id: bank.credentials.clientId,
      client_secret: bank.credentials.clientSecret,
    }),
  })
  const { access_token } = (await token.json()) as { access_token: string }
  const answer = await fetch(`${bank.url}/v1/tpay/payments`, {
    method: 'POST',
    headers: {
      apikey: bank.credentials.apiKey,
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ amount: { currency: 'GEL', total: 1250 }, returnurl, ...more }),
  })
  return ((await answer.json()) as { payId: string }).payId
}

async function post(path: string, form: Record<string, string>) {
  const answer = await fetch(`${bank.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  return { status: answer.status, to: answer.headers.get('location') }
}

const see = async (path: string) => (await fetch(`${bank.url}${path}`)).text()
const statusOf = (payId: string) => bank.payments().find((held) => held.payId === payId)?.status

test('shows the amount in both languages with a warning, and escapes the shop’s text', async () => {
  const payId = await create({ description: '<b>Show & more</b>' })
  const georgian = await see(`/pay/${payId}`)
  expect(georgian).toContain('1\u00a0250.00\u00a0₾')
  expect(georgian).toContain(ka.demoNotice)
  expect(georgian).not.toContain('<b>Show')
  expect(await see(`/pay/${payId}?lang=en`)).toContain(en.demoNotice)
  expect(Object.keys(ka)).toEqual(Object.keys(en))
})

test('every test card has a valid check digit and a label, and is found with spaces', () => {
  for (const card of testCards) {
    const sum = [...card.number].reduceRight((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
    expect(sum % 10).toBe(0)
    expect(en).toHaveProperty(card.label)
    expect(findTestCard(card.number.replace(/(.{4})/g, '$1 '))).toBe(card)
  }
})

test.each([
  ['4000 0000 0001 0001', 'Succeeded'],
  ['4000 0000 0002 0000', 'Failed'],
  ['4000 0000 0006 0006', 'Processing'],
  ['4111 1111 1111 1111', 'Failed'],
])('card %s ends as %s and leads back to the shop', async (number, status) => {
  const payId = await create()
  const form = { number, expiry: '12/99', cvc: '123' }
  expect(await post(`/pay/${payId}`, form)).toEqual({ status: 303, to: `/pay/${payId}?lang=ka` })
  expect(statusOf(payId)).toBe(status)
  expect(await see(`/pay/${payId}`)).toContain('http://shop.example/back?order=1&#38;x=&#34;&#60;')
})

test('redirects directly to the shop with skipInfoMessage', async () => {
  const plain = 'http://shop.example/back'
  const payId = await create({ skipInfoMessage: true, returnurl: plain })
  expect((await post(`/pay/${payId}`, { number: '4000000000010001' })).to).toBe(plain)
})

test('declines an expired card; leaving the page or using a second card changes nothing', async () => {
  const [late, left] = [await create(), await create({ returnurl: 'http://shop.example/back' })]
  await post(`/pay/${late}`, { number: '4000000000010001', expiry: '01/20' })
  expect(statusOf(late)).toBe('Failed')
  await post(`/pay/${late}`, { number: '4000000000010001', expiry: '01/99' })
  expect(statusOf(late)).toBe('Failed')
  expect((await post(`/pay/${left}/abandon`, {})).to).toBe('http://shop.example/back')
  expect(statusOf(left)).toBe('Created')
})

test('3-D Secure accepts the right code after two wrong ones, and can be cancelled', async () => {
  const [right, wrong, failing, given] = [
    await create(),
    await create(),
    await create(),
    await create(),
  ]
  for (const payId of [right, wrong, given])
    await post(`/pay/${payId}`, { number: '4000000000040008' })
  await post(`/pay/${failing}`, { number: '4000000000050007' })
  expect(statusOf(right)).toBe('Processing')
  const again = await post(`/pay/${right}/challenge`, { code: '9999' })
  expect(await see(String(again.to))).toContain(ka.challengeWrong.replace('{tries}', '2'))
  await post(`/pay/${right}/challenge`, { code: '1234' })
  expect(statusOf(right)).toBe('Succeeded')
  for (let tries = 0; tries < 3; tries += 1) await post(`/pay/${wrong}/challenge`, { code: '0' })
  expect(statusOf(wrong)).toBe('Failed')
  await post(`/pay/${failing}/challenge`, { code: '1234' })
  expect(statusOf(failing)).toBe('Failed')
  await post(`/pay/${given}/challenge`, { giveUp: 'yes' })
  expect(statusOf(given)).toBe('Failed')
})

test('answers 404 for an unknown payment', async () => {
  expect((await fetch(`${bank.url}/pay/nothing`)).status).toBe(404)
})
