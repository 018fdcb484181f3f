/**
 * Goal: an item that a supplier has to confirm ends with tickets with its numbers or with a refund, once, whatever the
 * supplier answers. Method: the shop with its database and the demo bank; some boats belong to a supplier that answers
 * late, twice, not at all, or refuses. Places, tickets and money are compared after every test.
 */
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { orderStatus } from '#contract/enumerations.ts'
import { refundCancelled } from '#flows/returns/server/refund-cancelled.ts'
import { quoteOf, type Bought } from '#flows/returns/tests/test-env.ts'
import { ok } from '#kernel/result.ts'
import { listOverdueConfirmations, readConfirmations } from '#modules/orders/server/public-api.ts'
import {
  cancelItem,
  refusedEmailJob,
  ticketEmailJob,
  waitingEmailJob,
  writeRefusedEmail,
  writeTicketEmail,
  writeWaitingEmail,
} from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Actor } from '#platform/context.ts'
import type { Email } from '#platform/mail/mail.ts'
import { confirmDue } from '../server/confirm-due.ts'
import { fulfilmentRoutes } from '../server/routes.ts'
import { FulfilmentShop, alsoSupplied, concertMinor, seatMinor } from './fulfilment-shop.ts'

const { Canceled, Processed, WaitingForTicket } = orderStatus
const shop = new FulfilmentShop()

test('is confirmed: paid and sold at once, tickets with the numbers of the supplier, an email with them', async () => {
  const bought = await shop.buy({ seats: 2, deck: 2 })
  expect(await shop.stateOf(bought)).toBe(WaitingForTicket)
  expect((await shop.orderOf(bought)).processedAt).not.toBeNull()
  expect(bought.tickets).toEqual([])
  expect(await shop.placesTaken(bought)).toBe(2)
  expect(await shop.jobsOf(bought)).toEqual([waitingEmailJob.name])
  const paidAt = (await shop.orderOf(bought)).processedAt
  await shop.ask()
  expect(await shop.stateOf(bought)).toBe(Processed)
  expect((await shop.orderOf(bought)).processedAt).toEqual(paidAt)
  const tickets = await shop.held(bought)
  expect(tickets).toHaveLength(4)
  for (const { ticket, code } of tickets) {
    expect(ticket.bookingNumber).toMatch(/^PNR/)
    expect(ticket.supplierTicketNumber).toBe(`999-${ticket.orderLineId}-${ticket.lineUnit}`)
    expect(code).not.toBeNull()
  }
  expect(await shop.jobsOf(bought)).toEqual([ticketEmailJob.name, waitingEmailJob.name])
  // The supplier is not asked again.
  await shop.ask(2)
  expect(shop.supplier.asked).toEqual(['confirm 1'])
})

test('our own part of an order is issued at once; the letters say what is being confirmed', async () => {
  const bought = await shop.buy({ fates: ['late'], concertPlace: 1 })
  expect(await shop.stateOf(bought)).toBe(WaitingForTicket)
  expect(await shop.bookings(bought)).toEqual([[false, true]])
  const sent: [Email, string][] = []
  const mailer = { send: async (mail: Email, key: string) => void sent.push([mail, key]) } as never
  const payload = { orderId: bought.order.id }
  await writeTicketEmail(shop.env.context, mailer, payload, shop.env.ports.tickets)
  await writeWaitingEmail(shop.env.context, mailer, payload, shop.env.ports.tickets)
  expect(sent[0]?.[0].text).toContain('Still being confirmed: Pier 0 – Pier 1.')
  expect(sent[1]?.[0].subject).toBe('Paid, being confirmed: Pier 0 – Pier 1')
  await shop.ask(3)
  expect(shop.supplier.asked).toEqual(['confirm 1', 'look up 2', 'look up 3'])
  expect(await shop.stateOf(bought)).toBe(Processed)
  expect((await shop.bookings(bought)).toSorted()).toEqual([
    [false, true],
    [true, true],
  ])
  const [confirmation] = await readConfirmations(shop.env.context, [bought.order.id])
  const part = { ...payload, confirmationId: confirmation?.id ?? '' }
  await writeTicketEmail(shop.env.context, mailer, part, shop.env.ports.tickets)
  await writeWaitingEmail(shop.env.context, mailer, payload, shop.env.ports.tickets)
  expect(sent).toHaveLength(3)
  // An email different from the first, so it is not dropped as a duplicate.
  expect(sent[2]?.[1]).not.toBe(sent[0]?.[1])
  expect(sent[2]?.[0].text).not.toContain('being confirmed')
})

test('a lost answer is looked up, and what broke before it booked is asked again: never booked twice', async () => {
  const lost = await shop.buy({ fates: ['lost'] })
  await shop.ask(2)
  expect(shop.supplier.asked).toEqual(['confirm 1', 'look up 2'])
  expect(await shop.stateOf(lost)).toBe(Processed)
  const broke = await shop.buy({ fates: ['dies'] })
  await shop.ask(2)
  expect(shop.supplier.asked.slice(2)).toEqual(['confirm 1', 'look up 2', 'confirm 2'])
  expect(await shop.stateOf(broke)).toBe(Processed)
})

