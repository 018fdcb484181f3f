/** A shop some of whose items a supplier confirms, for the tests of fulfilment. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { OrderStatus } from '#contract/enumerations.ts'
import {
  firstFarItem,
  openReturnTestEnv,
  type Bought,
  type ReturnTestEnv,
} from '#flows/returns/tests/test-env.ts'
import { brokenInvariants } from '#flows/returns/tests/invariants.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import { findOrder, type Order } from '#modules/orders/server/public-api.ts'
import {
  holdTickets,
  issueTickets,
  refusedEmailJob,
  ticketEmailJob,
  waitingEmailJob,
} from '#modules/tickets/server/public-api.ts'
import { confirmDue } from '../server/confirm-due.ts'
import { Supplier, type Fate } from './supplier.ts'

/** Items that a supplier confirms. */
export const supplied = firstFarItem + 1
export const alsoSupplied = [firstFarItem + 2, firstFarItem + 3] as const
/** Price and fee of one seat for one leg, and of a seat of the concert. */
export const seatMinor = 520
export const concertMinor = 5_250

export interface Purchase {
  readonly fates?: readonly Fate[]
  readonly seats?: number
  readonly deck?: number
  /** A seat of our own in the same order. */
  readonly concertPlace?: number
  /** Places without numbers of our own. */
  readonly standing?: number
  readonly itemId?: number
  readonly alsoItemId?: number
  readonly balanceMinor?: number
}

/**
 * Opened before the tests of the file that asks for it, and closed after them. After every test all invariants hold
 * and nothing was booked twice.
 */
export class FulfilmentShop {
  readonly supplier = new Supplier('boat')
  readonly ports = { suppliers: [this.supplier], issueTickets }
  env!: ReturnTestEnv
  concert!: MadeEvent
  offeringId = 0
  #otherOfferingId = 0
  #nextPlace = 1

  constructor() {
    beforeAll(() => this.#open())
    afterEach(() => this.#check())
    afterAll(() => this.env.close())
  }

  async #open(): Promise<void> {
    this.env = await openReturnTestEnv([this.supplier])
    const { context } = this.env
    this.offeringId = await createOffering(context, {
      legCount: 3,
      placeCount: 400,
      pools: [{ poolId: 1, capacity: 50 }],
    })
    for (const itemId of [supplied, ...alsoSupplied]) this.supplier.items.add(itemId)
    this.#otherOfferingId = await createOffering(context, { legCount: 3, placeCount: 400 })
    this.concert = await this.env.event(400)
  }

  async #check(): Promise<void> {
    await this.env.refunds(3)
    expect(await brokenInvariants(this.env.context)).toEqual([])
    this.supplier.asked.length = 0
    expect([...this.supplier.booked.values()].filter((times) => times !== 1)).toEqual([])
  }

  /** A free place of the supplied item. */
  freePlace(): number {
    return (this.#nextPlace += 1)
  }

  async buy(purchase: Purchase = {}): Promise<Bought> {
    const { fates = [], seats = 1, deck, concertPlace, standing, alsoItemId } = purchase
    const { itemId = supplied, balanceMinor } = purchase
    this.supplier.fates.push(...fates)
    const journeyOf = (item: number, more = {}, offeringId = this.offeringId) => {
      const places = Array.from({ length: seats }, () => this.freePlace())
      return { offeringId, itemId: item, parts: [{ legFrom: 0, legTo: 1, places, ...more }] }
    }
    return this.env.buy({
      actor: balanceMinor ? await this.env.customer(balanceMinor) : await this.env.guest(),
      journeys: [
        journeyOf(itemId, deck ? { deck } : {}),
        ...(alsoItemId === undefined ? [] : [journeyOf(alsoItemId, {}, this.#otherOfferingId)]),
      ],
      ...(concertPlace === undefined ? {} : { event: this.concert, placeIds: [concertPlace] }),
      ...(standing === undefined ? {} : { event: this.concert, standing }),
      ...(balanceMinor ? { balanceMinor } : {}),
    })
  }

  /** Asks the supplier about all due confirmations, the given number of times. */
  async ask(rounds = 1, seconds = 400): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      await confirmDue(this.env.context, this.ports)
      this.env.context.clock.advance(seconds)
    }
  }

  async orderOf({ order }: Bought): Promise<Order> {
    const found = await findOrder(this.env.context, { orderId: order.id })
    if (!found) throw new Error('The order is there')
    return found
  }

  async stateOf(bought: Bought): Promise<OrderStatus> {
    return (await this.orderOf(bought)).status
  }

  async held(bought: Bought) {
    return holdTickets(this.env.context, this.env.ports.tickets, [await this.orderOf(bought)])
  }

  /** Of each ticket, whether a supplier has booked it and whether it has a code. */
  async bookings(bought: Bought): Promise<[boolean, boolean][]> {
    const tickets = await this.held(bought)
    return tickets.map(({ ticket, code }) => [ticket.bookingNumber !== null, code !== null])
  }

  async placesTaken(bought: Bought): Promise<number> {
    const holds = bought.order.lines.flatMap(({ holdId }) => holdId ?? [])
    const { rows } = await sql<{ taken: number }>`
      select count(*)::int as taken from place_leg where hold_id = any(${holds}::uuid[]) and state = 2
    `.execute(this.env.context.db)
    return rows[0]?.taken ?? 0
  }

  /** The amount of a purchase refunded by the bank, in minor units. */
  backAtBank({ payId }: Bought): number | undefined {
    return this.env.bank.payments().find((each) => each.payId === payId)?.returnedMinor
  }

  /** Names of the emails that are due for an order. */
  async jobsOf({ order }: Bought): Promise<string[]> {
    const names = [ticketEmailJob, waitingEmailJob, refusedEmailJob].map(({ name }) => name)
    const { rows } = await sql<{ name: string }>`
      select j.name from pgboss.job j where j.name = any(${names}::text[])
        and (j.data->>'orderId' = ${String(order.id)}
          or exists (select from ticket_return r
            where r.id::text = j.data->>'returnId' and r.order_id = ${order.id}))
      order by 1`.execute(this.env.context.db)
    return rows.map(({ name }) => name)
  }
}
