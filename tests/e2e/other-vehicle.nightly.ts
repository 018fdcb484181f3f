/**
 * Goal: a carrier gives a train with passengers another vehicle, and a passenger sees the new seat. Method: a passenger and
 * the carrier's owner with a browser each on the running shop; seats are chosen and passengers named by calls.
 */
import type { Browser } from 'playwright-core'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { otherVehicleText } from '#modules/transport/server/texts.ts'
import { emailLink } from './support/account.ts'
import { buyJourney } from './support/journeys.ts'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { openDatabase } from './support/test-data.ts'
import {
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  newVisitor,
  phone,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'

let browser: Browser
let shop: pg.Client
beforeAll(async () => {
  browser = await startBrowser()
  shop = await openDatabase()
})
afterAll(async () => {
  await endVisits(browser)
  await shop.end()
})

const owner = {
  email: 'georgian-railway@bileti.example',
  password: 'bileti-georgian-railway',
}
const buyer = 'two.travellers@example.ge'

interface Train {
  readonly runId: number
  readonly stops: number
  /** Number of its last coach. */
  readonly coach: number
  /** Two seats of one class side by side in that coach. */
  readonly placeIds: readonly number[]
  /** A vehicle of the carrier with that class, but without that coach. */
  readonly otherId: number
}

/** A train some days ahead, and one with fewer coaches. */
async function trainWithCoaches(): Promise<Train> {
  const { rows } = await shop.query<Train>(`
    with coach as (
      select vehicle_type_id as id, max(coach) as last from vehicle_place group by 1
    ), pair as (
      select one.vehicle_type_id as id, one.class_id, coach.last, array[one.place_id, two.place_id] as places
      from coach join vehicle_place one on one.vehicle_type_id = coach.id and one.coach = coach.last
        join vehicle_place two on two.vehicle_type_id = coach.id and two.coach = coach.last
          and two.class_id = one.class_id and two.x = one.x and two.y = one.y + 1
      where one.attributes & 184 = 0 and two.attributes & 184 = 0
        and (one.attributes & 64) = (two.attributes & 64)
    )
    select run.id as "runId", cardinality(p.stop_ids) as stops, pair.last as coach, pair.places as "placeIds", fewer.id as "otherId"
    from run join trip on trip.id = run.trip_id join trip_pattern p on p.id = trip.pattern_id
      join route on route.id = p.route_id join agency on agency.id = route.agency_id
      join pair on pair.id = run.vehicle_type_id
      join vehicle_type other on other.agency_id = agency.id
      join coach fewer on fewer.id = other.id and fewer.last < pair.last and exists (
        select from vehicle_place v where v.vehicle_type_id = other.id and v.class_id = pair.class_id)
    where agency.brand = 'railway' and run.status = 0
      and run.departs_at between now() + interval '3 days' and now() + interval '6 days'
    order by run.departs_at, run.id, pair.places, fewer.id limit 1`)
  const [train] = rows
  if (!train) throw new Error('The demo has trains of different lengths')
  return train
}

/** Two seats side by side, bought by a guest; ends on the order's page. */
async function buyTwo(visitor: Visitor, { runId, stops, placeIds }: Train): Promise<void> {
  const people = [
    { givenName: 'Nino', nameKa: 'ნინო ბერიძე', birthDate: '1990-02-20' },
    { givenName: 'Giorgi', nameKa: 'გიორგი ბერიძე', birthDate: '1990-02-21' },
  ]
  await buyJourney(visitor, {
    runId,
    stops,
    passengers: placeIds.map((placeId) => ({ placeId })),
    personOf: (_ticket, index) => ({ ...people[index] }),
    email: buyer,
  })
}

test('a train gets other coaches: the carrier sees who sits where, the passengers see their seats', async () => {
  const train = await trainWithCoaches()
  const traveller = await newVisitor(browser, { viewport: phone })
  await buyTwo(traveller, train)
  const shown = async () => (await traveller.page.locator('main').innerText()).replace(/\s+/g, ' ')
  const coach = `${traveller.words('tickets', 'coach')} ${train.coach}`
  await expect.poll(shown).toContain(coach)

  const carrier = await newVisitor(browser)
  const { page, words, locale } = carrier
  await carrier.open('/merchant')
  await hydrated(page)
  await page.getByLabel(words('staff', 'email')).fill(owner.email)
  await page.getByLabel(words('staff', 'password'), { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: words('staff', 'signIn') }).click()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: words('merchant', 'navRuns'), exact: true })
    .waitFor()
  await carrier.open(`/merchant/runs/${train.runId}`)
  await page.getByRole('link', { name: words('transportOffice', 'otherVehicle') }).click()
  await page.getByRole('heading', { name: words('vehicleOffice', 'pageTitle') }).waitFor()
  await page
    .getByLabel(words('vehicleOffice', 'pickLabel'), { exact: true })
    .selectOption(String(train.otherId))
  await page.getByRole('button', { name: words('vehicleOffice', 'preview') }).click()
  await page.getByRole('heading', { name: words('vehicleOffice', 'effectTitle') }).waitFor()
  await page.getByText(words('vehicleOffice', 'whoWhere'), { exact: true }).click()
  await page.getByText('Nino Beridze').waitFor()
  await expectAccessible(page)
  await photograph(page, 'other-vehicle-effect')
  await page.setViewportSize(phone)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: words('vehicleOffice', 'confirm'), exact: true }).click()
  await page.getByRole('heading', { name: words('vehicleOffice', 'historyTitle') }).waitFor()
  await photograph(page, 'other-vehicle-done')

  const changed = words('vehicleEmails', 'body', { carrier: '.+' })
    // The carrier’s name may be in brackets.
    .replaceAll(/[()]/g, String.raw`\$&`)
  const seat = words('vehicleEmails', 'coachLine', {
    type: '.+',
    coach: '.+',
    seat: String.raw`\S+`,
  })
  await emailLink(buyer, new RegExp(String.raw`${changed}[\s\S]*${seat}`))
  await traveller.page.reload()
  await expect.poll(shown).toContain(otherVehicleText.header[locale])
  await photograph(traveller.page, 'other-vehicle-order')
  expect(await shown()).not.toContain(coach)
  const { rows } = await shop.query<{ count: number }>(
    `select count(*)::int as count from ticket join vehicle_place v on v.place_id = ticket.place_id
      and v.label = ticket.seat_label
      join run on run.id = ticket.item_id and run.vehicle_type_id = v.vehicle_type_id
      where ticket.source = 'transport' and run.id = $1`,
    [train.runId],
  )
  expect(rows[0]?.count, 'tickets name seats of the new vehicle').toBeGreaterThanOrEqual(2)
  expect([...traveller.complaints, ...carrier.complaints]).toEqual([])
}, 240_000)
