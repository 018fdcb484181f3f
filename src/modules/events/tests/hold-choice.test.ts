/**
 * Goal: numbered and unnumbered places chosen together are held together or not at all, an older order keeps its
 * lines, and only well-formed changes of a live map are accepted. Method: a client that records requests and
 * refuses on demand; every kind of malformed change. The browser journeys cover the calls themselves.
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CallError, type Client } from '#contract/client.ts'
import { placeState } from '#seatmap/availability.ts'
import { readLiveChange, readLiveSale, readLiveSnapshot } from '../web/parts/live-changes.ts'
import { holdChoice, takenPlaces } from '../web/parts/hold-choice.ts'

interface Sent {
  readonly id: string
  readonly body: Readonly<Record<string, unknown>>
}

/** A client whose orders gain one line per call; calls for which `refuses` is true are refused. */
function fakeClient(refuses: (sent: Sent) => boolean): { client: Client; sent: Sent[] } {
  const sent: Sent[] = []
  const lines: { lineId: number; kind: string }[] = [{ lineId: 1, kind: 'Ticket' }]
  const client: Client = {
    address: () => '',
    async send(call, input = {}) {
      const one = { id: call.id, body: { ...(input.body as object) } }
      sent.push(one)
      if (refuses(one))
        throw new CallError(409, {
          code: 'SeatNotAvailable',
          message: 'taken',
          detail: { placeIds: [7], poolIds: [3] },
        })
      lines.push({ lineId: lines.length + 1, kind: 'Ticket' })
      return { orderKey: 'key', lines: [...lines] } as never
    },
  }
  return { client, sent }
}

const request = {
  eventId: 5,
  seats: [{ placeId: 7, ticketTypeId: 1 }],
  places: [{ ticketTypeId: 2, quantity: 3 }],
}

describe('holding a choice', () => {
  it('takes numbered places first and the others into the same order', async () => {
    const { client, sent } = fakeClient(() => false)
    expect(await holdChoice(client, request)).toBe('key')
    expect(sent.map(({ id }) => id)).toEqual(['booking-choose-seat', 'booking-choose-seat'])
    expect(sent[1]?.body).toEqual({ eventId: 5, places: request.places, orderKey: 'key' })
  })

  it('ends the new order when its second half is refused, and reports the refusal', async () => {
    const { client, sent } = fakeClient(({ body }) => 'places' in body)
    const error = await holdChoice(client, request).catch((reason: unknown) => reason)
    expect(sent.at(-1)).toEqual({ id: 'orders-unreserve', body: { orderKey: 'key', cancel: true } })
    expect(takenPlaces(error)).toEqual(new Set([7]))
  })

  it('releases only the new lines of an existing order', async () => {
    const { client, sent } = fakeClient(({ body }) => 'places' in body)
    const order = { orderKey: 'key', lineIds: new Set([1]) }
    await expect(holdChoice(client, { ...request, order })).rejects.toThrow('taken')
    expect(sent.at(-1)?.body).toEqual({ orderKey: 'key', lineIds: [2] })
  })

  it('sends nothing for places that are held already, and refuses an empty choice', async () => {
    const { client, sent } = fakeClient(() => false)
    const order = { orderKey: 'key', lineIds: new Set([1]) }
    expect(await holdChoice(client, { eventId: 5, seats: [], places: [], order })).toBe('key')
    expect(sent).toEqual([])
    await expect(holdChoice(client, { eventId: 5, seats: [], places: [] })).rejects.toThrow()
  })
})

describe('changes of a live map', () => {
  it('parses the server’s messages', () => {
    const pools = [{ poolId: 1, left: 20 }]
    const whole = { sequence: 4, availability: 'r5.AA', held: '', pools }
    expect(readLiveSnapshot(JSON.stringify(whole))).toEqual({
      sequence: 4,
      snapshot: { places: 'r5.AA', held: '', pools },
    })
    const change = { sequence: 5, places: [7, 1, 8, 1], held: [8], pools }
    expect(readLiveChange(JSON.stringify(change))).toEqual({
      sequence: 5,
      places: [7, placeState.blocked, 8, placeState.held],
      pools,
    })
    const sale = { isOnSale: false, digest: 'a-digest-of-a-plan' }
    expect(readLiveSale(JSON.stringify(sale))).toEqual(sale)
    expect(readLiveSale('{"isOnSale":true,"digest":null}')).toEqual({
      isOnSale: true,
      digest: null,
    })
  })

  it('returns null for anything else, and never throws', () => {
    for (const text of ['', '{', 'null', '[]', '{"sequence":"1","places":[1,1]}', undefined, 3])
      expect([readLiveSnapshot(text), readLiveChange(text), readLiveSale(text)]).toEqual([
        null,
        null,
        null,
      ])
    expect(readLiveChange('{"sequence":1,"places":[1],"pools":[]}')).toBeNull()
    expect(readLiveChange('{"sequence":1,"places":[1,"1"],"pools":[]}')).toBeNull()
    fc.assert(
      fc.property(fc.json(), (text) => {
        for (const read of [readLiveSnapshot, readLiveChange, readLiveSale]) read(text)
      }),
    )
  })
})
