/** A ticket that has lost its seat shows no code and does not admit, on the page and in the hands of a conductor. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { readRuns } from '#modules/timetable/server/public-api.ts'
import { writeVehicleChanged } from '#modules/transport/server/public-api.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import type { HostileShop, Reply } from '../../../../tests/hostile/shop.ts'

/** The page, whoever verifies the ticket, and the conductor's device, with a network and without, say the same. */
export async function expectRefusedWithoutSeat(
  shop: HostileShop,
  run: {
    readonly runId: number
    readonly staff: string
    readonly lost: Reply
  },
): Promise<void> {
  const { runId, staff, lost } = run
  expect(lost).toMatchObject({ code: null, event: { isCancelled: true, isWithoutPlace: true } })
  const asked = `/v2/tickets/verify?ticketIdentifier=${lost.ticketIdentifier}`
  expect(await expectOk(shop.get(asked))).toMatchObject({ isValid: true, opensDoor: false })
  const item = { source: 'transport', itemId: runId }
  const list = await expectOk(shop.get(`/v2/entrance/list?source=transport&itemId=${runId}`, staff))
  expect(list.lines.filter(([, , , isValid]: number[]) => isValid === 2)).toHaveLength(1)
  const deviceId = shop.context.random.uuid()
  const scan = { ...item, deviceId, sequence: 1, code: lost.ticketIdentifier }
  const { clock } = shop.context
  const before = clock.now()
  // Tickets are scanned from some hours before the departure, which may be a day away.
  clock.set(new Date((await departureOf(shop, runId)).getTime() - 3_600_000))
  const scanned = await expectOk(shop.post('/v2/entrance/scan', scan, staff))
  clock.set(before)
  expect(scanned).toMatchObject({ outcome: 'NoSeat', passenger: { name: lost.passenger.name } })
  expect(await lettersAbout(shop, runId)).toMatch(/without a seat has no code|კოდიც აღარ აქვს/)
}

async function departureOf(shop: HostileShop, runId: number): Promise<Date> {
  const [run] = await readRuns(shop.context, [runId])
  if (!run) throw new Error('The run exists')
  return run.departsAt
}

type Letter = Parameters<typeof writeVehicleChanged>[2]

/** The texts of the e-mails about the vehicle of a run. */
async function lettersAbout(shop: HostileShop, runId: number): Promise<string> {
  const { rows } = await sql<{ data: Letter }>`
    select data from pgboss.job where name = 'vehicle-changed-letter' and (data ->> 'runId')::int = ${runId}`.execute(
    shop.context.db,
  )
  const texts: string[] = []
  const mailer = {
    send: async ({ text }: { text: string }) => void texts.push(text),
    close: () => undefined,
  }
  for (const { data } of rows)
    await writeVehicleChanged(shop.context, mailer as never, data, {
      id: '1',
      ...shop.ports.tickets,
    })
  return texts.join('\n')
}
