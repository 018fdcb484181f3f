/**
 * Goal: people buy, enter and sell on their sites in Firefox and WebKit as in Chromium. Method: the browsers of Debian on the running
 * shop: a concert, a film, a train journey and a pass are bought, the door decides without a network, and the widget stands on
 * another site. Where a browser cannot be had, its tests fail with what is missing.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { demoScanner } from '../../db/seeds/demo-staff.ts'
import type { Engine } from './support/engines/engine.ts'
import { startFirefox } from './support/engines/firefox.ts'
import { EngineVisit } from './support/engines/visit.ts'
import { startWebKit } from './support/engines/webkit.ts'
import { dayIn, withDatabase } from './support/test-data.ts'
import { beginningOf, wordsOf } from './support/texts.ts'
import { cards } from './support/visitor.ts'

const words = wordsOf('en')
const accepted = new RegExp(cards.approved)

describe.each([
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
])('%s', (name, start) => {
  let engine: Engine | undefined
  let visit: EngineVisit
  const shop = inject('shop').url

  beforeAll(async () => {
    engine = await start()
    visit = new EngineVisit(engine)
  }, 300_000)
  afterAll(() => engine?.close())

  /** On an open checkout. */
  async function pay(email: string): Promise<void> {
    await visit.address(/\/checkout\/[0-9a-f-]{36}/)
    await visit.ready()
    await visit.fill(words('orders', 'email'), email)
    await visit.fill(words('orders', 'termsAccept'))
    await visit.press({
      role: 'button',
      name: beginningOf(words('orders', 'pay', { amount: '\u0000' })),
    })
    await visit.address(/\/pay\//)
    await visit.press({ role: 'button', name: accepted })
    await visit.address(/\/result/)
    await visit.see({ role: 'heading', name: words('orders', 'paidTitle') })
  }

  test('sells a seat at a concert, chosen from the list', async () => {
    const id = await eventOf('carmen')
    await visit.open(`${shop}/en/events/${id}`)
    await visit.press({ role: 'button', name: words('events', 'listView') })
    await visit.press({ role: 'button', name: /, \d+ places free/, at: -1 })
    await visit.press({ role: 'button', name: /^(?:Row|Box|Table) .*\d+ places? free/, at: 1 })
    await visit.press({ role: 'button', name: /, free$/ })
    await visit.press({ role: 'button', name: words('events', 'toCheckout') })
    await pay(`concert-${name}@example.ge`)
  })

  test('sells seats of a film', async () => {
    const session = await withDatabase(async (database) => {
      const { rows } = await database.query<{ id: string }>(`select screening.id from screening
        join film on film.id = film_id where starts_at > now() + interval '1 day' and coalesce(age_limit, 0) < 18
        order by starts_at, screening.id limit 1`)
      return rows[0]?.id
    })
    await visit.open(`${shop}/en/movies/session/${session}`)
    await visit.press({ role: 'button', name: words('cinema', 'best') })
    await visit.press({ role: 'button', name: words('cinema', 'toCheckout') })
    await pay(`film-${name}@example.ge`)
  })

  test('sells a journey by train', async () => {
    await visit.open(`${shop}/en/railway/search?from=tbilisi&to=batumi&date=${dayIn(6)}`)
    await visit.press({ role: 'link', name: /^Choose \d/ })
    await visit.address(/there=/)
    await visit.press({ role: 'button', name: words('transport', 'continueSeats') })
    await visit.address(/\/railway\/seatmap/)
    await visit.press({ role: 'link', name: words('transport', 'toPassengers') })
    await visit.address(/\/railway\/datafilling/)
    await visit.ready()
    await visit.fill(words('orders', 'passenger_givenName'), 'Nino')
    await visit.fill(words('orders', 'passenger_familyName'), 'Beridze')
    await visit.fill(words('orders', 'passenger_documentNumber'), '09AB12345')
    await visit.choose({
      nameKa: 'ნინო ბერიძე',
      birthDate: '1990-02-28',
      nationality: 'GE',
      documentKind: 'passport',
    })
    await visit.press({ role: 'button', name: words('transport', 'toCheckout') })
    await pay(`train-${name}@example.ge`)
  })

  test('sells a pass', async () => {
    await visit.open(`${shop}/en/multipass`)
    await visit.press({
      role: 'button',
      name: words('multipass', 'buyNamed', { name: 'Ten evenings' }),
    })
    await pay(`pass-${name}@example.ge`)
  })

  test('a page that was left while its scripts loaded is whole when the visitor returns', async () => {
    for (const path of ['/en', '/en/shows/carmen', '/en/movies/showtimes']) {
      await engine?.open(shop + path)
      // Not by a script: what a script leaves before it has loaded is no entry of the history.
      await engine?.open(`${shop}/en/faq`)
      await visit.address(/\/faq$/)
      await visit.ready()
      await engine?.run(() => history.back())
      await visit.address(new RegExp(`${path}$`))
      await visit.ready()
      const text = (await engine?.run<string>(() => document.body.innerText)) ?? ''
      expect(text).not.toContain(words('shell', 'errorTitle'))
    }
  })

  test('no page scrolls sideways', async () => {
    const queue = await withDatabase(async (database) => {
      const { rows } = await database.query<{ id: string }>(
        "select id from show where slug = 'carmen'",
      )
      return rows[0]?.id
    })
    for (const path of ['/', '/shows/carmen', `/queue/${queue}`, '/movies/showtimes']) {
      await visit.open(shop + path)
      const excess = (): number =>
        document.documentElement.scrollWidth - document.documentElement.clientWidth
      await expect.poll(() => engine?.run<number>(excess), { message: path }).toBeLessThanOrEqual(0)
    }
  })

  test('admits at the door without a network', async () => {
    const { title, identifier } = await ticketOfTonight(name)
    await visit.open(`${shop}/en/scan`)
    await visit.fill(words('staff', 'email'), demoScanner.email)
    await visit.fill(words('staff', 'password'), demoScanner.password)
    await visit.press({ role: 'button', name: words('staff', 'signIn') })
    await visit.press({ role: 'button', name: new RegExp(title) })
    await visit.press({ role: 'button', name: words('entrance', 'anyGate') })
    await visit.fill(words('entrance', 'typedLabel'))
    // The list has come when its tickets are counted.
    await visit.see({ role: 'text', name: words('entrance', 'left') })
    await engine?.run(() => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
      window.fetch = () => Promise.reject(new TypeError('No network'))
      window.dispatchEvent(new Event('offline'))
    })
    for (const outcome of ['Admitted', 'AlreadyUsed'] as const) {
      await visit.fill(words('entrance', 'typedLabel'), identifier)
      await visit.press({ role: 'button', name: words('entrance', 'check') })
      await visit.see({ role: 'heading', name: words('entrance', outcome) })
      await visit.press({ role: 'button', name: words('entrance', 'next') })
    }
  })

  test('sells on another site, or opens a tab and keeps the frame', async () => {
    const line = `<script async src="${shop}/widget.js" data-show="carmen" data-locale="en"></script>`
    const site = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(`<!doctype html><html lang="en"><title>Theatre</title><main>Ours</main>${line}`)
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    try {
      await listSite(origin)
      await engine?.open(`${origin}/`)
      await visit.see({ role: 'text', name: 'Ours' }).catch(() => undefined)
      await engine?.frame(true)
      await visit.ready()
      const keepsNothing = await engine?.run<boolean>(
        (text: string) => document.body.innerText.includes(text),
        words('widget', 'buyBeside'),
      )
      if (keepsNothing) {
        const before = (await engine?.tabs()) ?? 0
        await visit.press({ role: 'link', name: words('widget', 'buyBeside') })
        await expect.poll(() => engine?.tabs()).toBe(before + 1)
        await visit.see({ role: 'link', name: words('widget', 'buyBeside') })
      } else {
        await visit.press({ role: 'link', name: /₾/ })
        await visit.address(/\/widget\/carmen\/events\//)
        await visit.see({ role: 'button', name: words('events', 'listView') })
      }
    } finally {
      await engine?.frame(false)
      site.closeAllConnections()
      site.close()
    }
  })
})

