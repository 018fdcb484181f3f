/**
 * Goal: the tickets of a train say what can be done with them: naming somebody else, returning an adult's ticket only with the
 * child's, another departure when theirs is cancelled. Method: a guest's order of an adult and a child on the running shop, bought by calls.
 */
import type pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyJourney } from './support/journeys.ts'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { openDatabase } from './support/test-data.ts'
import { beginningOf } from './support/texts.ts'
import {
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  newVisitor,
  phone,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'
import { birthDateAt } from '../support/dates.ts'

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

interface Run {
  readonly runId: number
  readonly stops: number
}

/** A train on a day on which no other journey cancels anything. */
async function someTrain(): Promise<Run> {
  const { rows } = await shop.query<Run>(
    `select run.id as "runId", cardinality(p.stop_ids) as stops
    from run join trip on trip.id = run.trip_id join trip_pattern p on p.id = trip.pattern_id
      join route on route.id = p.route_id join agency on agency.id = route.agency_id
    where agency.brand = 'railway' and trip.vehicle_type_id is not null and run.status = 0
      and run.departs_at between now() + interval '15 days' and now() + interval '16 days'
    order by run.departs_at, run.id limit 1`,
  )
  const [run] = rows
  if (!run) throw new Error('The demo has trains in two weeks')
  return run
}

/** An adult and a child; ends on the page of their order. */
async function buyForTwo(visitor: Visitor, { runId, stops }: Run): Promise<void> {
  const people = {
    adult: { kind: 0, givenName: 'Nino', nameKa: 'ნინო ბერიძე', birthDate: '1990-02-28' },
    child: {
      kind: 1,
      givenName: 'Luka',
      nameKa: 'ლუკა ბერიძე',
      birthDate: birthDateAt(new Date(), 8.5),
    },
  }
  await buyJourney(visitor, {
    runId,
    stops,
    passengers: [{ rider: 'adult' }, { rider: 'child' }],
    personOf: ({ rider }) => (rider === 'child' ? people.child : people.adult),
    email: 'adult.and.child@example.ge',
  })
}

/** Without a connection no way is offered, least of all the one that gives nothing back. */
async function waysAtSecondTry({ page, words }: Visitor, open: () => Promise<void>): Promise<void> {
  await page.route('**/v2/tickets/return?*', (route) => route.abort(), { times: 1 })
  await open()
  const again = page.getByRole('button', { name: words('ticketDetails', 'tryAgain') })
  await again.waitFor()
  expect(await page.getByRole('dialog').getByRole('listitem').count()).toBe(0)
  await photograph(page, 'ticket-ways-unknown')
  await again.click()
}

test('an adult’s ticket goes back with the child’s; a cancelled train is exchanged', async () => {
  const visitor = await newVisitor(browser, { viewport: phone })
  const { page, words } = visitor
  const train = await someTrain()
  await buyForTwo(visitor, train)
  await hydrated(page)
  const own = page.getByRole('article').filter({ hasText: 'Nino Beridze' })
  const dialog = page.getByRole('dialog')
  const openPanel = async (action: 'actionRename' | 'actionCantGo') => {
    await own.locator('button[popovertarget]').click()
    await page.getByRole('menuitem', { name: words('tickets', action) }).click()
  }
  // The carrier's fee for another name is paid from the balance, which is empty.
  await openPanel('actionRename')
  await dialog.getByRole('link', { name: words('ticketDetails', 'renameTopUp') }).waitFor()
  await photograph(page, 'ticket-rename')
  await dialog.getByRole('button', { name: words('ticketDetails', 'cancel') }).click()
  await dialog.waitFor({ state: 'hidden' })

  await waysAtSecondTry(visitor, () => openPanel('actionCantGo'))
  await dialog.getByText(words('returning', 'wayWithChild')).waitFor()
  await photograph(page, 'ticket-ways')
  await dialog
    .getByRole('button', { name: words('returning', 'wayReturn', { use: 'journey' }) })
    .click()
  await dialog.getByText(words('returning', 'childTogether')).waitFor()
  await photograph(page, 'ticket-return-alone')
  await dialog
    .getByLabel(/Luka Beridze/)
    .first()
    .check()
  await dialog.getByText(beginningOf(words('returning', 'goodUntil', { time: '\u0000' }))).waitFor()
  // Dots belong to facts, so that no line ends with one.
  const child = dialog.locator('label .dotted', { hasText: 'Luka Beridze' }).first()
  expect(await child.locator('> *').count()).toBeGreaterThan(2)
  await photograph(page, 'ticket-return-together')
  await expectAccessible(page, ['light'])
  await dialog.getByRole('button', { name: words('returning', 'keep') }).click()
  await dialog.waitFor({ state: 'hidden' })

  await shop.query('update run set status = 1 where id = $1', [train.runId])
  await page.reload()
  await hydrated(page)
  // No code that looks valid; the ways out come first.
  await own.getByText(words('tickets', 'calledOff'), { exact: true }).waitFor()
  expect(await page.locator('svg.code').count()).toBe(0)
  expect(await page.locator('a[href*="/pdf"]').count()).toBe(0)
  await expectAccessible(page, ['light', 'dark'])
  await photograph(page, 'ticket-cancelled')
  await own.getByRole('button', { name: words('tickets', 'returnTicket') }).click()
  // Nobody travels, so the adult's ticket goes back alone; and there is no code that would stop working.
  await dialog
    .getByText(words('returning', 'introReturnCancelled', { use: 'journey' }), { exact: true })
    .waitFor()
  await dialog.getByText(words('returning', 'back'), { exact: true }).waitFor()
  expect(await dialog.getByText(words('returning', 'childTogether')).count()).toBe(0)
  await dialog
    .getByLabel(/Luka Beridze/)
    .first()
    .check()
  await dialog.getByText(words('returning', 'back'), { exact: true }).waitFor()
  // Everything comes back, fees included.
  await expect
    .poll(() => dialog.locator('dd').last().innerText())
    .toBe(await page.locator('[aria-labelledby="order-sum"] p .figures').innerText())
  await photograph(page, 'ticket-cancelled-return')
  await dialog.getByRole('button', { name: words('returning', 'keep') }).click()
  await dialog.waitFor({ state: 'hidden' })
  await own.getByRole('link', { name: words('tickets', 'anotherWay') }).click()
  await page.getByRole('heading', { name: words('transport', 'rebookCancelled') }).waitFor()
  await expectAccessible(page, ['light'])
  await expectNoHorizontalScroll(page)
  await photograph(page, 'ticket-rebooking')
  const take = page
    .getByRole('button', {
      name: beginningOf(
        words('transport', 'rebookTakeNamed', { day: '\u0000', departs: '', vehicle: '' }),
      ),
    })
    .first()
  await take.click()
  await page.waitForURL((url) => /\/account\/orders\//.test(url.pathname))
  // Both travel on, with a code each.
  const tickets = page.getByRole('article')
  await expect.poll(() => tickets.count()).toBe(2)
  for (const ticket of await tickets.all()) await ticket.locator('svg').first().waitFor()
  expect(visitor.complaints).toEqual([])
})
