import { sql } from 'kysely'
import { expect } from 'vitest'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { makeMerchant, type MadeEvent } from '#modules/events/tests/factories.ts'
import { noReturns, writePolicy } from '#modules/returns/server/public-api.ts'
import { readBalance } from '#modules/wallet/server/public-api.ts'
import { expectOk } from '../../hostile/purchases.ts'
import type { Reply } from '../../hostile/shop.ts'
import { legFeeMinor } from '../offer-source.ts'
import { openFerryShop, type FerryShop } from '../shop.ts'
import { addSailing, type Sailing } from '../tables.ts'

export const hour = 3_600_000
export const buyer = {
  name: 'ნინო ბერიძე',
  email: 'ferry@example.com',
  phone: '+995555123456',
}

/** Legs × fare and legs × fee of all ferry tickets. */
export const ferryFace = 2 * 1_000 + 2 * 500 + 1_000 + 3 * 2_500 + 2 * 600 + 2 * 600
const ferryFees = (2 + 2 + 1 + 3 + 2 + 2) * legFeeMinor
/** The seat of the concert costs 50.00 plus a fee of 5 %. */
export const total = 5_000 + 250 + ferryFace + ferryFees

/** State shared by the steps of the test: a concert, a sailing there and one back, and their buyers. */
export class Voyage {
  shop!: FerryShop
  concert!: MadeEvent
  there!: Sailing
  back!: Sailing
  token!: string
  /**
   * The receiver of the transferred ticket and its code before the transfer; the code of the returned
   * ticket.
   */
  friend!: string
  givenAway = ''
  returned = ''
  orderKey = ''
  payId = ''

  async open(): Promise<void> {
    const shop = await openFerryShop()
    this.shop = shop
    const merchantId = await makeMerchant(shop.context)
    const now = shop.context.clock.now().getTime()
    await writePolicy(shop.context, {
      ...noReturns,
      source: 'ferry',
      categoryKind: 2,
      tiers: [
        { hoursBefore: 12, deductionBasisPoints: 500 },
        { hoursBefore: 4, deductionBasisPoints: 1_500 },
        { hoursBefore: 1, deductionBasisPoints: 4_000 },
      ],
    })
    this.concert = await shop.event({ startsAt: new Date(now + 20 * 24 * hour) })
    // The same id as the concert: item ids of two sources may collide.
    const sailingId = this.concert.eventId
    this.there = await addSailing(shop.context, {
      sailingId,
      merchantId,
      departsAt: new Date(now + 40 * hour),
    })
    this.back = await addSailing(shop.context, {
      sailingId: sailingId + 1,
      merchantId,
      departsAt: new Date(now + 64 * hour),
      isBack: true,
    })
    this.token = await shop.guest()
    this.friend = await shop.guest()
  }

  /** Taken places by leg of a sailing, and the number of cars. */
  async takenOf({ offeringId }: Sailing): Promise<Record<string, string>> {
    const { rows } = await sql<{ what: string; taken: string }>`
      select 'place ' || place_id as what, string_agg(leg || case state when 2 then ' sold' else ' held' end, ', ' order by leg) as taken
      from place_leg where offering_id = ${offeringId} and state > 0 group by place_id
      union all
      select 'cars', string_agg(leg || ': ' || taken, ', ' order by leg)
      from pool_leg where offering_id = ${offeringId} having sum(taken) > 0`.execute(
      this.shop.context.db,
    )
    return Object.fromEntries(rows.map(({ what, taken }) => [what, taken]))
  }

  async tickets(): Promise<Reply[]> {
    return (await expectOk(this.shop.get('/v2/tickets', this.token))).tickets
  }

  async ticketOf(passengerName: string, sailing: Sailing): Promise<Reply> {
    const found = (await this.tickets()).find(
      (one) =>
        one.passenger?.name === passengerName &&
        one.item.itemId === sailing.sailingId &&
        one.item.source === 'ferry',
    )
    expect(found, `${passengerName} has a ticket`).toBeDefined()
    return found
  }

  async refund(): Promise<void> {
    const { context, ports } = this.shop
    for (let round = 0; round < 3; round += 1) {
      while ((await executeRefunds(context, ports.checkout)) > 0) context.clock.advance(60)
      context.clock.advance(60)
    }
  }

  /** Earnings of an organiser, in tetri. */
  async earned(merchantId: number): Promise<number> {
    return 0 - (await readBalance(this.shop.context, `merchant:${merchantId}`, 'GEL'))
  }

  /** Amount refunded by the bank for the order's payment, in tetri. */
  sentBack(): number | undefined {
    return this.shop.bank.payments().find((one) => one.payId === this.payId)?.returnedMinor
  }
}
