/** Everything that may happen to one ticket at one moment, over HTTP and two servers, as its modules really do it. */
import { invariant } from '#kernel/result.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { sql } from 'kysely'
import { makeEvent, type MadeEvent } from '../../src/modules/events/tests/factories.ts'
import { makeStaffToken } from '../../src/modules/staff/tests/factories.ts'
import type { TestContext } from '../support/context.ts'
import type { Bank } from './banks.ts'

export interface Ring {
  readonly context: TestContext
  /** Two servers of one shop. */
  readonly origins: readonly string[]
  /** Where tickets are paid. */
  readonly bank: Bank
}

const contenders = ['return', 'resale', 'hand-over', 'scan'] as const
type Contender = (typeof contenders)[number]

/** What one of them was told: null for the winner, else why not. */
export type Outcome = Readonly<Record<Contender, string | null>>

export interface Race {
  readonly outcome: Outcome
  /** What the database says of the ticket afterwards, in the words of the winner. */
  readonly became: Contender | null
  readonly refunds: number
}

interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- replies of many calls, read by a test
  readonly body: any
}

interface Prepared {
  readonly identifier: string
  readonly runs: Readonly<Record<Contender, () => Promise<string | null>>>
}

/** A date whose doors are open and whose tickets may still go back, and somebody at its door. */
export async function openRing(ring: Ring): Promise<{ race(number: number): Promise<Race> }> {
  const { context } = ring
  const startsAt = new Date(context.clock.now().getTime() + 8 * 3_600_000)
  const event = await makeEvent(context, { startsAt })
  await sql`
    insert into return_policy (source, item_id, tiers, resale) values ('event', ${event.eventId},
      '[{"hoursBefore": 1, "deductionBasisPoints": 0}]',
      '{"hoursBefore": 1, "feeBasisPoints": 1000, "transactionFeeBasisPoints": 200, "serviceFeeMinor": 100}')
  `.execute(context.db)
  const staff = await makeStaffToken(context, { merchantId: event.merchantId })
  return {
    async race(number) {
      const prepared = await prepare(ring, event, staff, number)
      // Each goes first in turn.
      const turned = [...contenders.slice(number % 4), ...contenders.slice(0, number % 4)]
      const told = await Promise.all(
        turned.map(async (name) => [name, await prepared.runs[name]()] as const),
      )
      const outcome = Object.fromEntries(told) as Outcome
      return { outcome, ...(await look(context, prepared.identifier)) }
    },
  }
}

/** Buys one seat and makes everything ready that a race needs, so that four requests are left to send. */
async function prepare(
  ring: Ring,
  event: MadeEvent,
  staff: string,
  number: number,
): Promise<Prepared> {
  const { orderKey, token } = await buySeat(ring, event, 1 + (number % 40))
  const list = await get(ring, 0, '/v2/tickets', token)
  const { ticketIdentifier: identifier, code } = list.body.tickets[0]
  const which = `?ticketIdentifier=${identifier}`
  const returned = await get(ring, 0, `/v2/tickets/return${which}`, token)
  const resold = await get(ring, 1, `/v2/tickets/reselling${which}`, token)
  const share = { ticketIdentifier: identifier, handsOver: true }
  const link = await post(ring, 0, '/v2/tickets/share-url', share, token)
  const receiver = (await createSessionStore().openGuest(ring.context, 'test')).token
  invariant(returned.body.quote && resold.body.quote, `order ${orderKey} may go back both ways`)
  const scan = {
    deviceId: ring.context.random.uuid(),
    eventId: event.eventId,
    sequence: 1,
    code,
  }
  const handed = { token: link.body.ticketShareToken }
  // Two of them on the one server, two on the other, and not always the same.
  const shift = number % 2
  return {
    identifier,
    runs: {
      return: () =>
        refusal(post(ring, shift, '/v2/tickets/return', { quote: returned.body.quote }, token)),
      resale: () =>
        refusal(
          post(ring, 1 - shift, '/v2/tickets/reselling', { quote: resold.body.quote }, token),
        ),
      'hand-over': () => refusal(post(ring, shift, '/v2/tickets/take-over', handed, receiver)),
      scan: async () => {
        const { body } = await post(ring, 1 - shift, '/v2/entrance/scan', scan, staff)
        return body.outcome === 'Admitted' ? null : (body.outcome ?? body.error?.code)
      },
    },
  }
}

