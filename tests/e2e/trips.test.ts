/**
 * Goal: a concert and the train to it are one order, and when the concert is cancelled its buyer is offered
 * to return the train; a conductor without a network sees who boards and who is missing. Method: real
 * browsers on the running shop; actions of operators and the passage of time are simulated by the
 * operator's call and by SQL.
 */
import type { Browser } from 'playwright-core'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { demoOperator } from '../../db/seeds/demo-accounts.ts'
import { stepUpHeader } from '#contract/step-up-header.ts'
import type { Locale } from '#kernel/locale.ts'
import { attendeesAtOnce } from '#modules/merchant/orders-contract.ts'
import { demoConductor } from '../../db/seeds/demo-staff.ts'
import { choosePlace, fillPassenger, journeys } from './support/journeys.ts'
import { isNightly } from '../support/tier.ts'
import { hydrated, keptForOffline } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { callAs, openDatabase } from './support/test-data.ts'
import { beginningOf } from './support/texts.ts'
import { nightTest } from './support/tiers.ts'
import {
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  fillBuyer,
  localeOr,
  newVisitor,
  payByCard,
  phone,
  startBrowser,
  ticketsLink,
  type Visitor,
} from './support/visitor.ts'

/** A name that is content. */
const tbilisi = { ka: 'თბილისი', en: 'Tbilisi' }

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

/** An event in Batumi some days ahead, on sale. */
async function eveningInBatumi(): Promise<number> {
  const { rows } = await shop.query<{ id: number }>(`
    select event.id from event join venue on venue.id = event.venue_id
    where venue.slug = 'batumi-drama-theatre' and cancelled_at is null
      and starts_at between now() + interval '3 days' and now() + interval '40 days'
    order by starts_at limit 1`)
  const [event] = rows
  if (!event) throw new Error('The demo has an evening in Batumi')
  return event.id
}

/** Cancels a date as an operator, in a separate browser. */
async function cancelEvent(eventId: number): Promise<void> {
  const { context } = await newVisitor(browser)
  const { url } = inject('shop')
  const headers = { 'x-api-key': 'demo-web', origin: url }
  const signedIn = await context.request.post(`${url}/v2/auth/login`, {
    headers,
    data: { email: demoOperator.email, password: demoOperator.password },
  })
  expect(signedIn.ok()).toBe(true)
  const proven = await context.request.post(`${url}/v2/auth/step-up`, {
    headers,
    data: { purpose: 'refunds', password: demoOperator.password },
  })
  const { proof } = (await proven.json()) as { proof: string }
  const cancelled = await context.request.post(`${url}/v2/operator/events/${eventId}/cancel`, {
    headers: { ...headers, [stepUpHeader]: proof },
    data: { reasonKa: 'მსახიობი ავად არის.', reasonEn: 'An actor is ill.' },
  })
  expect(cancelled.ok()).toBe(true)
  await context.close()
}

/** From the choice to the payment page: seats of each vehicle as assigned, one passenger. Returns the number of vehicles. */
async function goOnToPay(visitor: Visitor): Promise<number> {
  const { page, words } = visitor
  const go = page.getByRole('button', { name: words('transport', 'continueSeats'), exact: true })
  await go.click()
  await page.waitForURL(/seatmap|datafilling/)
  // Whoever goes back and continues again does not hold seats twice.
  await page.goBack()
  await go.click()
  await page.waitForURL(/seatmap|datafilling/)
  const orderKey = new URL(page.url()).searchParams.get('orderKey')
  const held = await callAs(visitor, `/v2/transport/order?orderKey=${orderKey}`)
  expect(held.segments.flatMap(({ tickets }: { tickets: unknown[] }) => tickets)).toHaveLength(
    held.segments.length,
  )
  const next = page.getByRole('link', { name: words('transport', 'continueSeats'), exact: true })
  const last = page.getByRole('link', { name: words('transport', 'toPassengers') })
  for (let part = 0; page.url().includes('seatmap'); part += 1) {
    // The address changes before the vehicle is rendered.
    await page.locator(`[aria-current="step"][href$="part=${part}"]`).waitFor()
    const isLast = await last.isVisible()
    await (isLast ? last : next).click()
    await page.waitForURL(isLast ? /datafilling/ : new RegExp(`part=${part + 1}`))
  }
  await hydrated(page)
  await fillPassenger(visitor, 0, {
    given: 'Nino',
    family: 'Beridze',
    birth: '1990-02-28',
    number: '09AB12345',
  })
  await page.getByRole('button', { name: words('transport', 'toCheckout') }).click()
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
  await hydrated(page)
  return held.segments.length
}

