import { expect, test } from 'vitest'
import { expectOk } from '../../hostile/purchases.ts'
import type { Reply } from '../../hostile/shop.ts'
import { type Voyage } from './voyage.ts'

/** Step: a customer requests places of a sold-out sailing. */
export function requestsByPiers(voyage: Voyage): void {
  test('customers request places between two piers; the line and the operator see the request', async () => {
    const { shop, there, concert, friend } = voyage
    // The concert has the same item id; a request for one must not be listed for the other.
    const { sailingId: eventId } = there
    const sailing = { eventId, source: 'ferry', legFrom: 1, legTo: 3 }
    const asker = { name: 'Ana', email: 'asks@example.com', quantity: 2 }
    const path = '/v2/events/request'
    const request = await expectOk(shop.post(path, { ...sailing, ...asker }, friend))
    const others = { ...asker, email: 'others@example.com' }
    await expectOk(shop.post(path, { ...sailing, ...others, legFrom: 0 }, friend))
    await expectOk(shop.post(path, { eventId, ...others }, friend))
    const again = await expectOk(shop.post(path, { ...sailing, ...asker, quantity: 3 }, friend))
    expect(again).toMatchObject({ ...sailing, requestId: request.requestId, quantity: 3 })
    const refused = await shop.post(path, { ...sailing, ...asker, legTo: 9 }, friend)
    expect(refused.body.error.code).toBe('NotFound')
    const query = new URLSearchParams(
      Object.entries(sailing).map(([key, value]) => [key, `${value}`]),
    )
    const item = await expectOk(shop.get(`${path}/item?${query}`))
    expect(item).toMatchObject({ name: 'Kobuleti – Anaklia', about: { kind: 'journey' } })

    const office = '/v2/merchantusers/purchase-requests'
    const line = await shop.staff(there.merchantId)
    const theirs = await expectOk(shop.get(`${office}/event`, line))
    expect(theirs.items).toMatchObject([
      { ...sailing, legFrom: 0, name: 'Batumi – Anaklia' },
      { ...sailing, name: 'Kobuleti – Anaklia', newCount: 1, ticketCount: 3 },
    ])
    expect((await expectOk(shop.get(`${office}?${query}`, line))).totalCount).toBe(1)
    const stranger = await shop.staff(concert.merchantId)
    expect((await shop.get(`${office}?${query}`, stranger)).status).toBe(404)
    const decision = {
      requestId: request.requestId,
      status: 'Accepted',
      answer: 'Come to the pier.',
    }
    expect((await shop.post(office, decision, stranger)).status).toBe(404)

    const operator = await shop.operator()
    const all = await expectOk(shop.get('/v2/operator/requests?status=New', operator))
    expect(all.totalCount).toBe(3)
    expect(all.items.map((one: Reply) => one.item.name)).toContain('Kobuleti – Anaklia')
    const decided = await expectOk(shop.post('/v2/operator/requests', decision, operator))
    expect(decided.history).toMatchObject([{ status: 'New' }, { status: 'Accepted', by: null }])
    const own = await expectOk(shop.get(`${path}?source=ferry&eventId=${eventId}`, friend))
    expect(own.items.map(({ status }: Reply) => status)).toEqual(['New', 'Accepted'])
    const { id } = await shop.mailbox.waitFor(asker.email, 20_000)
    expect((await shop.mailbox.mails.read(id))?.text).toContain('Kobuleti – Anaklia')
  })
}
