/** Goal: a schedule never moves a screening without a word. Method: the next night in which a cinema's clocks are put forward. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import {
  makeCinema,
  makeScreening,
  type TestCinema,
} from '../../../modules/cinema/tests/factories.ts'

const timeZone = 'America/New_York'

let shop: HostileShop
let cinema: TestCinema

beforeAll(async () => {
  shop = await openHostileShop()
  cinema = await makeCinema(shop.context, { halls: 2, forbidsSingleSeats: false })
  // A format is sold at the prices of a screening that has it.
  await makeScreening(shop.context, cinema)
  await sql`update cinema set time_zone = ${timeZone}`.execute(shop.context.db)
})
afterAll(() => shop.close())

/** The next local time that the clocks of a zone leave out. */
function skippedMoment(from: Date): Temporal.PlainDateTime {
  let at = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timeZone)
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (!next) throw new Error(`${timeZone} changes its clocks no more`)
    const before = next.subtract({ nanoseconds: 1 })
    if (next.offsetNanoseconds > before.offsetNanoseconds)
      return before.toPlainDateTime().round('minute').add({ minutes: 30 })
    at = next
  }
}

test('a local time that does not exist is asked about, the hours beside it are not', async () => {
  const operator = await shop.operator()
  const skipped = skippedMoment(shop.context.clock.now())
  const check = async (moment: Temporal.PlainDateTime) => {
    const row = [cinema.slug, `cinema-${cinema.cinemaId}`, 'Hall 1', moment, '2D', 'ka'].join(',')
    const body = {
      format: 'csv',
      content: `film,cinema,hall,startsAt,format,language\n${row}`,
      isDryRun: true,
    }
    return expectOk(shop.post('/v2/operator/cinema/import', body, operator))
  }
  expect((await check(skipped)).problems).toMatchObject([
    { row: 1, code: 'skipped-time', isWarning: false },
  ])
  for (const hours of [-2, 2])
    expect(await check(skipped.add({ hours }))).toMatchObject({ newCount: 1, problems: [] })
})