test('a concert with the train there and back is one order; at night it is cancelled, and a return of the journey is offered', async () => {
  const visitor = await newVisitor(browser, { locale: localeOr('ka') })
  const { page, words, locale } = visitor
  const eventId = await eveningInBatumi()
  await visitor.open(`/events/${eventId}`)
  await hydrated(page)
  await page.getByRole('button', { name: words('events', 'best'), exact: true }).click()
  await page.getByRole('button', { name: words('events', 'toCheckout') }).click()
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
  const order = page.url()
  await page.getByRole('link', { name: words('orders', 'getThere') }).click()
  await page.waitForURL(/\/transport\/event\//)
  await hydrated(page)
  await choosePlace(visitor, 'from', tbilisi[locale])
  if (isNightly) await expectAccessible(page, ['dark'])
  await photograph(page, 'event-trip')
  await page.getByRole('button', { name: words('transport', 'search'), exact: true }).click()
  await page.waitForURL(/\/transport\/search\?/)
  await journeys(visitor).first().click()
  await page.waitForURL(/there=/)
  // The address changes before the departures of the return journey are rendered.
  await page
    .getByRole('heading', {
      name: beginningOf(words('transport', 'backTitle', { date: '\u0000' })),
    })
    .first()
    .waitFor()
  await journeys(visitor).first().click()
  await page.waitForURL(/back=/)
  const parts = await goOnToPay(visitor)
  // One order and one payment for both.
  expect(page.url()).toBe(order)
  await expectAccessible(page, ['light'])
  await photograph(page, 'event-trip-checkout')
  await fillBuyer(visitor, 'evening@example.ge')
  await payByCard(visitor)
  await ticketsLink(visitor).waitFor()

  if (isNightly) await returnJourney(visitor, eventId, parts)
  expect(visitor.complaints).toEqual([])
})

/** The concert is cancelled: from the order's result to the return of the journey. */
async function returnJourney(visitor: Visitor, eventId: number, parts: number): Promise<void> {
  const { page, words } = visitor
  await ticketsLink(visitor).click()
  await page.waitForURL(/\/account\/orders\//)
  const tickets = page.url()
  await photograph(page, 'event-trip-order')
  await cancelEvent(eventId)
  // Before the page is opened: a press right after its layout has changed may miss.
  await page.setViewportSize(phone)
  await page.goto(tickets)
  await hydrated(page)
  const back = page.getByRole('button', {
    name: words('returning', 'journeyBack', { count: parts }),
    exact: true,
  })
  await back.waitFor()
  await expectNoHorizontalScroll(page)
  await back.click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('dd').last().waitFor()
  // All of the journey and nothing else: the show's tickets go back by themselves.
  const listed = dialog.getByRole('checkbox')
  await expect.poll(() => listed.count()).toBe(parts)
  for (const one of await listed.all()) expect(await one.isChecked()).toBe(true)
  await expectAccessible(page, ['light'])
  await photograph(page, 'event-trip-cancelled')
  const confirm = words('returning', 'confirmReturn', { count: parts })
  await dialog.getByRole('button', { name: confirm }).click()
  await dialog.locator('[aria-live=polite] p').first().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => back.count()).toBe(0)
}

interface Written {
  readonly runId: number
  /** In the visitor's language. */
  readonly vehicle: string
  readonly stops: readonly string[]
  /**
   * Ticket identifiers: boarding at the second stop, missing since the first stop, alighting at the second
   * stop.
   */
  readonly identifiers: readonly [string, string, string]
  /** Of a ticket for a later run of another line. */
  readonly elsewhere: string
}

const trainName = {
  ka: (number: string) => `მატარებელი ${number}`,
  en: (number: string) => `Train ${number}`,
}

/** A train of the demo railway that left its first stop ten minutes ago, with three passengers. */
async function writeTrain(locale: Locale): Promise<Written> {
  const train = await shop.query<{ id: number; vehicle: string; stops: string[]; class: number }>(
    `with line as (
      select trip.id, trip.short_name, trip.vehicle_type_id, trip.departures, trip.arrivals, p.stop_ids
      from trip join trip_pattern p on p.id = trip.pattern_id join route on route.id = p.route_id
        join agency on agency.id = route.agency_id
      where agency.brand = 'railway' and trip.vehicle_type_id is not null and cardinality(p.stop_ids) > 4
        and 0 = all (p.pickup[1:2]) order by trip.id limit 1
    ), yesterday as (
      select (now() at time zone 'Asia/Tbilisi')::date - 1 as date
    ), made as (
      insert into run (trip_id, service_date, start_offset, vehicle_type_id, departs_at, arrives_at)
      select line.id, date, late.seconds - line.departures[1], line.vehicle_type_id, now() + interval '3 hours',
        now() + interval '3 hours' + make_interval(secs => line.arrivals[cardinality(line.arrivals)] - line.departures[1])
      from line, yesterday, lateral (select extract(epoch from now() + interval '3 hours'
        - (date + time '00:00') at time zone 'Asia/Tbilisi')::int as seconds) as late
      returning id, vehicle_type_id
    )
    select made.id, line.short_name as vehicle, (select class_id from vehicle_place v
        where v.vehicle_type_id = made.vehicle_type_id order by place_id limit 1) as class,
      array(select stop.name->>$1 from unnest(line.stop_ids) with ordinality as s (id, at)
        join stop on stop.id = s.id order by at) as stops
    from made, line`,
    [locale],
  )
  const [run] = train.rows
  if (!run) throw new Error('The demo has a train of several stops')
  // Holding a place creates the offering; then the departure is moved into the past.
  const chosen = await fetch(`${inject('shop').url}/v2/transport/choose?api_key=demo-web`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ segments: [{ runId: run.id, legFrom: 0, legTo: 1, passengers: [{}] }] }),
  })
  expect(chosen.status).toBe(200)
  await shop.query(
    `update run set start_offset = start_offset - 11400, departs_at = departs_at - interval '190 minutes',
      arrives_at = arrives_at - interval '190 minutes' where id = $1`,
    [run.id],
  )
  const { rows } = await shop.query<{ offering: string }>(
    'select offering_id as offering from run where id = $1',
    [run.id],
  )
  const identifiers = ['BOARD', 'LATER', 'LEAVE'].map((word) =>
    `${word}TESTTRAINTESTAAA`.slice(0, 20),
  ) as [string, string, string]
  const legs = [
    [1, 3],
    [0, 3],
    [0, 1],
  ]
  const elsewhere = 'OTHERTESTTRAINTESTAA'
  const later = await heldRunAfter(run.id)
  for (const [at, identifier] of [...identifiers, elsewhere].entries()) {
    const [legFrom, legTo] = legs[at] ?? [0, 1]
    const ofRun = at < legs.length ? { id: run.id, offering: rows[0]?.offering } : later
    await shop.query(
      `with o as (
        insert into orders (order_key, order_number, status, channel, locale, deadline_at, created_at, updated_at)
        values (gen_random_uuid(), $1, 1, 'web', 'en', now(), now(), now()) returning id
      ), l as (
        insert into order_line (order_id, source, kind, offering_id, item_id, ticket_type_id, quantity,
          unit_price_minor, amount_minor, description, leg_from, leg_to, detail)
        select id, 'transport', 'Ticket', $2, $3, $4, 1, 0, 0, '{"ka": "ბილეთი", "en": "Ticket"}', $5, $6,
          '{"hasPassengers": true}' from o returning id, order_id
      ), p as (
        insert into order_passenger (order_line_id, line_unit, order_id, given_name, family_name, updated_at)
        select id, 0, order_id, $7, 'Beridze', now() from l
      )
      insert into ticket (identifier, order_id, order_line_id, line_unit, offering_id, source, item_id,
        leg_from, leg_to, ticket_type_id, issued_at, used_at)
      select $8, order_id, id, 0, $2, 'transport', $3, $5, $6, $4, now(), case when $6 = 1 then now() end from l`,
      [
        `TRAIN${at}`,
        ofRun.offering,
        ofRun.id,
        run.class * 32,
        legFrom,
        legTo,
        ['Nino', 'Gia', 'Luka', 'Ana'][at],
        identifier,
      ],
    )
  }
  const vehicle = trainName[locale](run.vehicle)
  return { runId: run.id, vehicle, stops: run.stops, identifiers, elsewhere }
}

