import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCode, makeRule } from '#modules/sale-rules/tests/factories.ts'
import { decodeAvailability, placeState, readSnapshot } from '#seatmap/availability.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { makeEvent, type MadeEvent } from './factories.ts'

/**
 * Goal: all parameters of the map can be combined, and each place has the state documented in the README. Method:
 * every combination, compared place by place with a second implementation of the six rules. Half of zone b and the
 * pool's section are reserved for a code.
 */
let shop: Shop
let event: MadeEvent
let orderKey = ''
let token = ''

const code = 'MAP-MATRIX'
const reservedPlaces = [31, 32, 33, 34, 35, 36, 37, 38, 39, 40]

beforeAll(async () => {
  shop = await openShop()
  event = await makeEvent(shop.context, { blockedPlaces: [10, 40] })
  const { eventId } = event
  await makeRule(
    shop.context,
    'access-code',
    { eventId },
    { keeps: 'parts', placeIds: reservedPlaces, sectionIds: [3] },
  )
  await makeCode(shop.context, { eventId }, { code, placeIds: reservedPlaces.slice(0, 8) })
  const own = await choose([1, 21])
  orderKey = own.body.orderKey
  token = own.body.accessToken
  await choose([2, 22])
  const other = await choose([32, 33], code)
  expect(other.status, JSON.stringify(other.body)).toBe(200)
})
afterAll(() => shop.close())

function choose(placeIds: number[], accessCode?: string) {
  const seats = placeIds.map((placeId) => ({
    placeId,
    ticketTypeId: event.seatTypes[placeId <= 20 ? 'a' : 'b']?.ticketTypeId,
  }))
  return shop.post('/v2/Booking/choose-seat', { eventId: event.eventId, seats, accessCode })
}

interface Request {
  readonly hasOrder: boolean
  readonly sectionId?: number
  readonly zone?: 'a' | 'b'
  readonly hasCode: boolean
  readonly only: boolean
}

function expectedState(placeId: number, request: Request): number {
  const zone = placeId <= 20 ? 'a' : 'b'
  const isMine = placeId === 1 || placeId === 21
  if (request.hasOrder && isMine) return placeState.yours
  const sectionId = zone === 'a' ? 1 : 2
  if (request.sectionId !== undefined && request.sectionId !== sectionId) return placeState.blocked
  if (request.zone !== undefined && request.zone !== zone) return placeState.blocked
  if (isMine || [2, 22, 32, 33].includes(placeId)) return placeState.held
  const isReservedForCode = reservedPlaces.includes(placeId)
  if (isReservedForCode && !(request.hasCode && placeId <= 38)) return placeState.blocked
  if (request.only && !isReservedForCode) return placeState.blocked
  return [10, 40].includes(placeId) ? placeState.blocked : placeState.free
}

function* everyRequest(): Generator<Request> {
  for (const hasOrder of [false, true])
    for (const sectionId of [undefined, 1, 2, 3, 99])
      for (const zone of [undefined, 'a', 'b'] as const)
        for (const hasCode of [false, true])
          for (const only of [false, true]) yield { hasOrder, sectionId, zone, hasCode, only }
}

test('shows each place as its rules say for every combination, on both paths', async () => {
  let compared = 0
  for (const request of everyRequest()) {
    const typeId = request.zone && event.seatTypes[request.zone]?.ticketTypeId
    const query = [
      `eventId=${event.eventId}`,
      `mapId=${event.layoutId}`,
      ...(request.hasOrder ? [`orderKey=${orderKey}`] : []),
      ...(request.sectionId === undefined ? [] : [`sectionId=${request.sectionId}`]),
      ...(typeId === undefined ? [] : [`ticketTypes=${typeId}`]),
      ...(request.hasCode ? [`accessCode=${code.toLowerCase()}`] : []),
      ...(request.only ? ['onlyAccessCodeSeats=true'] : []),
    ].join('&')
    const { status, body } = await shop.get(`/v2/Events/Map?${query}`, token)
    expect(status, query).toBe(200)
    const { availability: places, held, yours, pools } = body
    const states = [...readSnapshot({ places, held, yours, pools }).states].slice(1)
    const expected = states.map((_, index) => expectedState(index + 1, request))
    expect(states, query).toEqual(expected)
    // The pool is reserved and this code does not open it; outside the section it is not returned at all.
    const isFloorThere = (request.sectionId ?? 3) === 3 && request.zone === undefined
    expect(body.pools, query).toEqual(isFloorThere ? [{ poolId: 1, left: 0 }] : [])
    const shownTypes = request.zone === undefined ? 3 : 1
    expect(body.ticketTypes, query).toHaveLength(shownTypes)
    const older = await shop.get(`/v2/events/map?${query}`, token)
    expect(older.body, query).toEqual(body)
    compared += 1
  }
  expect(compared).toBe(120)
})

test('refuses an invalid parameter, whatever the others are', async () => {
  const { eventId } = event
  const codeOf = async (query: string, bearer?: string) =>
    (await shop.get(`/v2/Events/Map?eventId=${eventId}&sectionId=1&${query}`, bearer)).body.error
      ?.code
  expect(await codeOf('mapId=1')).toBe('NotFound')
  expect(await codeOf(`orderKey=${orderKey}`)).toBe('OrderNotFound')
  expect(await codeOf(`orderKey=${shop.context.random.uuid()}`, token)).toBe('OrderNotFound')
  expect(await codeOf('accessCode=NO-SUCH-CODE')).toBe('InvalidAccessCode')
  expect(await codeOf('onlyAccessCodeSeats=perhaps')).toBe('BadRequest')
  expect(await codeOf('ticketTypes=1,x')).toBe('BadRequest')
})

test.each(['', `&accessCode=${code}`])(
  'shows the same in the live map as in the map%s',
  async (query) => {
    // Method: the first message of the stream; a stream has no complete reply to wait for.
    const response = await shop.app.inject({
      url: `/v2/Events/Map/live?eventId=${event.eventId}&api_key=demo-web${query}`,
      payloadAsStream: true,
    })
    let text = ''
    for await (const chunk of response.stream()) {
      text += String(chunk)
      if (text.includes('event: snapshot')) break
    }
    const data = JSON.parse(/^event: snapshot\n.*\ndata: (.*)$/m.exec(text)?.[1] ?? '{}')
    const { body } = await shop.get(`/v2/Events/Map?eventId=${event.eventId}${query}`)
    expect(decodeAvailability(body.availability)[31]).toBe(query === '' ? 1 : 0)
    expect(decodeAvailability(data.availability)).toEqual(decodeAvailability(body.availability))
    expect(data.held).toBe(body.held)
    expect(data.pools).toEqual(body.pools)
    const wrong = await shop.get(`/v2/Events/Map/live?eventId=${event.eventId}&accessCode=NO-SUCH`)
    expect(wrong.body.error.code).toBe('InvalidAccessCode')
  },
)
