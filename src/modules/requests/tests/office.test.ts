/**
 * Goal: an organiser finds the requests for tickets, decides each once and answers with a message. Method: the calls
 * over HTTP with each filter, pages, and the email that follows.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePurchaseRequestEmail } from '#modules/requests/server/public-api.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'

let shop: HostileShop
let eventId: number
let owner: string

beforeAll(async () => {
  shop = await openHostileShop()
  const event = await shop.event()
  eventId = event.eventId
  const people = [
    { name: 'Nino Beridze', email: 'nino@example.com', phone: '+995 555 12 34 56', quantity: 2 },
    { name: 'Luka 100%', email: 'luka_1@example.com', phone: '', quantity: 3 },
    { name: 'Ana Nineli', email: 'ana@example.org', phone: '599 77 88 99', quantity: 1 },
  ]
  for (const person of people) {
    await expectOk(shop.post('/v2/events/request', { eventId, ...person }, await shop.customer()))
    shop.context.clock.advance(86_400)
  }
  owner = await shop.staff(event.merchantId)
})
afterAll(() => shop.close())

const path = '/v2/merchantusers/purchase-requests'
const find = async (query: Readonly<Record<string, string | number>> = {}) => {
  const search = new URLSearchParams({ eventId: `${eventId}` })
  for (const [name, value] of Object.entries(query)) search.set(name, String(value))
  return expectOk(shop.get(`${path}?${search}`, owner))
}
const namesOf = async (query: Readonly<Record<string, string | number>>) =>
  (await find(query)).items.map(({ name }: Reply) => name)

test('finds requests by each filter, newest first, page by page', async () => {
  expect(await namesOf({})).toEqual(['Ana Nineli', 'Luka 100%', 'Nino Beridze'])
  expect(await namesOf({ name: 'nin' })).toEqual(['Ana Nineli', 'Nino Beridze'])
  // Wildcards of `like` are matched literally.
  expect(await namesOf({ name: '%' })).toEqual(['Luka 100%'])
  expect(await namesOf({ email: '_1@' })).toEqual(['Luka 100%'])
  expect(await namesOf({ phoneNumber: '5551234' })).toEqual(['Nino Beridze'])
  expect(await namesOf({ status: 'Accepted' })).toEqual([])
  const { items } = await find()
  const day = (item: Reply) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tbilisi' }).format(new Date(item.createdAt))
  const second = day(items[1])
  expect(await namesOf({ requestDateFrom: second, requestDateTo: second })).toEqual(['Luka 100%'])
  const page = await find({ offset: 1, limit: 1 })
  expect(page).toMatchObject({
    totalCount: 3,
    items: [{ name: 'Luka 100%', next: ['Accepted', 'Declined'] }],
  })
})

test('a decision is applied once, emailed with the answer and recorded in the history', async () => {
  const { items } = await find({ name: 'Ana' })
  const { requestId } = items[0]
  const decide = (status: string, answer = '') =>
    shop.post(path, { requestId, status, answer }, owner)
  const answer = 'Two places by the aisle, until Friday.'
  const accepted = await expectOk(decide('Accepted', answer))
  expect(accepted).toMatchObject({ status: 'Accepted', next: ['Fulfilled', 'Declined'] })
  expect(accepted.history).toMatchObject([
    { status: 'New', by: null },
    { status: 'Accepted', by: 'Levan Tester', answer },
  ])
  // Repeating the decision changes nothing and sends no email.
  expect((await expectOk(decide('Accepted', 'again'))).history).toHaveLength(2)
  const { entries } = await expectOk(shop.get('/v2/merchantusers/log', owner))
  expect(entries.filter(({ action }: Reply) => action === 'requests.decide')).toHaveLength(1)
  const sent: string[] = []
  const mailer = {
    send: async (mail: { text: string }) => void sent.push(mail.text),
    close: () => {},
  }
  await writePurchaseRequestEmail(
    shop.context,
    mailer as never,
    { requestId, status: 'Accepted' },
    shop.ports.requests,
  )
  expect(sent[0]).toContain(answer)
  await expectOk(decide('Fulfilled'))
  expect((await decide('Declined')).body.error.code).toBe('OrderStatusNotAllowed')
  const { items: events } = await expectOk(shop.get(`${path}/event`, owner))
  expect(events).toMatchObject([{ eventId, requestCount: 3, newCount: 2, ticketCount: 5 }])
})

test('of ten concurrent decisions one is applied', async () => {
  const { items } = await find({ name: 'Luka' })
  const { requestId } = items[0]
  const statuses = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? 'Accepted' : 'Declined'))
  await Promise.all(statuses.map((status) => shop.post(path, { requestId, status }, owner)))
  const { history } = (await find({ name: 'Luka' })).items[0]
  const steps = history.map(({ status }: Reply) => status).join(' ')
  expect(['New Declined', 'New Accepted Declined']).toContain(steps)
})