/** A later run of another line of the railway, of which a place is held. */
async function heldRunAfter(runId: number): Promise<{ id: number; offering: string }> {
  const { rows } = await shop.query<{ id: number }>(
    `with line as (
      select trip.id as trip_id, route.id, route.agency_id from trip join trip_pattern p on p.id = trip.pattern_id
        join route on route.id = p.route_id
    )
    select later.id from run join line on line.trip_id = run.trip_id
      join line other on other.agency_id = line.agency_id and other.id <> line.id
      join run later on later.trip_id = other.trip_id and later.vehicle_type_id is not null
    where run.id = $1 and later.departs_at between now() + interval '2 days' and now() + interval '4 days'
    order by later.departs_at, later.id limit 1`,
    [runId],
  )
  const id = rows[0]?.id ?? 0
  const chosen = await fetch(`${inject('shop').url}/v2/transport/choose?api_key=demo-web`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ segments: [{ runId: id, legFrom: 0, legTo: 1, passengers: [{}] }] }),
  })
  expect(chosen.status).toBe(200)
  const held = await shop.query<{ offering: string }>(
    'select offering_id as offering from run where id = $1',
    [id],
  )
  return { id, offering: held.rows[0]?.offering ?? '' }
}

nightTest(
  'a conductor at the second stop, offline: who boards, who is missing, who alights',
  async () => {
    const visitor = await newVisitor(browser, { viewport: phone })
    const train = await writeTrain(visitor.locale)
    const [boards, late] = train.identifiers
    const { page, context, words } = visitor
    const say = (key: Parameters<typeof words<'entrance'>>[1]) => words('entrance', key)
    await visitor.open('/scan')
    await page.getByLabel(words('staff', 'email')).fill(demoConductor.email)
    await page.getByLabel(words('staff', 'password')).fill(demoConductor.password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: train.vehicle }).first().click()
    await page
      .getByRole('button', { name: train.stops[1] ?? '' })
      .first()
      .click()
    await page.getByLabel(say('typedLabel')).waitFor()
    const lists = page.locator('details', { has: page.locator('summary') })
    const listed = async (
      title: 'boardingTitle' | 'alightingTitle' | 'overdueTitle' | 'pastTitle',
    ) => {
      const list = lists.filter({ hasText: say(title) }).first()
      if (!(await list.evaluate((one) => (one as HTMLDetailsElement).open)))
        await list.locator('summary').click()
      return (await list.locator('li').allTextContents()).map((text) => /^\w+/.exec(text)?.[0])
    }
    await lists.first().waitFor()
    await expect.poll(() => listed('boardingTitle')).toEqual(['Nino'])
    await expect.poll(() => listed('alightingTitle')).toEqual(['Luka'])
    await expect.poll(() => listed('overdueTitle')).toEqual(['Gia'])
    await expectAccessible(page, ['dark'])
    await photograph(page, 'conductor')
    await keptForOffline(page)
    await context.setOffline(true)
    await page.reload()
    await hydrated(page)
    await page.getByText(say('offline')).waitFor()
    // Counted from what the device has stored, without a network and before any scan.
    await expect.poll(() => page.locator('dd').allTextContents()).toEqual(['0', '1'])
    const next = page.getByRole('button', { name: say('next') })
    const scan = async (identifier: string): Promise<string> => {
      if (await next.isVisible()) await next.click()
      await page.getByLabel(say('typedLabel')).fill(identifier)
      await page.getByRole('button', { name: say('check') }).click()
      await next.waitFor()
      return (await page.locator('.verdict h2').textContent()) ?? ''
    }
    await photograph(page, 'conductor-offline')
    expect(await scan(boards)).toBe(say('Admitted'))
    await photograph(page, 'conductor-admitted')
    expect(await scan(boards)).toBe(say('AlreadyUsedRun'))
    await photograph(page, 'conductor-used')
    // A passenger who should have boarded before is reported: the seat may be sold to another passenger up to
    // this stop.
    expect(await scan(late)).toBe(say('WrongStop'))
    await photograph(page, 'conductor-refused')
    await listed('boardingTitle')
    await page.getByText(say('gotOn')).first().waitFor({ state: 'attached' })
    await expectNoHorizontalScroll(page)
    const told = page.waitForResponse((response) => response.url().includes('/v2/entrance/sync'))
    await context.setOffline(false)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    expect((await told).ok()).toBe(true)
    expect(await scan(train.elsewhere)).toBe(say('WrongEventRun'))
    await photograph(page, 'conductor-other-run')
    // At the third stop, who should have got off at the second one.
    await next.click()
    await page.getByRole('button', { name: say('back') }).click()
    const items = page.getByRole('listitem')
    await items.getByRole('button', { name: train.vehicle }).first().click()
    await page
      .getByRole('button', { name: train.stops[2] ?? '' })
      .first()
      .click()
    await page.getByLabel(say('typedLabel')).waitFor()
    await lists.first().waitFor()
    await expect.poll(() => listed('pastTitle')).toEqual(['Luka'])
    await photograph(page, 'conductor-overdue')
    const setStatus = (status: number) =>
      shop.query('update run set status = $2 where id = $1', [train.runId, status])
    await setStatus(1)
    await expect.poll(() => scan(late), { timeout: 20_000 }).toBe(say('eventCancelledRun'))
    await photograph(page, 'conductor-cancelled')
    await setStatus(0)
    expect(visitor.complaints).toEqual([])
    await lookAtBoardingList(train)
  },
)