test('two workers with the same answer issue one set of tickets', async () => {
  const bought = await shop.buy({ seats: 2 })
  const { context } = shop.env
  // The second takes it while the first is still asking: its lease has ended.
  const confirm = shop.supplier.confirm.bind(shop.supplier)
  const both = vi
    .spyOn(shop.supplier, 'confirm')
    .mockImplementationOnce(async (inside, request) => {
      context.clock.advance(100)
      await confirmDue(context, shop.ports)
      return { ...(await shop.supplier.lookUp(inside, request)) } as Awaited<
        ReturnType<typeof confirm>
      >
    })
  shop.supplier.fates.push('confirms')
  const error = vi.spyOn(context.log, 'error')
  await confirmDue(context, shop.ports)
  expect(error).not.toHaveBeenCalled()
  error.mockRestore()
  both.mockRestore()
  shop.supplier.fates.length = 0
  expect(await shop.held(bought)).toHaveLength(2)
  expect(await shop.stateOf(bought)).toBe(Processed)
})

test('is refused: everything goes back, places are free, the buyer is told', async () => {
  const bought = await shop.buy({ fates: ['refuses'], seats: 2, deck: 1 })
  await shop.ask()
  expect(await shop.stateOf(bought)).toBe(Canceled)
  await shop.env.refunds(3)
  expect(shop.backAtBank(bought)).toBe(3 * seatMinor)
  expect(await shop.placesTaken(bought)).toBe(0)
  expect(await shop.held(bought)).toEqual([])
  expect(await shop.jobsOf(bought)).toEqual([refusedEmailJob.name, waitingEmailJob.name].toSorted())
  const send = vi.fn(async (_mail: Email, _key: string) => undefined)
  const [confirmation] = await readConfirmations(shop.env.context, [bought.order.id])
  expect(confirmation).toMatchObject({ state: 'refused', refusalCode: 'SOLD_OUT' })
  const id = confirmation?.id ?? ''
  const payload = { returnId: id, confirmationId: id }
  await writeRefusedEmail(shop.env.context, { send } as never, payload, shop.env.ports.tickets)
  const mail = send.mock.calls[0]?.[0]
  expect(mail?.subject).toBe('Could not be confirmed: Pier 0 – Pier 1')
  expect(mail?.text).toContain('15.60')
  expect(mail?.text).not.toContain('The rest of your order')
})

test('is refused beside our own: that part goes back to card and balance, the rest stays', async () => {
  const bought = await shop.buy({ fates: ['refuses'], concertPlace: 2, balanceMinor: 1_000 })
  await shop.ask()
  expect(await shop.stateOf(bought)).toBe(Processed)
  expect(await shop.bookings(bought)).toEqual([[false, true]])
  await shop.env.refunds(3)
  const total = seatMinor + concertMinor
  const toCard = Math.floor((seatMinor * (total - 1_000)) / total)
  expect(shop.backAtBank(bought)).toBe(toCard)
  // The concert's ticket is returned afterwards by its own terms.
  const quote = await quoteOf(shop.env, bought)
  expect(quote.back.amount).toBe(5_000)
  expect(await shop.env.executeReturn(bought.actor, quote.quote)).toMatchObject({ ok: true })
  expect(await shop.stateOf(bought)).toBe(Canceled)
})

test('our own ticket goes back while the other is being confirmed; the order ends with the last answer', async () => {
  const confirmed = await shop.buy({ fates: ['silent'], concertPlace: 3 })
  const refused = await shop.buy({ fates: ['silent'], concertPlace: 4 })
  await shop.ask()
  for (const bought of [confirmed, refused]) {
    const quote = await quoteOf(shop.env, bought)
    expect(await shop.env.executeReturn(bought.actor, quote.quote)).toMatchObject({ ok: true })
    expect(await shop.stateOf(bought)).toBe(WaitingForTicket)
  }
  shop.supplier.wake('confirms')
  await sql`update order_confirmation set next_attempt_at = '2100-01-01'
    where order_id = ${refused.order.id}`.execute(shop.env.context.db)
  await shop.ask()
  expect(await shop.stateOf(confirmed)).toBe(Processed)
  shop.supplier.wake('refuses')
  vi.spyOn(shop.supplier, 'lookUp').mockResolvedValueOnce({ kind: 'refused', code: 'GONE' })
  await sql`update order_confirmation set next_attempt_at = '2020-01-01'
    where order_id = ${refused.order.id}`.execute(shop.env.context.db)
  await shop.ask()
  expect(await shop.stateOf(refused)).toBe(Canceled)
  await shop.env.refunds(3)
  expect(shop.backAtBank(refused)).toBe(seatMinor + 5_000)
})

