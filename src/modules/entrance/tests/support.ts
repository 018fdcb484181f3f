/** An entrance of an event with sold tickets, on a real database, for this module's tests. */
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { invariant, type Result } from '#kernel/result.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { makeStaff, type StaffOptions } from '#modules/staff/tests/factories.ts'
import { getTickets } from '#modules/tickets/contract.ts'
import { eventEntranceSource } from '#modules/events/server/public-api.ts'
import {
  buyTickets,
  openTicketShop,
  type AlsoSold,
  type TicketShop,
} from '#modules/tickets/tests/support.ts'
import type { Actor, StaffActor } from '#platform/context.ts'
import { execute } from '#platform/http/execute.ts'
import type { ScanView } from '../contract.ts'
import { entranceScan } from '../contract.ts'
import type { Outcome } from '../outcomes.ts'
import { entranceRoutes, type EntranceSource } from '../server/public-api.ts'

export interface Bought {
  readonly actor: Actor
  readonly identifier: string
  readonly code: string
  readonly ticketId: number
}

export interface Device {
  readonly deviceId: string
  readonly staff: StaffActor
  readonly gateId: number | undefined
  /** Scans a code or a typed identifier as the device's next scan. */
  scan(code: string, eventId?: number): Promise<Outcome | ErrorCode>
  scanned(code: string): Promise<ScanView>
}

export interface Door {
  readonly shop: TicketShop
  ask<C extends Call>(
    actor: Actor,
    call: C,
    input?: CallInput<C>,
  ): Promise<Result<ReplyOf<C>, ErrorCode>>
  staff(options?: Partial<StaffOptions>): Promise<StaffActor>
  device(staff: StaffActor, gateId?: number): Device
  /** Buys standing places and returns their tickets. */
  buy(count: number, actor?: Actor): Promise<Bought[]>
}

/** Creates an event whose doors opened a while ago. */
export async function openDoor(
  also: readonly (AlsoSold & { readonly entrance: EntranceSource })[] = [],
): Promise<Door> {
  const shop = await openTicketShop(also)
  shop.context.clock.set(new Date('2026-12-31T09:30:00Z'))
  const routes = entranceRoutes({
    tickets: shop.ports,
    sources: [eventEntranceSource, ...also.map(({ entrance }) => entrance)],
  })
  const ask = (actor: Actor, call: Call, input: CallInput<Call> = {}) => {
    const route = routes.find((one) => one.call.id === call.id)
    invariant(route, `${call.id} is implemented`)
    const raw = { params: input.params ?? {}, query: input.query ?? {}, body: input.body ?? {} }
    const ports = { sessions: createSessionStore(), checkReplies: true }
    return execute(route, shop.context.as(actor), raw, ports)
  }
  const door: Door = {
    shop,
    ask: (actor, call, input) => ask(actor, call, input) as never,
    staff: (options = {}) =>
      makeStaff(shop.context, { merchantId: shop.event.merchantId, ...options }),
    device: (staff, gateId) => makeDevice(door, staff, gateId),
    async buy(count, actor) {
      const bought = await buyTickets(shop, { standing: count, ...(actor ? { actor } : {}) })
      const list = await shop.send(bought.actor, getTickets)
      invariant(list.ok, 'the tickets are there')
      const rows = await shop.context.db
        .selectFrom('ticket')
        .select(['id', 'identifier'])
        .where('order_id', '=', bought.order.id)
        .execute()
      return rows.map(({ id, identifier }) => {
        const ticket = list.value.tickets.find((one) => one.ticketIdentifier === identifier)
        return { actor: bought.actor, identifier, ticketId: id, code: ticket?.code ?? '' }
      })
    },
  }
  return door
}

function makeDevice(door: Door, staff: StaffActor, gateId?: number): Device {
  const deviceId = door.shop.context.random.uuid()
  let sequence = 0
  const send = (code: string, eventId: number) => {
    sequence += 1
    const body = { deviceId, eventId, gateId, sequence, code }
    return door.ask(staff, entranceScan, { body })
  }
  return {
    deviceId,
    staff,
    gateId,
    async scan(code, eventId = door.shop.event.eventId) {
      const answer = await send(code, eventId)
      return answer.ok ? answer.value.outcome : answer.code
    },
    async scanned(code) {
      const answer = await send(code, door.shop.event.eventId)
      invariant(answer.ok, 'the scan is answered')
      return answer.value
    },
  }
}
