import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { unfold } from '#seatmap/expand.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { purchase } from '../../../../tests/hostile/purchases.ts'
import { compilePlan } from '../plan/compile.ts'
import { addBlock } from '../plan/commands/add.ts'
import { moveItems } from '../plan/commands/arrange.ts'
import { flagSeats } from '../plan/commands/change.ts'
import { removeItems } from '../plan/commands/remove.ts'
import type { PlanDocument } from '../plan/document.ts'
import { runCommand, type Command } from '../plan/run.ts'
import { writeSeatsChanged } from '../server/seats-changed-email.ts'

/**
 * Goal: a save needs the latest revision, versions are immutable, and no ticket loses its seat when a date changes to
 * another version. Method: the calls over HTTP, with buyers.
 */
let shop: HostileShop
let token: string
let made: MadeEvent
beforeAll(async () => {
  shop = await openHostileShop()
  token = await shop.operator()
  made = await shop.event()
})
afterAll(() => shop.close())

const base = '/v2/operator/plans'
const put = (path: string, body: unknown) =>
  shop.send({ method: 'PUT', path, token, payload: JSON.stringify(body) })

async function create(key: string, more: object = {}): Promise<number> {
  const venue = `venue-${made.showId}`
  const { body } = await shop.post(
    base,
    { venue, key, nameKa: 'გეგმა', nameEn: 'Plan', ...more },
    token,
  )
  expect(body.planId, JSON.stringify(body)).toEqual(expect.any(Number))
  return body.planId
}

async function read(planId: number): Promise<Reply> {
  return (await shop.get(`${base}/${planId}`, token)).body
}

function drawn(document: PlanDocument, command: Command): PlanDocument {
  const ran = runCommand(document, command)
  if (!ran) throw new Error('The command was refused')
  return ran.document
}

const block =
  (zone = 'standard'): Command =>
  (draft) =>
    addBlock(draft, {
      name: { ka: 'პარტერი', en: 'Stalls' },
      zone,
      middle: { x: 160, y: 120 },
      rows: 4,
      seats: 10,
    })

async function edit(planId: number, command: Command): Promise<Reply> {
  const { document, revision } = await read(planId)
  const saved = await put(`${base}/${planId}`, { revision, document: drawn(document, command) })
  expect(saved.status, saved.text).toBe(200)
  return saved.body
}

async function publish(planId: number): Promise<Reply> {
  const { revision } = await read(planId)
  return shop.post(`${base}/${planId}/publish`, { revision }, token)
}