async function buySeat(ring: Ring, event: MadeEvent, placeId: number) {
  const ticketTypeId = event.seatTypes[placeId <= 20 ? 'a' : 'b']?.ticketTypeId
  const choice = { eventId: event.eventId, seats: [{ placeId, ticketTypeId }] }
  const chosen = await post(ring, 0, '/v2/Booking/choose-seat', choice)
  const { orderKey, accessToken } = chosen.body
  const token = String(accessToken)
  const buyer = { name: 'ნინო', email: 'nino@example.com', phone: '+995555000000' }
  await post(ring, 0, '/groot/Orders/checkout', { orderKey, buyer, acceptTerms: true }, token)
  const request = { orderKey, provider: ring.bank.number }
  const paying = await post(ring, 0, '/groot/Orders/create-payment', request, token)
  const id = await ring.bank.open(String(paying.body.redirectUrl))
  invariant(id, 'the bank has begun')
  ring.bank.act(id, 'approve')
  const done = await post(ring, 0, '/v2/orders/complete', { orderKey }, token)
  invariant(done.body.statusName === 'Processed', `the order is paid: ${JSON.stringify(done)}`)
  return { orderKey: String(orderKey), token }
}

/** Which of the four the row itself tells of, and how often its money was asked to go back. */
async function look(
  context: TestContext,
  identifier: string,
): Promise<{ became: Contender | null; refunds: number }> {
  const { rows } = await sql<{ became: Contender | null; count: number; refunds: number }>`
    select case
        when t.used_at is not null and t.status = 1 and t.issue_number = 1
          and t.holder_session_id is null then 'scan'
        when t.used_at is null and t.status = 1 and t.issue_number = 2
          and t.holder_session_id is not null then 'hand-over'
        when t.used_at is null and t.status = 2 and t.issue_number = 2
          and t.holder_session_id is null then 'return'
        when t.used_at is null and t.status = 3 and t.issue_number = 2
          and t.holder_session_id is null then 'resale'
      end as became,
      (select count(*)::int from refund r join payment p on p.id = r.payment_id
        where p.order_key = o.order_key) as refunds
    from ticket t join orders o on o.id = t.order_id where t.identifier = ${identifier}
  `.execute(context.db)
  const [row] = rows
  return { became: row?.became ?? null, refunds: row?.refunds ?? 0 }
}

async function refusal(answer: Promise<Answer>): Promise<string | null> {
  const { status, body } = await answer
  return status === 200 ? null : (body.error?.code ?? String(status))
}

function post(ring: Ring, server: number, path: string, body: object, token?: string) {
  return send(ring, server, path, token, { method: 'POST', body: JSON.stringify(body) })
}

function get(ring: Ring, server: number, path: string, token: string) {
  return send(ring, server, path, token, { method: 'GET' })
}

async function send(
  { origins }: Ring,
  server: number,
  path: string,
  token: string | undefined,
  init: RequestInit,
): Promise<Answer> {
  const reply = await fetch(`${origins[server % origins.length]}${path}`, {
    ...init,
    headers: {
      ...(init.body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  })
  return { status: reply.status, body: await reply.json() }
}

/** What the losers may be told: that the ticket is used, gone, passed on, or of an older issue. */
export const reasons: readonly string[] = [
  'QuoteChanged',
  'TicketUsed',
  'TicketGoneBack',
  'TicketPassedOn',
  'OrderStatusNotAllowed',
  'TicketShareEnded',
  'TicketNotFound',
  'AlreadyUsed',
  'OldCode',
  'Returned',
  'NotPaid',
]
