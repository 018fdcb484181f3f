/**
 * Goal: an entrance works online and offline, and two devices that admit one ticket offline detect it. Method: two
 * devices of one organiser at an event of tonight whose tickets are inserted into the database; one of them loses
 * its network, is reloaded offline, and reconnects.
 */
import type { Browser, BrowserContext, Response } from 'playwright-core'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locale } from '#kernel/locale.ts'
import { demoManager, demoScanner } from '../../db/seeds/demo-staff.ts'
import { isNightly } from '../support/tier.ts'
import { hydrated, keptForOffline } from './support/observing.ts'
import { olderBrowser } from './support/older-browser.ts'
import { photograph } from './support/photographer.ts'
import { openDatabase } from './support/test-data.ts'
import { beginningOf } from './support/texts.ts'
import {
  endVisits,
  expectAccessible,
  newVisitor,
  phone,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'

let browser: Browser
let shop: pg.Client
let eventName: Record<Locale, string>
let identifiers: string[]
/** Tickets of another date of the show, and of another show. */
let foreign: { readonly date: string; readonly show: string }

beforeAll(async () => {
  browser = await startBrowser()
  shop = await openDatabase()
  await writeTickets()
})
afterAll(async () => {
  await endVisits(browser)
  await shop.end()
})

interface Sold {
  readonly id: number
  readonly showId: number
  readonly offering: string
  readonly type: number
}

/** Six sold tickets of an event of the demo's first organiser, which begins now, and two for elsewhere. */
async function writeTickets(): Promise<void> {
  const { rows } = await shop.query<Sold & { name: Record<Locale, string> }>(`
    update event set starts_at = now(), doors_at = null, ends_at = now() + interval '3 hours'
    where id = (select event.id from event join show on show.id = event.show_id
      -- No other journey needs the dates of this show. Its other one is in four days.
      where show.slug = 'notes-of-the-sea' order by event.starts_at desc limit 1)
    returning id, show_id as "showId", offering_id as offering, (select name from show where show.id = show_id) as name,
      (select id from ticket_type where event_id = event.id order by position limit 1) as type`)
  const [event] = rows
  if (!event) throw new Error('The demo has an event to come')
  eventName = event.name
  const order = await shop.query<{ id: string }>(`
    insert into orders (order_key, order_number, status, channel, locale, deadline_at, created_at, updated_at)
    values (gen_random_uuid(), 'DOORTEST', 1, 'web', 'en', now(), now(), now()) returning id`)
  const orderId = order.rows[0]?.id ?? ''
  identifiers = Array.from({ length: 6 }, (_, at) => `DOORTESTDOORTEST${at}AAA`)
  await writeLine(orderId, event, identifiers)
  const elsewhere = async (where: string) => {
    const { rows: found } = await shop.query<Sold>(
      `select event.id, show_id as "showId", offering_id as offering,
        (select id from ticket_type where event_id = event.id order by position limit 1) as type
      from event join show on show.id = show_id
      where merchant_id = 1 and starts_at > now() + interval '2 days' and ${where}
      order by event.id limit 1`,
      [event.showId],
    )
    if (!found[0]) throw new Error('The demo has other dates')
    const identifier = `DOORTESTOTHER${where.includes('<>') ? 'SHOWA' : 'DATEA'}AA`
    await writeLine(orderId, found[0], [identifier])
    return identifier
  }
  foreign = { date: await elsewhere('show_id = $1'), show: await elsewhere('show_id <> $1') }
}

async function writeLine(orderId: string, event: Sold, names: readonly string[]): Promise<void> {
  const line = await shop.query<{ id: string }>(
    `insert into order_line (order_id, source, kind, offering_id, item_id, ticket_type_id, quantity,
      unit_price_minor, amount_minor, description)
    values ($1, 'event', 'Ticket', $2, $3, $4, $5, 0, 0, '{"ka": "ბილეთი", "en": "Ticket"}') returning id`,
    [orderId, event.offering, event.id, event.type, names.length],
  )
  await shop.query(
    `insert into ticket (identifier, order_id, order_line_id, line_unit, offering_id, source, item_id,
      leg_from, leg_to, ticket_type_id, issued_at)
    select identifier, $1, $2, at - 1, $3, 'event', $4, 0, 1, $5, now()
    from unnest($6::text[]) with ordinality as new (identifier, at)`,
    [orderId, line.rows[0]?.id, event.offering, event.id, event.type, names],
  )
}

async function atDoor(
  person: { email: string; password: string },
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<Visitor> {
  const visitor = await newVisitor(browser, { viewport: phone })
  await prepare?.(visitor.context)
  const { page, words } = visitor
  await visitor.open('/scan')
  await page.getByLabel(words('staff', 'email')).fill(person.email)
  await page.getByLabel(words('staff', 'password')).fill(person.password)
  await page.keyboard.press('Enter')
  await takeStation(visitor)
  return visitor
}

async function takeStation({ page, words, locale }: Visitor): Promise<void> {
  const items = page.getByRole('listitem')
  await items.getByRole('button', { name: eventName[locale] }).first().click()
  await page.getByRole('button', { name: words('entrance', 'anyGate') }).click()
  await page.getByLabel(words('entrance', 'typedLabel')).waitFor()
}

/** Enters a printed identifier and reads the outcome. */
async function scan({ page, words }: Visitor, identifier: string): Promise<string> {
  const next = page.getByRole('button', { name: words('entrance', 'next') })
  if (await next.isVisible()) await next.click()
  await page.getByLabel(words('entrance', 'typedLabel')).fill(identifier)
  await page.getByRole('button', { name: words('entrance', 'check') }).click()
  await next.waitFor()
  return (await page.locator('.verdict h2').textContent()) ?? ''
}

/** A wired scanner presses the keys of a text, of which a computer with a Georgian layout makes other letters. */
async function scanByWire({ page, words }: Visitor, text: string): Promise<string> {
  const next = page.getByRole('button', { name: words('entrance', 'next') })
  if (await next.isVisible()) await next.click()
  await page.evaluate((pressed) => {
    const [latin, georgian] = ['QWERTYUIOPASDFGHJKLZXCVBNM', 'ქჭეღთყუიოპაშდფგჰჟკლძხჩვბნმ']
    const press = (init: KeyboardEventInit) =>
      window.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))
    for (const sign of pressed) {
      const at = latin.indexOf(sign)
      if (at < 0) press({ key: sign, code: `Digit${sign}` })
      else press({ key: georgian[at], code: `Key${sign}`, shiftKey: true })
    }
    press({ key: 'Enter', code: 'Enter' })
  }, text)
  await next.waitFor()
  return (await page.locator('.verdict h2').textContent()) ?? ''
}

