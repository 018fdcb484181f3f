/**
 * Goal: of all simultaneous actions on a ticket at the entrance exactly one succeeds. Method: a thousand scans of
 * one ticket, and for many tickets simultaneous scans, offline logs, returns and transfers in an order drawn from a
 * seed; then the state of each ticket is read from the database.
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ticketStatus } from '#contract/enumerations.ts'
import { entranceSync } from '#modules/entrance/contract.ts'
import { openDoor, type Bought } from '#modules/entrance/tests/support.ts'
import { seedOf } from '../support/tier.ts'

const seed = seedOf('entrance', 20_261_122)
const tickets = Number(process.env.TICKETS ?? 200)

test('admits one of a thousand scans of a ticket, and each ticket once among returns and transfers', async () => {
  const door = await openDoor()
  const { db, random } = door.shop.context
  const staff = await door.staff({ role: 'manager' })
  const [one] = await door.buy(1)
  const devices = Array.from({ length: 20 }, () => door.device(staff))
  const outcomes = await Promise.all(
    Array.from({ length: 1_000 }, (_, at) => devices[at % 20]?.scan(one?.code ?? '')),
  )
  expect(outcomes.filter((outcome) => outcome === 'Admitted')).toHaveLength(1)

  let state = seed
  const draw = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % most
  }
  const releaseOrder = (ticket: Bought) =>
    db
      .updateTable('ticket')
      .set({ status: ticketStatus.Inactive, issue_number: 2 })
      .where('id', '=', ticket.ticketId)
      .where('status', '=', ticketStatus.Active)
      .where('used_at', 'is', null)
      .where('issue_number', '=', 1)
      .executeTakeFirst()
      .then(({ numUpdatedRows }) => (numUpdatedRows === 1n ? 'returned' : 'refused'))
  const tellLater = (ticket: Bought) => {
    const at = new Date(door.shop.context.clock.now().getTime() - draw(1_000) * 1000).toISOString()
    const scan = { sequence: 1, scannedAt: at, ticketId: ticket.ticketId, issueNumber: 1 }
    const body = {
      deviceId: random.uuid(),
      eventId: door.shop.event.eventId,
      sentAt: door.shop.context.clock.now().toISOString(),
      scans: [{ ...scan, outcome: 'Admitted' as const }],
    }
    return door
      .ask(staff, entranceSync, { body })
      .then((answer) => (answer.ok ? 'told' : answer.code))
  }
  for (let done = 0; done < tickets; done += 10) {
    const bought = await door.buy(10)
    await Promise.all(
      bought.flatMap((ticket) =>
        Array.from({ length: 12 }, () => {
          const what = draw(4)
          if (what === 0) return releaseOrder(ticket)
          if (what === 1) return tellLater(ticket)
          return devices[draw(20)]?.scan(ticket.code)
        }),
      ),
    )
    const ids = bought.map(({ ticketId }) => ticketId)
    const rows = await db
      .selectFrom('ticket')
      .leftJoin('entrance_scan', (join) =>
        join
          .onRef('entrance_scan.ticket_id', '=', 'ticket.id')
          .on('entrance_scan.outcome', '=', 'Admitted'),
      )
      .select(['ticket.id', 'ticket.status', 'ticket.used_at', 'entrance_scan.scanned_at'])
      .where('ticket.id', 'in', ids)
      .execute()
    expect(rows, 'one admission a ticket at most').toHaveLength(ids.length)
    for (const row of rows) {
      const isUsed = row.used_at !== null
      expect(row.scanned_at?.getTime() ?? null).toBe(row.used_at?.getTime() ?? null)
      expect(isUsed ? row.status : ticketStatus.Inactive).toBe(row.status)
    }
    // The standing area holds fifty: sold places are freed for the next round.
    await sql`update pool_leg set taken = 0`.execute(db)
  }
  await door.shop.close()
}, 3_600_000)