describe('a plan', () => {
  test('refuses a save of an outdated revision', async () => {
    const planId = await create('saved')
    const { document, revision } = await read(planId)
    const mine = drawn(document, block())
    const both = await Promise.all([
      put(`${base}/${planId}`, { revision, document: mine }),
      put(`${base}/${planId}`, { revision, document: drawn(mine, block()) }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(
      both.find(({ status }) => status === 409)?.body.errorCode ?? both.map(({ body }) => body),
    ).toBeTruthy()
    const after = await read(planId)
    expect(after.revision).toBe(revision + 1)
    expect([40, 80]).toContain(after.seats)
    expect(after).toMatchObject({ version: 0, hasChanges: true, versions: [] })
  })

  test('that is invalid is refused', async () => {
    const planId = await create('damaged')
    const { document, revision } = await read(planId)
    const whole = drawn(document, block())
    const rows = whole.rows.map((row) => ({ ...row, section: 999 }))
    for (const bad of [null, 7, {}, { ...whole, rows }, { ...whole, zones: [] }]) {
      const { status, text } = await put(`${base}/${planId}`, { revision, document: bad })
      expect(status, text).toBe(400)
    }
    expect((await read(planId)).revision).toBe(revision)
  })

  test('has a key that is unique at its venue', async () => {
    await create('taken')
    const body = { venue: `venue-${made.showId}`, key: 'taken', nameKa: 'ა', nameEn: 'A' }
    expect((await shop.post(base, body, token)).status).toBe(409)
    expect((await shop.post(base, { ...body, venue: 'nowhere' }, token)).status).toBe(404)
  })

  test('can be created from an existing seat map or from a drawing', async () => {
    const from = await read(await create('from-layout', { layoutId: made.layoutId }))
    expect(from).toMatchObject({ seats: 40, room: 50, version: 1 })
    expect(compilePlan(from.document).sections).toEqual(made.layout.sections)
    const svg =
      '<svg><g data-section="A" data-zone="a"><g data-row="1"><circle data-seat="1" cx="0" cy="0" r="4"/></g></g></svg>'
    expect(await read(await create('from-svg', { content: svg }))).toMatchObject({ seats: 1 })
    const venue = `venue-${made.showId}`
    const bad = {
      venue,
      key: 'bad',
      nameKa: 'ა',
      nameEn: 'A',
      content: '<svg><circle data-seat="1"/></svg>',
    }
    const { body } = await shop.post(base, bad, token)
    expect(body.planId).toBeNull()
    expect(body.problems).toEqual(['Line 1, circle: The seat has no section.'])
  })

  test('names what is sold of a drawing by section, and what was left out of it and why', async () => {
    const seats = '<circle cx="0" cy="0" r="4"/><circle cx="10" cy="0" r="4"/>'
    const section = (name: string, more = '') =>
      `<g data-section="${name}" data-zone="a" ${more}><g data-row="1">${seats}</g></g>`
    const content = `<svg>${section('A')}\n${section('Old', 'id="old" display="none"')}
      <g data-section="Floor" data-zone="b" data-capacity="300"><rect x="50" width="90" height="90"/></g></svg>`
    const wanted = {
      venue: `venue-${made.showId}`,
      key: 'notes',
      nameKa: 'ა',
      nameEn: 'A',
      content,
    }
    const { body } = await shop.post(base, wanted, token)
    expect(body).toMatchObject({
      problems: [],
      leftOut: ['Line 2, old: Not taken over because the drawing does not show it. Shapes: 2.'],
      sections: [
        { name: { en: 'A' }, kind: 'seated', rows: 1, places: 2 },
        { name: { en: 'Floor' }, kind: 'standing', rows: 0, places: 300 },
      ],
    })
  })

  test('is published as an immutable version; equal content is the same version', async () => {
    const planId = await create('published')
    expect((await publish(planId)).status).toBe(409)
    await edit(planId, block())
    const first = await publish(planId)
    expect(first.body).toMatchObject({ version: 1, capacity: 40, isKnown: false })
    expect((await publish(planId)).body).toMatchObject({ version: 1, isKnown: true })
    expect(await read(planId)).toMatchObject({ version: 1, hasChanges: false })
    await edit(planId, (draft) => moveItems(draft, [{ kind: 'section', id: 3 }], 0, 5))
    expect((await publish(planId)).body).toMatchObject({ version: 2, isKnown: false })
    const { versions } = await read(planId)
    expect(versions.map(({ version }: Reply) => version)).toEqual([2, 1])
    const shown = await shop.get(`/v2/layouts/${first.body.digest}`)
    expect(shown.body.sections[0].name.en).toBe('Stalls')
    expect(shown.body.sections[0].rows[0].line[1]).toBe(106.5)
  })

  test('accepts a background picture and refuses other files', async () => {
    const planId = await create('pictured')
    const png = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#a12' } })
      .png()
      .toBuffer()
    const path = `${base}/${planId}/pictures`
    const kept = await shop.post(path, { content: png.toString('base64') }, token)
    expect(kept.body.digest).toBe(createHash('sha256').update(png).digest('hex').slice(0, 40))
    const sent = await shop.get(`${path}/${kept.body.digest}`, token)
    expect(sent.headers['content-type']).toBe('image/png')
    const bomb = Buffer.from(png)
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    expect(
      (await shop.post(path, { content: bomb.toString('base64') }, token)).body.error.code,
    ).toBe('PlanPictureNotTaken')
    const svg = Buffer.from('<svg onload="alert(1)"/>').toString('base64')
    expect((await shop.post(path, { content: svg }, token)).status).toBe(400)
    expect((await shop.get(`${path}/${'0'.repeat(40)}`, token)).status).toBe(404)
  })
})

describe('a date that is sold by another version of its plan', () => {
  /** A plan with forty seats, and a date with sold seats. */
  async function sold(key: string): Promise<{ planId: number; event: MadeEvent; buy: typeof buy }> {
    const planId = await create(key)
    const begun = await read(planId)
    const zones = [{ id: 1, key: 'a', name: { ka: 'ა', en: 'A' } }]
    const document = drawn({ ...begun.document, zones }, block('a'))
    await put(`${base}/${planId}`, { revision: begun.revision, document })
    const { body: version } = await publish(planId)
    const layout = compilePlan(document)
    const event = await shop.event({ layout, placesPerOrderMax: 10 })
    await sql`update event set layout_id = ${version.layoutId} where id = ${event.eventId}`.execute(
      shop.context.db,
    )
    async function buy(placeIds: number[]) {
      const buyer = await shop.customer()
      const order = await purchase(shop, {
        token: buyer,
        station: 'paid',
        request: { event, placeIds },
      })
      return { buyer, ...order }
    }
    return { planId, event, buy }
  }

  async function pause(event: MadeEvent): Promise<void> {
    await sql`update offering set is_on_sale = false where id = ${event.offeringId}`.execute(
      shop.context.db,
    )
  }

  const ticketsOf = async (offeringId: number) => {
    const { rows } = await sql<{ placeId: number; row: string; seat: string; line: number }>`
      select t.place_id as "placeId", t.row_label as row, t.seat_label as seat, l.place_id as line
      from ticket t join order_line l on l.id = t.order_line_id
      where l.offering_id = ${offeringId}::bigint order by t.place_id`.execute(shop.context.db)
    return rows
  }

  test('keeps every seat that still exists, with its name on the ticket', async () => {
    const { planId, event, buy } = await sold('kept')
    await buy([12, 13])
    await pause(event)
    // Row 1 is removed, so all place numbers change.
    const { document } = await read(planId)
    await edit(planId, (draft) => removeItems(draft, [{ kind: 'placed', id: document.rows[0].id }]))
    const { body: next } = await publish(planId)
    const path = `${base}/${planId}/dates/${event.eventId}`
    const previewed = await shop.post(path, { layoutId: next.layoutId }, token)
    expect(previewed.body).toMatchObject({
      isDone: false,
      effect: { kept: 2, moved: [], movedCount: 0, unplacedCount: 0 },
    })
    const { effectKey } = previewed.body.effect
    const done = await shop.post(path, { layoutId: next.layoutId, effectKey }, token)
    expect(done.body).toMatchObject({ isDone: true })
    expect(await ticketsOf(event.offeringId)).toEqual([
      { placeId: 2, row: '2', seat: '2', line: 2 },
      { placeId: 3, row: '2', seat: '3', line: 3 },
    ])
    const { rows } = await sql<{ count: number; sold: number }>`
      select count(*)::int as count, count(*) filter (where state = 2)::int as sold from place_leg
      where offering_id = ${event.offeringId}::bigint`.execute(shop.context.db)
    expect(rows[0]).toEqual({ count: 30, sold: 2 })
    // Repeating it is refused: the date is already sold by that version.
    expect((await shop.post(path, { layoutId: next.layoutId, effectKey }, token)).status).toBe(404)
  })

  test('previews who is affected, and changes only after confirmation, while its sale is paused', async () => {
    const { planId, event, buy } = await sold('affected')
    const order = await buy([1, 2])
    await sql`update place_leg set state = 3 where offering_id = ${event.offeringId}::bigint and place_id in (11, 12)`.execute(
      shop.context.db,
    )
    const { document } = await read(planId)
    await edit(planId, (draft) => removeItems(draft, [{ kind: 'placed', id: document.rows[0].id }]))
    const { body: next } = await publish(planId)
    const path = `${base}/${planId}/dates/${event.eventId}`
    const requestChange = (more: object = {}) =>
      shop.post(path, { layoutId: next.layoutId, ...more }, token)
    const { effect } = (await requestChange()).body
    expect(effect).toMatchObject({ kept: 0, movedCount: 2, unplacedCount: 0, partiesApart: 0 })
    expect(
      effect.moved.map(({ from, orderNumber }: Reply) => [from.row, from.seat, orderNumber]),
    ).toEqual([
      ['1', '1', order.orderNumber],
      ['1', '2', order.orderNumber],
    ])
    // Withheld places stay withheld and are given to nobody.
    expect(effect.moved.map(({ to }: Reply) => to.seat).toSorted()).toEqual(['3', '4'])
    const { effectKey } = effect
    expect((await requestChange({ effectKey, mayReseat: true })).body).toMatchObject({
      error: expect.anything(),
    })
    await pause(event)
    expect((await requestChange({ effectKey })).status).toBe(409)
    const later = await requestChange({ effectKey: 'f'.repeat(40), mayReseat: true })
    expect(later.status).toBe(409)
    expect((await requestChange({ effectKey, mayReseat: true })).body).toMatchObject({
      isDone: true,
    })
    const tickets = await ticketsOf(event.offeringId)
    expect(tickets.map(({ row, seat }) => [row, seat])).toEqual([
      ['2', '3'],
      ['2', '4'],
    ])
    expect(tickets.every(({ placeId, line }) => placeId === line)).toBe(true)
    const { rows } = await sql<{ placeId: number }>`
      select place_id as "placeId" from place_leg where offering_id = ${event.offeringId}::bigint and state = 3
      order by place_id`.execute(shop.context.db)
    expect(rows).toEqual([{ placeId: 1 }, { placeId: 2 }])
    const { rows: jobs } = await sql<{ data: { orderId: number; eventId: number } }>`
      select data from pgboss.job where name = 'seats-changed-letter'`.execute(shop.context.db)
    expect(jobs).toHaveLength(1)
    const sent: { to: string; text: string }[] = []
    const mailer = { send: async (letter: { to: string; text: string }) => void sent.push(letter) }
    const job = jobs[0]?.data ?? { orderId: 0, eventId: 0 }
    await writeSeatsChanged({ ...shop.context, origin: 'http://x' }, mailer as never, job, {
      id: 'j',
      ...shop.ports.tickets,
    })
    expect(sent[0]?.text).toMatch(/3.*\n.*4/u)
    // A buyer without an account can open it.
    expect(sent[0]?.text).toMatch(/http:\/\/x\/en\/tickets\/[0-9a-f-]{36}\/[\w-]{43}/)
  })

  test('is refused when the new plan is too small, without any change', async () => {
    const { planId, event, buy } = await sold('too-small')
    await buy([1, 2, 3])
    await pause(event)
    const { document } = await read(planId)
    const all = document.rows.slice(1).map(({ id }: Reply) => ({ kind: 'placed', id }))
    const most = Array.from({ length: 8 }, (_, at) => ({
      kind: 'seat',
      id: document.rows[0].id,
      at,
    }))
    await edit(planId, (draft) => {
      removeItems(draft, all)
      removeItems(draft, most as never)
    })
    const { body: next } = await publish(planId)
    const path = `${base}/${planId}/dates/${event.eventId}`
    const { effect } = (await shop.post(path, { layoutId: next.layoutId }, token)).body
    expect(effect.unplacedCount).toBe(1)
    expect(effect.moved.filter(({ to }: Reply) => to === null)).toHaveLength(1)
    const before = await ticketsOf(event.offeringId)
    const { effectKey } = effect
    const tried = await shop.post(
      path,
      { layoutId: next.layoutId, effectKey, mayReseat: true },
      token,
    )
    expect(tried.status).toBe(409)
    expect(await ticketsOf(event.offeringId)).toEqual(before)
  })

  test('is listed with its sales', async () => {
    const { planId, event, buy } = await sold('listed')
    await buy([5])
    const { body } = await shop.get(`${base}/${planId}/dates`, token)
    const own = body.dates.find(({ eventId }: Reply) => eventId === event.eventId)
    expect(own).toMatchObject({ version: 1, sold: 1, isOnSale: true })
    const seat = { kind: 'seat', id: 5, at: 0 } as const
    await edit(planId, (draft) => flagSeats(draft, [seat], 'accessible', true))
    expect(unfold(compilePlan((await read(planId)).document)).placeCount).toBe(40)
  })
})
