/**
 * Goal: of a thousand simultaneous acceptances of one share link, one gets the ticket. Method: a thousand sessions
 * on a real database, all at the same moment; ten rounds.
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createShareUrl, takeOverTickets } from '#modules/tickets/transfer-contract.ts'
import { buyTickets, identifierOf, openTicketShop } from '#modules/tickets/tests/support.ts'

test('gives the ticket to one of a thousand who accept its link', async () => {
  const shop = await openTicketShop()
  const { rows } = await sql<{ id: string }>`
    insert into session (id, token_hash, kind, expires_at)
    select gen_random_uuid(), sha256(('racer ' || n)::bytea), 'guest', ${shop.context.clock.now()}
    from generate_series(1, 1000) n returning id`.execute(shop.context.db)
  for (let placeId = 1; placeId <= 10; placeId += 1) {
    const { actor } = await buyTickets(shop, { placeIds: [placeId] })
    const ticketIdentifier = await identifierOf(shop, actor)
    const made = await shop.send(actor, createShareUrl, {
      body: { ticketIdentifier, handsOver: true },
    })
    const token = made.ok ? (made.value.ticketShareToken ?? '') : ''
    const answers = await Promise.all(
      rows.map(({ id }) =>
        shop.send({ kind: 'guest', sessionId: id }, takeOverTickets, { body: { token } }),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  }
  await shop.close()
}, 300_000)