/** Moves the event's start. */
async function move(from: string): Promise<void> {
  await shop.query(
    `update event set starts_at = now() + $1::interval, ends_at = now() + $1::interval + interval '3 hours'
    where id = (select item_id from ticket where identifier = $2)`,
    [from, identifiers[0]],
  )
}

/** Waits until a device has stored what is in the database now. */
async function refreshed({ page }: Visitor): Promise<void> {
  let answers = 0
  const count = (response: Response): void => {
    if (response.url().includes('/v2/entrance/log')) answers += 1
  }
  page.on('response', count)
  // The first one may have been asked before; the second one is stored when the third one comes.
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('online')))
        return answers
      },
      { interval: 100 },
    )
    .toBeGreaterThan(2)
  page.off('response', count)
}

/** Scans with the newest list. */
async function scanAnew(visitor: Visitor, identifier: string): Promise<string> {
  await refreshed(visitor)
  return scan(visitor, identifier)
}

/** A manager undoes the admission by a ticket. */
async function undoNewest({ page, words }: Visitor, identifier: string): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.getByText(words('entrance', 'newestTitle')).click()
  await page
    .getByRole('button', { name: words('entrance', 'undoOf', { ending: identifier.slice(-5) }) })
    .click()
  await page.getByText(words('entrance', 'undone')).waitFor()
}

/** Tickets for elsewhere, and one that is scanned too early. */
async function refuse(visitor: Visitor, used: string): Promise<void> {
  const say = (key: Parameters<typeof visitor.words<'entrance'>>[1]) =>
    visitor.words('entrance', key)
  expect(await scan(visitor, foreign.show)).toBe(say('WrongEvent'))
  await photograph(visitor.page, 'scan-other-event')
  expect(await scan(visitor, foreign.date)).toBe(say('WrongDay'))
  await visitor.page.getByText(say('helpOtherDate')).waitFor()
  await photograph(visitor.page, 'scan-other-date')
  await move('20 hours')
  await expect.poll(() => scanAnew(visitor, used), { timeout: 20_000 }).toBe(say('tooEarly'))
  await photograph(visitor.page, 'scan-too-early')
  await move('0 hours')
  await expect.poll(() => scanAnew(visitor, used), { timeout: 20_000 }).toBe(say('AlreadyUsed'))
}

/** Cancelled, and not refunded yet: its tickets are valid, and admit nobody. */
async function cancel(visitor: Visitor, unused: string): Promise<void> {
  await shop.query(
    `insert into cancelled_item (source, item_id, offering_id, reason, cancelled_at, watched_until, refund_from)
    select 'event', item_id, offering_id, '{"ka": "ავადმყოფობა", "en": "Illness"}', now(),
      now() + interval '1 day', now() + interval '1 day' from ticket where identifier = $1`,
    [unused],
  )
  await expect
    .poll(() => scanAnew(visitor, unused), { timeout: 20_000 })
    .toBe(visitor.words('entrance', 'eventCancelled'))
  await photograph(visitor.page, 'scan-event-cancelled')
}

