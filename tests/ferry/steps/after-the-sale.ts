import { describe, expect, test } from 'vitest'
import { refundCancelled } from '#flows/returns/server/refund-cancelled.ts'
import { brokenInvariants } from '../../../src/flows/returns/tests/invariants.ts'
import { expectOk } from '../../hostile/purchases.ts'
import type { Reply } from '../../hostile/shop.ts'
import { listedTicket, type ListedTicket } from '../../../src/modules/entrance/ticket-list.ts'
import {
  decide,
  type StoredData,
  type LocalDecision,
} from '../../../src/modules/entrance/web/scanner/decide.ts'
import { ferryFace, hour, type Voyage } from './voyage.ts'

/** Steps after the sale: a transfer, a return, a cancelled concert, offline boarding. */
export function afterTheSale(voyage: Voyage): void {
  describe('after the sale each part is handled separately', () => {
    test('transfers a passenger’s ticket: the new holder has the place, the old code is void', async () => {
      const { shop, there, token, friend } = voyage
      const before = await voyage.ticketOf('Gia Beridze', there)
      const { ticketIdentifier } = before
      const share = await expectOk(
        shop.post('/v2/tickets/share-url', { ticketIdentifier, handsOver: true }, token),
      )
      const shareToken = share.url.split('/').at(-1)
      await expectOk(shop.post('/v2/tickets/take-over', { token: shareToken }, friend))
      const received = (await expectOk(shop.get('/v2/tickets/received', friend))).tickets
      expect(received).toHaveLength(1)
      expect(received[0].item).toMatchObject({ source: 'ferry', legFrom: 2, legTo: 3 })
      expect(received[0].code).not.toBe(before.code)
      voyage.givenAway = before.code
      const quote = await shop.get(`/v2/tickets/return?ticketIdentifier=${ticketIdentifier}`, token)
      expect(JSON.stringify(quote.body)).toContain('TicketPassedOn')
    })

    test('refunds by the tier of the boarding pier and frees the place on those legs only', async () => {
      const { shop, there, token } = voyage
      // 3 h 15 min before the first pier, 4 h 45 min before the second: between the tiers of this ferry.
      const first = there.piers[0]?.departsAt.getTime() ?? 0
      shop.context.clock.set(new Date(first - 3.25 * hour))
      const percents = []
      for (const name of ['Nino Beridze', 'Luka Beridze']) {
        const { ticketIdentifier } = await voyage.ticketOf(name, there)
        const quote = await expectOk(
          shop.get(`/v2/tickets/return?ticketIdentifier=${ticketIdentifier}`, token),
        )
        percents.push(quote.tiers[0].deductionPercent)
      }
      expect(percents).toEqual([40, 15])
      const { ticketIdentifier, code } = await voyage.ticketOf('Luka Beridze', there)
      voyage.returned = code
      const { quote, back: comesBack } = await expectOk(
        shop.get(`/v2/tickets/return?ticketIdentifier=${ticketIdentifier}`, token),
      )
      // Two legs of a child, less 15 %; the fee is not refunded.
      expect(comesBack.amount).toBe(850)
      await expectOk(shop.post('/v2/tickets/return', { quote }, token))
      await voyage.refund()
      expect(voyage.sentBack()).toBe(850)
      expect(await voyage.takenOf(there)).toEqual({
        'place 1': '0 sold, 1 sold, 2 sold',
        cars: '0: 1, 1: 1, 2: 1',
      })
      expect(await voyage.earned(there.merchantId)).toBe(ferryFace - 850)
      expect(await brokenInvariants(shop.context)).toEqual([])
    })

    test('refunds the cancelled concert in full and keeps the sailings', async () => {
      const { shop, concert } = voyage
      const operator = await shop.operator()
      const reason = { reasonKa: 'ავადმყოფობა', reasonEn: 'Illness' }
      await expectOk(
        shop.postProven(`/v2/operator/events/${concert.eventId}/cancel`, reason, operator),
      )
      await refundCancelled(shop.context, shop.ports.returns)
      await voyage.refund()
      expect(voyage.sentBack()).toBe(850 + 5_250)
      const left = await voyage.tickets()
      expect(
        left.filter(({ code }: Reply) => code !== null).map(({ item }: Reply) => item.source),
      ).toEqual(['ferry', 'ferry', 'ferry', 'ferry'])
      expect(await voyage.earned(concert.merchantId)).toBe(0)
      expect(await brokenInvariants(shop.context)).toEqual([])
    })

    test('boards passengers at two piers offline, and resolves conflicts when the devices synchronise', async () => {
      const { shop, there, back, token, friend } = voyage
      const staff = await shop.staff(there.merchantId)
      const where = { source: 'ferry', itemId: there.sailingId }
      const list = await expectOk(
        shop.get(`/v2/entrance/list?source=ferry&itemId=${there.sailingId}`, staff),
      )
      const tickets: ListedTicket[] = list.lines.map(listedTicket)
      const device = (stop: number): StoredData => ({
        item: { ...list.item, keys: list.keys, ...list.item.stops[stop] },
        tickets: new Map(tickets.map((ticket) => [ticket.ticketId, ticket])),
        typeIds: null,
        stop,
      })
      const nino = await voyage.ticketOf('Nino Beridze', there)
      const [received] = (await expectOk(shop.get('/v2/tickets/received', friend))).tickets
      const departsAt = (stop: number) => there.piers[stop]?.departsAt.getTime() ?? 0
      const at = async (stop: number, code: string) =>
        decide(code, device(stop), departsAt(stop) - 10 * 60_000)
      const [boarded, late] = [await at(0, nino.code), await at(2, received.code)]
      expect([boarded.outcome, late.outcome]).toEqual(['Admitted', 'Admitted'])
      // Wrong pier, transferred ticket, returned ticket, ticket for another sailing.
      expect((await at(1, nino.code)).outcome).toBe('WrongStop')
      expect((await at(2, voyage.givenAway)).outcome).toBe('OldCode')
      expect((await at(1, voyage.returned)).outcome).toBe('OldCode')
      expect((await at(0, (await voyage.ticketOf('Nino Beridze', back)).code)).outcome).toBe(
        'WrongEvent',
      )
      shop.context.clock.set(new Date(departsAt(2) + 60_000))
      const sync = async (stop: number, { ticketId, issueNumber }: LocalDecision) => {
        const scan = {
          sequence: 1,
          scannedAt: new Date(departsAt(stop) - 10 * 60_000).toISOString(),
          outcome: 'Admitted',
          ticketId,
          issueNumber,
        }
        const body = {
          ...where,
          stop,
          deviceId: shop.context.random.uuid(),
          sentAt: shop.context.clock.now().toISOString(),
          scans: [scan],
        }
        const { scans } = await expectOk(shop.post('/v2/entrance/sync', body, staff))
        return scans[0].outcome
      }
      expect(await sync(2, late)).toBe('Admitted')
      expect(await sync(0, boarded)).toBe('Admitted')
      // Another device at the first pier admitted the same ticket.
      expect(await sync(0, boarded)).toBe('Conflict')
      const aboard = await expectOk(
        shop.get(`/v2/entrance/passengers?source=ferry&itemId=${there.sailingId}&stop=2`, staff),
      )
      expect(aboard.boarding.map(({ name, usedAt }: Reply) => [name, usedAt !== null])).toEqual([
        ['Gia Beridze', true],
      ])
      expect(aboard.alighting.map(({ name }: Reply) => name)).toEqual(['Nino Beridze'])
      const quote = await expectOk(
        shop.get(`/v2/tickets/return?ticketIdentifier=${nino.ticketIdentifier}`, token),
      )
      expect(quote.tickets[0].refusal.code).toBe('TicketUsed')
    })
  })
}