/** The carrier's office: passengers of the run, on the screen and on paper. */
async function lookAtBoardingList({ runId, identifiers }: Written): Promise<void> {
  const office = await newVisitor(browser)
  const { page, words } = office
  await office.open('/merchant')
  await hydrated(page)
  await page.getByLabel(words('staff', 'email')).fill('georgian-railway@bileti.example')
  await page.getByLabel(words('staff', 'password')).fill('bileti-georgian-railway')
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
  const { rows } = await shop.query<{ day: string }>(
    `select ((departs_at at time zone 'Asia/Tbilisi')::date)::text as day from run where id = $1`,
    [runId],
  )
  await office.open(`/merchant/attendees?source=transport&item=${runId}&day=${rows[0]?.day}`)
  for (const identifier of identifiers) await page.getByText(identifier).waitFor()
  await photograph(page, 'boarding-list')
  // Sorted by name, then in reverse; the chosen run stays.
  const byName = page.getByRole('columnheader').getByRole('link', {
    name: words('merchant', 'columnName'),
  })
  const names = () => page.getByRole('rowheader').getByRole('link').allTextContents()
  const sorted = (await names()).toSorted()
  expect(sorted).toHaveLength(identifiers.length)
  for (const [sort, wanted] of Object.entries({
    name: sorted,
    nameReversed: sorted.toReversed(),
  })) {
    await byName.click()
    await page.waitForURL((url) => url.searchParams.get('sort') === sort)
    await expect.poll(names).toEqual(wanted)
  }
  await page
    .getByRole('heading', { level: 1, name: words('merchant', 'attendeesRunTitle') })
    .waitFor()
  await page.evaluate(() => {
    window.print = () => {
      document.title = 'Printed'
    }
  })
  const everybody = page.waitForRequest(
    (request) => request.postDataJSON()?.most === attendeesAtOnce,
  )
  await page.getByRole('button', { name: words('merchant', 'attendeesPrint') }).click()
  await everybody
  await expect.poll(() => page.title()).toBe('Printed')
  const form = page.locator('main form')
  expect(await form.isVisible()).toBe(true)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await form.waitFor({ state: 'hidden' })
  for (const identifier of identifiers)
    expect(await page.getByText(identifier).isVisible()).toBe(true)
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false)
  await photograph(page, 'boarding-list-print')
  expect(office.complaints).toEqual([])
}