test('admits offline in a browser that cannot verify signatures by itself', async () => {
  const visitor = await atDoor(demoScanner, olderBrowser)
  const { page, context, words, complaints } = visitor
  await keptForOffline(page)
  await context.setOffline(true)
  await page.reload()
  await hydrated(page)
  await page.getByText(words('entrance', 'offline')).waitFor()
  // Its list was accepted, and the script that verified it is on the device.
  await page.getByText(words('entrance', 'cannotVerify')).waitFor({ state: 'hidden' })
  const ticket = identifiers.at(-1) ?? ''
  expect(await scan(visitor, ticket)).toBe(words('entrance', 'Admitted'))
  expect(await scan(visitor, ticket)).toBe(words('entrance', 'AlreadyUsed'))
  expect(complaints).toEqual([])
  await context.setOffline(false)
})

test('admits online and offline, and reports a conflict', async () => {
  const [first, second] = [await atDoor(demoScanner), await atDoor(demoManager)]
  const { page, context, words } = first
  const say = (key: Parameters<typeof words<'entrance'>>[1]) => words('entrance', key)
  const [used = '', alone = '', both = '', old = '', unused = ''] = identifiers
  if (isNightly) await expectAccessible(page, ['dark'])

  expect(await scan(first, used)).toBe(say('Admitted'))
  await photograph(page, 'scan-admitted')
  expect(await scan(second, used.toLowerCase().replace(/^(.{5})/, '$1 '))).toBe(say('AlreadyUsed'))
  await photograph(second.page, 'scan-used')
  expect(await scan(second, 'BLT1:NOTHING')).toBe(say('Unknown'))
  await photograph(second.page, 'scan-unknown')

  expect(await scanByWire(second, 'NOTHINGNOTHING')).toBe(say('Unknown'))
  await second.page.getByText(say('keyboardLayout')).waitFor()
  await photograph(second.page, 'scan-keyboard-layout')
  expect(await scanByWire(second, used)).toBe(say('AlreadyUsed'))

  if (isNightly) await refuse(second, used)
  await undoNewest(second, used)
  await photograph(second.page, 'scan-undone')
  expect(await scan(first, used)).toBe(say('Admitted'))
  // The page works offline once its service worker has cached it.
  await keptForOffline(page)
  await shop.query('update ticket set status = 2 where identifier = $1', [old])
  await refreshed(first)
  await context.setOffline(true)
  await page.reload()
  await hydrated(page)
  await page.getByText(say('offline')).waitFor()
  expect(await scan(first, alone)).toBe(say('Admitted'))
  expect(await scan(first, alone)).toBe(say('AlreadyUsed'))
  expect(await scan(first, old)).toBe(say('Returned'))
  await photograph(page, 'scan-offline-returned')
  expect(await scan(first, both)).toBe(say('Admitted'))
  expect(await scan(second, both)).toBe(say('Admitted'))
  await expectAccessible(page, ['dark'])
  await photograph(page, 'scan-unsent')
  await page.getByRole('button', { name: say('back') }).click()
  await page.getByText(words('entrance', 'unsynced', { count: 4 })).waitFor()
  // Its entrances cannot be loaded now; on a slow machine they would be only after the network is back.
  const retry = page.getByRole('button', { name: say('tryAgain') })
  await retry.waitFor()
  // The name and the organiser: dots belong to facts, so that no line ends with one.
  const signedIn = page.locator('.dotted', { hasText: demoScanner.fullName })
  await expect.poll(() => signedIn.locator('> *').count()).toBe(2)
  await photograph(page, 'scan-left-unsent')
  // Its list is still on the device, with what was scanned there.
  const resume = page.getByRole('button', {
    name: beginningOf(words('entrance', 'resume', { name: '\u0000' })),
  })
  await resume.click()
  expect(await scan(first, alone)).toBe(say('AlreadyUsed'))
  await page.getByRole('button', { name: say('back') }).click()
  await resume.waitFor()
  // Otherwise the list that is being asked for again may come with the network.
  await retry.waitFor()
  await photograph(page, 'scan-resume')

  // Scans of a station that was left are sent too.
  const told = page.waitForResponse((response) => response.url().includes('/v2/entrance/sync'))
  await context.setOffline(false)
  expect((await told).ok()).toBe(true)
  await retry.click()
  await takeStation(first)
  await page.getByText(say('online'), { exact: true }).waitFor()
  await second.page.evaluate(() => window.dispatchEvent(new Event('online')))
  for (const { page: shown } of [first, second])
    await shown.getByRole('heading', { name: say('conflictsTitle') }).waitFor()
  await photograph(second.page, 'scan-conflict')
  const { rows } = await shop.query<{ outcome: string; was_offline: boolean }>(
    `select outcome, was_offline from entrance_scan where ticket_id =
      (select id from ticket where identifier = $1) order by scanned_at`,
    [both],
  )
  expect(rows).toEqual([
    { outcome: 'Admitted', was_offline: true },
    { outcome: 'Conflict', was_offline: false },
  ])
  if (isNightly) await cancel(second, unused)
  expect([...first.complaints, ...second.complaints]).toEqual([])
})
