/** Commands that compete with another vehicle of a run for the same seats, each prepared up to its last request. */
import { sql } from 'kysely'
import { expirePayingOrder } from '#flows/checkout/server/expire-paying-orders.ts'
import { refundCancelled } from '#flows/returns/server/refund-cancelled.ts'
import { importFeed } from '#modules/timetable/server/public-api.ts'
import { googleSample, packed } from '#modules/timetable/tests/feeds.ts'
import { customerAccount, postTransfer } from '#modules/wallet/server/public-api.ts'
import type { MadeLine } from '../../../../tests/hostile/journeys.ts'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import { buyer, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { makeVehicle } from './vehicles.ts'

export interface RaceWorld {
  readonly shop: HostileShop
  readonly line: MadeLine
  readonly staff: string
  /** Its vehicle is exchanged; the other one leaves on another day. */
  readonly runId: number
  readonly otherRunId: number
  readonly below: (below: number) => number
}

export interface Rival {
  readonly name: string
  /** Brings everything up to the last request, which is returned; it answers `ok` or the code of its refusal. */
  prepare(world: RaceWorld): Promise<() => Promise<string>>
  /** Refusals that a change of the vehicle may cause. */
  readonly refusals?: readonly string[]
  /** Of a change of a ticket. */
  readonly changeFeeMinor?: number
  /** Refusals of the change of the vehicle. */
  readonly changeRefusals?: readonly string[]
}

export interface Party {
  readonly token: string
  readonly orderKey: string
  readonly lineIds: readonly number[]
}

/** Seats held by a new customer. */
export async function holdSeats(
  { shop, runId }: Pick<RaceWorld, 'shop' | 'runId'>,
  placeIds: readonly number[],
  { legFrom = 0, legTo = 2 } = {},
): Promise<Party> {
  const token = await shop.customer()
  const passengers = placeIds.map((placeId) => ({ placeId }))
  const { orderKey, segments } = await expectOk(
    shop.post('/v2/transport/choose', { segments: [{ runId, legFrom, legTo, passengers }] }, token),
  )
  return { token, orderKey, lineIds: segments[0].tickets.map(({ lineId }: Reply) => lineId) }
}

/** The passengers are named; the bank has approved, and the shop has not heard of it. */
async function approve({ shop }: RaceWorld, party: Party): Promise<string> {
  const { orderKey, token } = party
  await nameAll(shop, party)
  return approveOrder(shop, orderKey, token)
}

async function nameAll(shop: HostileShop, { orderKey, token, lineIds }: Party): Promise<void> {
  const passengers = lineIds.map((lineId, index) => ({
    lineId,
    givenName: `Nino ${'I'.repeat(index + 1)}`,
    familyName: 'Beridze',
  }))
  await expectOk(
    shop.post('/v2/orders/checkout', { orderKey, buyer, acceptTerms: true, passengers }, token),
  )
}

async function approveOrder(shop: HostileShop, orderKey: string, token: string): Promise<string> {
  const { payId } = await startPayment(shop, orderKey, token)
  shop.bank.misbehave({ callbackLost: true }, payId)
  shop.bank.pay(payId, { kind: 'approve' })
  return payId
}

/** Paid seats of a new customer. */
export async function buySeats(
  world: Pick<RaceWorld, 'shop' | 'runId'>,
  placeIds: readonly number[],
  legs: { legFrom?: number; legTo?: number } = {},
): Promise<Party> {
  const { shop } = world
  const party = await holdSeats(world, placeIds, legs)
  await nameAll(shop, party)
  const { payId } = await startPayment(shop, party.orderKey, party.token)
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  await expectOk(shop.post('/v2/orders/complete', { orderKey: party.orderKey }, party.token))
  // On the day of a payment the bank allows one partial refund, and later any number.
  const taken = shop.bank.payments().find((one) => one.payId === payId)
  if (taken) taken.paidAt = Date.now() - 2 * 86_400_000
  return party
}

export async function ticketsOf({ shop }: Pick<RaceWorld, 'shop'>, { token }: Party) {
  const { tickets } = await expectOk(shop.get('/v2/tickets', token))
  return tickets as Reply[]
}

async function codeOf(answer: Promise<{ status: number; body: Reply }>): Promise<string> {
  const { status, body } = await answer
  return status < 300 ? 'ok' : String(body.error?.code ?? status)
}

/** The kind of vehicle with too few seats. */
export const smallKind = 2

/** Another vehicle for the run: one of some kinds. */
export async function otherVehicle(
  { shop, line, below }: RaceWorld,
  kind = below(4),
): Promise<number> {
  const kinds = [
    { seats: 12, labelsFrom: 100 },
    { seats: 16, coaches: 2, labelsFrom: 200 },
    { seats: 3, labelsFrom: 300 },
    { seats: 12, firstClass: 6 },
  ]
  return makeVehicle(shop.context, line, kinds[kind] ?? { seats: 12 })
}

export function changeVehicleOf(
  { shop, runId, staff }: Pick<RaceWorld, 'shop' | 'runId' | 'staff'>,
  vehicleTypeId: number,
): Promise<string> {
  const wanted = { runId, vehicleTypeId, withoutSeatMax: 20 }
  return codeOf(shop.post('/v2/merchantusers/runs/change-vehicle', wanted, staff))
}

const complete = ({ shop }: RaceWorld, { orderKey, token }: Party) =>
  codeOf(shop.post('/v2/orders/complete', { orderKey }, token))

/** Two passengers, of whom one has lost the seat. */
async function loseSeat(world: RaceWorld): Promise<{ party: Party; lost: Reply }> {
  const party = await buySeats(world, [1, 2])
  const small = await makeVehicle(world.shop.context, world.line, { seats: 1 })
  await changeVehicleOf(world, small)
  const lost = (await ticketsOf(world, party)).find(({ seat }) => seat === null)
  return { party, lost }
}

async function changeTo(world: RaceWorld, ticket: Reply, wanted: string, { token }: Party) {
  const asked = `ticketIdentifier=${ticket.ticketIdentifier}&${wanted}`
  const { quote } = await expectOk(world.shop.get(`/v2/transport/changes/quote?${asked}`, token))
  return () => world.shop.post('/v2/transport/changes', { quote }, token)
}

const late = 901

export const rivals: readonly Rival[] = [
  {
    name: 'payment by card',
    async prepare(world) {
      const party = await holdSeats(world, [7, 8])
      await approve(world, party)
      return () => complete(world, party)
    },
  },
  {
    name: 'payment from the balance',
    // No seat was left for an order that was not paid yet.
    refusals: ['OrderStatusNotAllowed'],
    async prepare(world) {
      const party = await holdSeats(world, [7, 8])
      await nameAll(world.shop, party)
      await giveBalance(world, party)
      await expectOk(
        world.shop.post('/v2/balance/apply', { orderKey: party.orderKey }, party.token),
      )
      return () => complete(world, party)
    },
  },
  {
    name: 'late payment',
    async prepare(world) {
      const { shop, below } = world
      const party = await holdSeats(world, [7, 8])
      await nameAll(shop, party)
      const { payId } = await startPayment(shop, party.orderKey, party.token)
      shop.context.clock.advance(late)
      if (below(2) === 0) await expirePayingOrder(shop.context, shop.ports.checkout, party.orderKey)
      shop.bank.misbehave({ callbackLost: true }, payId)
      shop.bank.pay(payId, { kind: 'approve' }, { force: true })
      return () => complete(world, party)
    },
  },
  {
    name: 'return of one passenger',
    // Without a seat, or in a lower class, other amounts are due.
    refusals: ['QuoteChanged'],
    async prepare(world) {
      const { shop } = world
      const party = await buySeats(world, [7, 8])
      const [ticket] = await ticketsOf(world, party)
      const { quote } = await expectOk(
        shop.get(`/v2/tickets/return?ticketIdentifier=${ticket.ticketIdentifier}`, party.token),
      )
      return () => codeOf(shop.post('/v2/tickets/return', { quote }, party.token))
    },
  },
  {
    name: 'change of the date',
    // In a lower class other amounts are due.
    refusals: ['QuoteChanged'],
    async prepare(world) {
      const party = await buySeats(world, [7, 8])
      const [ticket] = await ticketsOf(world, party)
      const wanted = `runId=${world.otherRunId}&legFrom=0&legTo=2`
      const change = await changeTo(world, ticket, wanted, party)
      return () => codeOf(change())
    },
  },
  {
    name: 'change of the seat',
    // The number may not exist in the other vehicle.
    refusals: ['QuoteChanged', 'SeatNotAvailable', 'NoSeatsLeft', 'TicketTypeNotFound'],
    async prepare(world) {
      const party = await buySeats(world, [7, 8])
      const [ticket] = await ticketsOf(world, party)
      const wanted = `runId=${world.runId}&legFrom=0&legTo=2&placeId=${9 + world.below(3)}`
      const change = await changeTo(world, ticket, wanted, party)
      return () => codeOf(change())
    },
  },
  {
    name: 'payment of a changed ticket',
    changeFeeMinor: 100,
    async prepare(world) {
      const party = await buySeats(world, [7, 8])
      const [ticket] = await ticketsOf(world, party)
      const wanted = `runId=${world.runId}&legFrom=0&legTo=2&placeId=9`
      const change = await changeTo(world, ticket, wanted, party)
      const { orderKey } = await expectOk(change())
      await approveOrder(world.shop, orderKey, party.token)
      return () => complete(world, { ...party, orderKey })
    },
  },
  {
    name: 'transfer',
    async prepare(world) {
      const { shop } = world
      const party = await buySeats(world, [7, 8])
      const [ticket] = await ticketsOf(world, party)
      const share = { ticketIdentifier: ticket.ticketIdentifier, handsOver: true }
      const link = await expectOk(shop.post('/v2/tickets/share-url', share, party.token))
      const receiver = await shop.customer()
      return () =>
        codeOf(shop.post('/v2/tickets/take-over', { token: link.ticketShareToken }, receiver))
    },
  },
  {
    name: 'rebooking after a missing seat',
    refusals: ['TicketNotChangeable', 'QuoteChanged'],
    async prepare(world) {
      const { party, lost } = await loseSeat(world)
      const { ticketIdentifier } = lost
      const wanted = { ticketIdentifier, runId: world.otherRunId, legFrom: 0, legTo: 2 }
      return () => codeOf(world.shop.post('/v2/transport/rebooking', wanted, party.token))
    },
  },
  {
    name: 'refund of a missing seat',
    async prepare(world) {
      const { shop } = world
      await loseSeat(world)
      shop.context.clock.advance(86_400)
      return async () => {
        await refundCancelled(shop.context, shop.ports.returns)
        return 'ok'
      }
    },
  },
  {
    name: 'cancellation of the run',
    changeRefusals: ['RunNotChangeable'],
    async prepare(world) {
      const { shop, runId, staff } = world
      await buySeats(world, [7, 8])
      return () => codeOf(shop.postProven('/v2/merchantusers/runs/cancel', { runId }, staff))
    },
  },
  {
    name: 'release of a held seat',
    async prepare(world) {
      const party = await holdSeats(world, [7, 8])
      const [lineId] = party.lineIds
      const wanted = { orderKey: party.orderKey, lineIds: [lineId] }
      return () => codeOf(world.shop.post('/v2/orders/unreserve', wanted, party.token))
    },
    // The change has released it.
    refusals: ['BadRequest'],
  },
  {
    name: 'choice of a seat',
    refusals: ['SeatNotAvailable', 'NoSeatsLeft'],
    async prepare(world) {
      const { shop, runId, below } = world
      const token = await shop.customer()
      const passengers = below(2) === 0 ? [{}, {}] : [{ placeId: 9 }, { placeId: 10 }]
      const segments = [{ runId, legFrom: 0, legTo: 3, passengers }]
      return () => codeOf(shop.post('/v2/transport/choose', { segments }, token))
    },
  },
  {
    name: 'another change of the vehicle',
    async prepare(world) {
      await buySeats(world, [7, 8])
      const other = await otherVehicle(world)
      return () => changeVehicleOf(world, other)
    },
  },
]

/** On a line of its own: the imported timetable no longer contains it. */
export const importRival: Rival = {
  name: 'import of a timetable',
  changeRefusals: ['RunNotChangeable', 'NotFound'],
  async prepare({ shop, line, otherRunId }) {
    const { rows } = await sql<{ name: string; slug: string }>`
      select feed.name, merchant.slug from agency join feed on feed.id = agency.feed_id
      join merchant_summary merchant on merchant.merchant_id = agency.merchant_id
      where agency.id = ${line.agencyId}`.execute(shop.context.db)
    const { name = '', slug = '' } = rows[0] ?? {}
    const files = { ...googleSample(), 'feed_info.txt': feedInfo(otherRunId) }
    return async () => {
      const request = { name, packed: packed(files), brand: line.brand, organiser: slug }
      const report = await importFeed(shop.context, request)
      return report.isApplied ? 'ok' : JSON.stringify(report.notices)
    }
  },
}

/** Makes each feed another one. */
function feedInfo(version: number): string {
  return `feed_publisher_name,feed_publisher_url,feed_lang,feed_version\nTest,http://example.com,en,${version}\n`
}

async function giveBalance({ shop }: RaceWorld, { token }: Party): Promise<void> {
  const actor = await shop.ports.sessions.authenticate(shop.context, token)
  if (actor?.kind !== 'customer') throw new Error('A customer buys')
  const currency = 'GEL' as const
  const amountMinor = 100_000
  await postTransfer(shop.context, {
    idempotencyKey: shop.context.random.uuid(),
    kind: 'top-up',
    reference: 'test',
    postings: [
      { account: 'provider:test', currency, amountMinor },
      { account: customerAccount(actor.customerId), currency, amountMinor: -amountMinor },
    ],
  })
}
