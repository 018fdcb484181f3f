/**
 * Goal: PDFs are drawn on worker threads, so that a rush of orders does not block the event loop. Method: drawing is
 * forbidden in the test's own thread; many files are still produced concurrently.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { holdTickets } from '../server/queries/held-tickets.ts'
import { ticketsPdf } from '../server/documents/pdf.ts'
import { buyTickets, openTicketShop, type TicketShop } from './support.ts'

vi.mock('../server/documents/draw-pdf.ts', () => ({
  drawPdf: () => {
    throw new Error('drawn on the event loop')
  },
}))

let shop: TicketShop
beforeAll(async () => {
  shop = await openTicketShop()
})
afterAll(() => shop.close())

test('many concurrent PDFs are drawn away from the event loop', async () => {
  const { order } = await buyTickets(shop, { placeIds: [1, 2] })
  const held = await holdTickets(shop.context, shop.ports, [order])
  const files = await Promise.all(
    Array.from({ length: 12 }, () => ticketsPdf(shop.context, held, 'ka')),
  )
  for (const file of files)
    expect(
      Buffer.from(file)
        .toString('latin1')
        .match(/\/Type \/Page\b/g),
    ).toHaveLength(2)
})
