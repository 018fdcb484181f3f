/** Simultaneous actions on one ticket, through the real calls of their modules over HTTP and two servers. */
import { invariant } from '#kernel/result.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { sql } from 'kysely'
import { makeEvent, type MadeEvent } from '../../src/modules/events/tests/factories.ts'
import { makeStaffToken } from '../../src/modules/staff/tests/factories.ts'
import type { TestContext } from '../support/context.ts'
import { waitFor } from '../support/wait.ts'
import type { Bank } from './banks.ts'

export interface RaceEnvironment {
  readonly context: TestContext
  /** Addresses of two servers of the same shop. */
  readonly origins: readonly string[]
  /** The bank where the tickets are paid. */
  readonly bank: Bank
}

const actions = ['return', 'resale', 'transfer', 'scan'] as const
type Action = (typeof actions)[number]

/** The answer to each action: null for the successful one, else the reason of the refusal. */
export type Outcome = Readonly<Record<Action, string | null>>

export interface Race {
  readonly outcome: Outcome
  /** The successful action according to the ticket's row. */
  readonly succeeded: Action | null
  readonly refunds: number
}

interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- replies of many calls, read by a test
  readonly body: any
}

interface Prepared {
  readonly identifier: string
  readonly runs: Readonly<Record<Action, () => Promise<string | null>>>
}

/** Creates a date that admits people and still allows returns, with a scanner session. */
export async function openRaces(
  env: RaceEnvironment,
): Promise<{ race(number: number): Promise<Race> }> {
  const { context } = env
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
      const prepared = await prepare(env, event, staff, number)
      // Each goes first in rotation.
      const rotated = [...actions.slice(number % 4), ...actions.slice(0, number % 4)]
      const answers = await Promise.all(
        rotated.map(async (name) => [name, await prepared.runs[name]()] as const),
      )
      const outcome = Object.fromEntries(answers) as Outcome
      return { outcome, ...(await readTicket(context, prepared.identifier)) }
    },
  }
}

/** Buys one seat and prepares everything, so that only the four competing requests remain. */
async function prepare(
  env: RaceEnvironment,
  event: MadeEvent,
  staff: string,
  number: number,
): Promise<Prepared> {
  const { orderKey, token } = await buySeat(env, event, 1 + (number % 40))
  const list = await get(env, 0, '/v2/tickets', token)
  const { ticketIdentifier: identifier, code } = list.body.tickets[0]
  const which = `?ticketIdentifier=${identifier}`
  // A server may know the policies of a second ago, which do not have that of this date.
  const quoteAt = (server: number, path: string) =>
    waitFor(`a quote of ${path} for order ${orderKey}`, async () => {
      const { body } = await get(env, server, `${path}${which}`, token)
      return body.quote as string | null | undefined
    })
  const returnQuote = await quoteAt(0, '/v2/tickets/return')
  const resaleQuote = await quoteAt(1, '/v2/tickets/reselling')
  const share = { ticketIdentifier: identifier, handsOver: true }
  const link = await post(env, 0, '/v2/tickets/share-url', share, token)
  const receiver = (await createSessionStore().openGuest(env.context, 'test')).token
  const scan = {
    deviceId: env.context.random.uuid(),
    eventId: event.eventId,
    sequence: 1,
    code,
  }
  const acceptance = { token: link.body.ticketShareToken }
  // Two requests go to each server, in varying combinations.
  const shift = number % 2
  return {
    identifier,
    runs: {
      return: () => refusal(post(env, shift, '/v2/tickets/return', { quote: returnQuote }, token)),
      resale: () =>
        refusal(post(env, 1 - shift, '/v2/tickets/reselling', { quote: resaleQuote }, token)),
      transfer: () => refusal(post(env, shift, '/v2/tickets/take-over', acceptance, receiver)),
      scan: async () => {
        const { body } = await post(env, 1 - shift, '/v2/entrance/scan', scan, staff)
        return body.outcome === 'Admitted' ? null : (body.outcome ?? body.error?.code)
      },
    },
  }
}

async function buySeat(env: RaceEnvironment, event: MadeEvent, placeId: number) {
  const ticketTypeId = event.seatTypes[placeId <= 20 ? 'a' : 'b']?.ticketTypeId
  const choice = { eventId: event.eventId, seats: [{ placeId, ticketTypeId }] }
  const chosen = await post(env, 0, '/v2/Booking/choose-seat', choice)
  const { orderKey, accessToken } = chosen.body
  const token = String(accessToken)
  const buyer = { name: 'ნინო', email: 'nino@example.com', phone: '+995555000000' }
  await post(env, 0, '/groot/Orders/checkout', { orderKey, buyer, acceptTerms: true }, token)
  const request = { orderKey, provider: env.bank.number }
  const paying = await post(env, 0, '/groot/Orders/create-payment', request, token)
  const id = await env.bank.open(String(paying.body.redirectUrl))
  invariant(id, 'the bank has begun')
  env.bank.act(id, 'approve')
  const done = await post(env, 0, '/v2/orders/complete', { orderKey }, token)
  invariant(done.body.statusName === 'Processed', `the order is paid: ${JSON.stringify(done)}`)
  return { orderKey: String(orderKey), token }
}

/** Reads from the ticket's row which action succeeded, and the number of requested refunds. */
async function readTicket(
  context: TestContext,
  identifier: string,
): Promise<{ succeeded: Action | null; refunds: number }> {
  const { rows } = await sql<{ succeeded: Action | null; count: number; refunds: number }>`
    select case
        when t.used_at is not null and t.status = 1 and t.issue_number = 1
          and t.holder_session_id is null then 'scan'
        when t.used_at is null and t.status = 1 and t.issue_number = 2
          and t.holder_session_id is not null then 'transfer'
        when t.used_at is null and t.status = 2 and t.issue_number = 2
          and t.holder_session_id is null then 'return'
        when t.used_at is null and t.status = 3 and t.issue_number = 2
          and t.holder_session_id is null then 'resale'
      end as succeeded,
      (select count(*)::int from refund r join payment p on p.id = r.payment_id
        where p.order_key = o.order_key) as refunds
    from ticket t join orders o on o.id = t.order_id where t.identifier = ${identifier}
  `.execute(context.db)
  const [row] = rows
  return { succeeded: row?.succeeded ?? null, refunds: row?.refunds ?? 0 }
}

async function refusal(answer: Promise<Answer>): Promise<string | null> {
  const { status, body } = await answer
  return status === 200 ? null : (body.error?.code ?? String(status))
}

function post(env: RaceEnvironment, server: number, path: string, body: object, token?: string) {
  return send(env, server, path, token, { method: 'POST', body: JSON.stringify(body) })
}

function get(env: RaceEnvironment, server: number, path: string, token: string) {
  return send(env, server, path, token, { method: 'GET' })
}

async function send(
  { origins }: RaceEnvironment,
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

/** The expected refusals: the ticket is used, no longer valid, transferred, or of an older issue. */
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