test('an answer without numbers makes no tickets', async () => {
  const bought = await shop.buy({ fates: ['numberless'] })
  await shop.ask(3)
  expect(await shop.stateOf(bought)).toBe(WaitingForTicket)
  expect(await shop.held(bought)).toEqual([])
  const [confirmation] = await readConfirmations(shop.env.context, [bought.order.id])
  expect(confirmation).toMatchObject({ state: 'pending', lastDetail: 'The answer does not fit' })
  vi.spyOn(shop.supplier, 'lookUp').mockResolvedValueOnce({ kind: 'refused', code: 'BROKEN' })
  await shop.ask()
  expect(await shop.stateOf(bought)).toBe(Canceled)
})

test('silence: asked with growing pauses, operators are alerted once after the deadline, and it still ends well', async () => {
  shop.supplier.confirmBy = new Date(shop.env.context.clock.now().getTime() + 1_800_000)
  const bought = await shop.buy({ fates: ['silent'] })
  const error = vi.spyOn(shop.env.context.log, 'error')
  const attempts: number[] = []
  const began = shop.env.context.clock.now().getTime()
  for (let second = 0; second < 3_600; second += 5) {
    if ((await confirmDue(shop.env.context, shop.ports)) > 0)
      attempts.push((shop.env.context.clock.now().getTime() - began) / 1_000)
    shop.env.context.clock.advance(5)
  }
  expect(attempts.slice(0, 7)).toEqual([0, 5, 15, 35, 75, 155, 315])
  expect((attempts[9] ?? 0) - (attempts[8] ?? 0)).toBe(300)
  expect(error).toHaveBeenCalledTimes(1)
  error.mockRestore()
  const [overdue] = await readConfirmations(shop.env.context, [bought.order.id])
  expect(overdue?.overdueAt).not.toBeNull()
  expect(await shop.stateOf(bought)).toBe(WaitingForTicket)
  shop.supplier.wake('confirms')
  shop.supplier.confirmBy = new Date('2026-12-31T00:00:00Z')
  const id = overdue?.id ?? ''
  shop.supplier.booked.set(id, 1)
  shop.env.context.clock.advance(400)
  await shop.ask()
  expect(await shop.stateOf(bought)).toBe(Processed)
})

test('an operator sees what is overdue and refunds it; what the supplier has booked becomes tickets', async () => {
  shop.supplier.confirmBy = new Date(shop.env.context.clock.now().getTime() + 60_000)
  const none = await shop.buy({ fates: ['silent'] })
  const booked = await shop.buy({ fates: ['silent'] })
  await shop.ask(2)
  shop.supplier.confirmBy = new Date('2026-12-31T00:00:00Z')
  const overdue = await listOverdueConfirmations(shop.env.context, 10)
  expect(overdue.map(({ orderNumber }) => orderNumber).toSorted()).toEqual(
    [none, booked].map(({ order }) => order.orderNumber).toSorted(),
  )
  const [route] = fulfilmentRoutes(shop.ports)
  const operator = shop.env.context.as({
    ...(await shop.env.customer()),
    kind: 'customer',
    isOperator: true,
  } as Actor)
  const refund = async ({ order }: Bought) => {
    const [confirmation] = await readConfirmations(shop.env.context, [order.id])
    const params = { confirmationId: confirmation?.id ?? '' }
    return route?.handle(operator, { params, body: { note: 'Asked by phone' } } as never)
  }
  expect(await refund(none)).toEqual({ ok: true, value: { state: 'refused' } })
  expect(await shop.stateOf(none)).toBe(Canceled)
  shop.supplier.wake('confirms')
  expect(await refund(booked)).toEqual({ ok: true, value: { state: 'confirmed' } })
  expect(await refund(booked)).toEqual({ ok: true, value: { state: 'confirmed' } })
  expect(await shop.stateOf(booked)).toBe(Processed)
  expect(await listOverdueConfirmations(shop.env.context, 10)).toEqual([])
})

test('an item that is cancelled while it is being confirmed gives everything back', async () => {
  const [itemId] = alsoSupplied
  const bought = await shop.buy({ itemId })
  const { context } = shop.env
  await inTransaction(context, async (inside) =>
    ok(
      await cancelItem(inside, {
        source: 'boat',
        itemId,
        offeringId: shop.offeringId,
        legs: { from: 0, to: 1 },
        reason: { ka: 'ქარი', en: 'Wind' },
        lastStart: new Date(context.clock.now().getTime() + 3_600_000),
      }),
    ),
  )
  await refundCancelled(context, shop.env.ports)
  expect(await shop.stateOf(bought)).toBe(WaitingForTicket)
  await shop.ask()
  await refundCancelled(context, shop.env.ports)
  expect(await shop.stateOf(bought)).toBe(Canceled)
  await shop.env.refunds(3)
  expect(shop.backAtBank(bought)).toBe(seatMinor)
})
