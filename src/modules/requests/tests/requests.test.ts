import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeEvent } from '#modules/events/tests/factories.ts'
import type { Email, Mailer } from '#platform/mail/mail.ts'
import { openShop, type Reply, type Shop, type ShopAnswer } from '../../../../tests/support/shop.ts'
import { purchaseRequestStatuses, type PurchaseRequestStatus } from '../contract.ts'
import { movePurchaseRequest, writePurchaseRequestEmail } from '../server/public-api.ts'
import { mayBecome, openStatuses, transitions } from '../server/rules.ts'
import { readRequests } from '../server/store.ts'

/**
 * Goal: a request for tickets is stored once, visible only to its author, and answered. Method: over HTTP on a real
 * database with two guests and a private event; the transition table against every pair of states.
 */
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const requested = {
  name: 'ნინო',
  email: 'nino@example.com',
  phone: '+995 555 12 34 56',
  quantity: 2,
}
const postRequest = (body: object, token?: string): Promise<ShopAnswer> =>
  shop.post('/v2/events/request', { ...requested, ...body }, token)
const own = async (token: string, query = ''): Promise<Reply[]> =>
  (await shop.get(`/v2/events/request${query}`, token)).body.items

describe('asking for tickets', () => {
  test('opens a session, returns the request, and a repeat updates it', async () => {
    const { eventId } = await makeEvent(shop.context)
    const { body, status } = await postRequest({ eventId, message: 'ორი ერთად' })
    expect(status).toBe(200)
    const { accessToken, ...request } = body
    expect(accessToken).toMatch(/^.{40,}$/)
    expect(request).toMatchObject({ eventId, quantity: 2, status: 'New', message: 'ორი ერთად' })
    const again = await postRequest({ eventId, quantity: 4 }, accessToken)
    expect(again.body).toMatchObject({ requestId: request.requestId, quantity: 4, message: '' })
    expect(await own(accessToken, `?eventId=${eventId}`)).toEqual([again.body])
    const other = await postRequest(
      { eventId: (await makeEvent(shop.context)).eventId },
      accessToken,
    )
    expect(await own(accessToken, `?eventId=${eventId}`)).toEqual([again.body])
    expect(await own(accessToken)).toEqual([other.body, again.body])
    const jobs = await shop.context.db
      .selectFrom('purchase_request')
      .select('id')
      .where('item_id', '=', eventId)
      .execute()
    expect(jobs).toHaveLength(1)
  })

  test('two concurrent calls create one request', async () => {
    const { eventId } = await makeEvent(shop.context)
    const token = await shop.openGuest()
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((quantity) => postRequest({ eventId, quantity }, token)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.requestId)).size).toBe(1)
  })

  test('callers cannot see other requesters or act for them', async () => {
    // Goal: requests contain personal data. Method: another guest reads, withdraws, and requests in another's name.
    const { eventId } = await makeEvent(shop.context)
    const { body } = await postRequest({ eventId })
    const stranger = await shop.openGuest()
    expect(await own(stranger, `?eventId=${eventId}`)).toEqual([])
    expect((await shop.get('/v2/events/request')).status).toBe(401)
    const userId = '00000000-0000-4000-8000-000000000001'
    expect((await postRequest({ eventId, userId }, stranger)).status).toBe(403)
    expect((await shop.get(`/v2/events/request?userId=${userId}`, stranger)).status).toBe(403)
    const withdrawn = await shop.post('/v2/events/request/withdraw', { eventId }, stranger)
    expect(withdrawn.status).toBe(404)
    expect((await own(body.accessToken))[0].status).toBe('New')
  })

  test('can be withdrawn and repeated; refused for items that are over, private or of another event', async () => {
    const { eventId, showId } = await makeEvent(shop.context)
    const other = await makeEvent(shop.context)
    const { body } = await postRequest({ eventId })
    const token = body.accessToken
    const back = await shop.post('/v2/events/request/withdraw', { eventId }, token)
    expect(back.body).toMatchObject({ requestId: body.requestId, status: 'Withdrawn' })
    const repeated = await postRequest({ eventId }, token)
    expect(repeated.body.requestId).toBeGreaterThan(body.requestId)
    expect(await own(token)).toHaveLength(2)
    const ticketTypeId = other.poolTypes[1]?.ticketTypeId
    expect((await postRequest({ eventId, ticketTypeId }, token)).body.error.code).toBe(
      'TicketTypeNotFound',
    )
    const over = await makeEvent(shop.context, { startsAt: new Date('2026-11-01T10:00:00Z') })
    expect((await postRequest({ eventId: over.eventId }, token)).body.error.code).toBe(
      'EventNotActive',
    )
    await shop.context.db
      .updateTable('show')
      .set({ access: 1, preview_key: 'key' })
      .where('id', '=', showId)
      .execute()
    expect((await postRequest({ eventId }, token)).body.error.code).toBe('NotFound')
    expect((await postRequest({ eventId, accessCode: 'key' }, token)).status).toBe(200)
  })
})

describe('states of a request', () => {
  test('every state is reachable, and final states do not change', async () => {
    // Goal: the transition table is enforced. Method: each pair of states on a row of its own.
    const { eventId } = await makeEvent(shop.context)
    for (const from of purchaseRequestStatuses)
      for (const to of purchaseRequestStatuses) {
        const { body } = await postRequest({ eventId })
        const { requestId } = body
        await shop.context.db
          .updateTable('purchase_request')
          .set({ status: from })
          .where('id', '=', requestId)
          .execute()
        const moved = await movePurchaseRequest(shop.context, {
          requestId,
          status: to,
          staffId: null,
          answer: '',
        })
        expect([from, to, moved.ok]).toEqual([
          from,
          to,
          from === to || transitions[from].includes(to),
        ])
      }
    const reached = purchaseRequestStatuses.filter((status) => mayBecome(status).length > 0)
    expect([...reached, 'New'].toSorted()).toEqual([...purchaseRequestStatuses].toSorted())
    expect(purchaseRequestStatuses.filter((status) => transitions[status].length > 0)).toEqual(
      openStatuses,
    )
    const list = await readRequests(shop.context, {
      source: 'event',
      itemId: eventId,
      offset: 1,
      limit: 2,
    })
    expect([list.requests.length, list.totalCount]).toEqual([2, 25])
  })

  test('each decision is emailed in the language of the request', async () => {
    const { eventId } = await makeEvent(shop.context)
    const { body } = await postRequest({ eventId, name: 'Typedname' })
    const sent: (Email & { id: string })[] = []
    const mailer: Mailer = {
      send: async (mail, id) => void sent.push({ ...mail, id }),
      close: () => {},
    }
    const { requestId } = body
    const sendDecisionEmail = (status: PurchaseRequestStatus) =>
      writePurchaseRequestEmail(
        shop.context,
        mailer,
        { requestId, status },
        {
          orders: shop.ports,
          sources: [],
        },
      )
    for (const status of purchaseRequestStatuses) await sendDecisionEmail(status)
    expect(sent.map(({ subject }) => subject)).toEqual([
      'We have your request: Test concert',
      'Your request is accepted: Test concert',
      'No tickets found: Test concert',
      'Your request is fulfilled: Test concert',
    ])
    // The address was typed too, so it is unverified: the typed name must not be sent to it.
    for (const mail of sent) expect(mail.html + mail.text).not.toContain('Typedname')
    expect(sent[0]?.text).toContain(`/en/events/${eventId}`)
    await sendDecisionEmail('New')
    expect(sent.at(-1)?.id).toBe(sent[0]?.id)
  })
})