function eventOf(slug: string): Promise<string> {
  return withDatabase(async (database) => {
    const { rows } = await database.query<{ id: string }>(
      `select event.id from event join show on show.id = show_id
      where slug = $1 and starts_at > now() and cancelled_at is null order by starts_at limit 1`,
      [slug],
    )
    if (!rows[0]) throw new Error(`The demo has no date of ${slug}`)
    return rows[0].id
  })
}

/** Lists a site on which the widget of the organiser of a show may stand. */
async function listSite(origin: string): Promise<void> {
  await withDatabase((database) =>
    database.query(
      `insert into merchant_widget_origin (merchant_id, origin, created_by, created_at)
      select show.merchant_id, $1, staff.id, now() from show join staff on staff.merchant_id = show.merchant_id
      where slug = 'carmen' limit 1 on conflict do nothing`,
      [origin],
    ),
  )
}

/** A ticket of an event that begins now; the tests of the scanner use the same event with others. */
async function ticketOfTonight(name: string): Promise<{ title: string; identifier: string }> {
  const identifier = `ENGINE${name.toUpperCase().padEnd(10, 'X')}AAAAAA`
  return withDatabase(async (database) => {
    const { rows } = await database.query<Record<'id' | 'offering' | 'type' | 'title', string>>(`
      update event set starts_at = now(), doors_at = null, ends_at = now() + interval '3 hours'
      where id = (select event.id from event join show on show.id = event.show_id
        where show.slug = 'notes-of-the-sea' order by event.starts_at desc limit 1)
      returning id, offering_id as offering, (select name->>'en' from show where show.id = show_id) as title,
        (select id from ticket_type where event_id = event.id order by position limit 1) as type`)
    const [event] = rows
    if (!event) throw new Error('The demo has an event to come')
    await database.query('delete from cancelled_item where item_id = $1', [event.id])
    await database.query(
      `with bought as (
        insert into orders (order_key, order_number, status, channel, locale, deadline_at, created_at, updated_at)
        values (gen_random_uuid(), $1, 1, 'web', 'en', now(), now(), now()) returning id
      ), line as (
        insert into order_line (order_id, source, kind, offering_id, item_id, ticket_type_id, quantity,
          unit_price_minor, amount_minor, description)
        select id, 'event', 'Ticket', $2, $3, $4, 1, 0, 0, '{"ka": "ბილეთი", "en": "Ticket"}' from bought
        returning id, order_id
      )
      insert into ticket (identifier, order_id, order_line_id, line_unit, offering_id, source, item_id,
        leg_from, leg_to, ticket_type_id, issued_at)
      select $5, order_id, id, 0, $2, 'event', $3, 0, 1, $4, now() from line`,
      [`EN${name.toUpperCase().slice(0, 6)}`, event.offering, event.id, event.type, identifier],
    )
    return { title: event.title, identifier }
  })
}
