/**
 * Goal: orders that were sold elsewhere are imported once and whole, their places are taken, their tickets admit at the door, and
 * no money moves. Method: files of an organiser over HTTP, as CSV and XLSX, right, wrong and repeated.
 */
import { strToU8, zipSync } from 'fflate'
import { sql } from 'kysely'
import { afterEach, beforeAll, afterAll, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { refundCancelled } from '#flows/returns/server/refund-cancelled.ts'
import { ledgerViolations } from '#modules/wallet/tests/ledger-checks.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'

let shop: HostileShop
let event: MadeEvent
let owner: string
let stranger: string

beforeAll(async () => {
  shop = await openHostileShop()
  event = await shop.event()
  owner = await shop.staff(event.merchantId)
  const other = await shop.event()
  stranger = await shop.staff(other.merchantId)
})
afterEach(async () => {
  expect(await ledgerViolations(shop.context)).toEqual([])
  const { rows } = await sql`select id from ledger_transfer`.execute(shop.context.db)
  expect(rows, 'nothing is posted').toEqual([])
})
afterAll(() => shop.close())

const heading = 'date,type,section,row,seat,quantity,name,email,phone,price,reference,code,seller'
type Cell = string | number
const line = (values: readonly Cell[]) => values.join(',')
/** A row for a seat of the first section. */
const seatRow = (seat: number, reference: string, more: { code?: string; price?: string } = {}) => [
  event.eventId,
  '',
  'Stalls',
  '1',
  seat,
  '',
  'Nino Beridze',
  'nino.outside@example.com',
  '+995555123456',
  more.price ?? '45.50',
  reference,
  more.code ?? '',
  '',
]
const csv = (...rows: (readonly Cell[])[]) => [heading, ...rows.map(line)].join('\n')
const send = (content: string, more: object = {}, token = owner) =>
  shop.post('/v2/merchantusers/orders/import', { format: 'csv', content, ...more }, token)
const report = (content: string, more: object = {}, token = owner): Promise<Reply> =>
  expectOk(send(content, more, token))
/** As Excel writes it: numbers as they are, texts in a table of their own, empty cells left out. */
function workbook(rows: readonly (readonly Cell[])[]): string {
  const texts: string[] = []
  const cell = (value: Cell, at: string) => {
    if (value === '') return ''
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
    texts.push(value)
    return `<c r="${at}" t="s"><v>${texts.length - 1}</v></c>`
  }
  const lines = rows.map((row, index) => {
    const cells = row.map((value, column) =>
      cell(value, `${String.fromCodePoint(65 + column)}${index + 1}`),
    )
    return `<row r="${index + 1}">${cells.join('')}</row>`
  })
  const parts = {
    'xl/workbook.xml': strToU8('<workbook/>'),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`,
    ),
    'xl/sharedStrings.xml': strToU8(
      `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ),
  }
  return Buffer.from(zipSync(parts)).toString('base64')
}
const orders = async (state: string): Promise<Reply[]> =>
  (await expectOk(shop.get(`/v2/operator/orders?state=${state}`, await shop.operator()))).orders
const free = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from place_leg where offering_id = ${event.offeringId} and state = 0`.execute(
    shop.context.db,
  )
  return rows[0]?.count
}

test('a check changes nothing and names each mistake with its row', async () => {
  const before = await free()
  const right = seatRow(1, 'A-1')
  expect(await report(csv(right), { isDryRun: true })).toMatchObject({
    isTakenIn: false,
    newCount: 1,
    ticketCount: 1,
    problems: [],
  })
  const wrong = await report(
    csv(
      right,
      seatRow(1, 'A-2'),
      seatRow(99, 'A-3'),
      seatRow(2, 'A-4', { price: 'many' }),
      [999_999_999, ...seatRow(3, 'A-5').slice(1)],
      [event.eventId, 'Nothing', '', '', '', 2, '', '', '', '10', 'A-6', '', ''],
    ),
  )
  expect(wrong.isTakenIn).toBe(false)
  expect(wrong.problems.map(({ row, code }: Reply) => [row, code])).toEqual([
    [2, 'seat-twice'],
    [3, 'unknown-seat'],
    [4, 'invalid'],
    [5, 'unknown-date'],
    [6, 'unknown-type'],
  ])
  for (const unreadable of ['nothing', 'date,what\n1,2'])
    expect((await report(unreadable)).problems).toMatchObject([{ row: 0, code: 'file' }])
  expect(await free()).toBe(before)
  expect(await orders('imported')).toEqual([])
})

test('an import takes the places and is repeated without a change', async () => {
  const before = (await free()) ?? 0
  const floor = event.poolTypes[1]?.ticketTypeId ?? 0
  const file = csv(
    seatRow(1, 'B-1', { code: 'EXT-0001' }),
    seatRow(2, 'B-1', { code: 'EXT-0002' }),
    [event.eventId, floor, '', '', '', 3, 'Gia', '', '', '20', 'B-2', '', 'Kiosk'],
  )
  expect(await report(file)).toMatchObject({
    isTakenIn: true,
    newCount: 2,
    ticketCount: 5,
    knownCount: 0,
    problems: [],
  })
  expect(await free()).toBe(before - 2)
  expect(await report(file)).toMatchObject({ isTakenIn: false, newCount: 0, knownCount: 2 })
  // The same order in other words: by the names of the type and the section, the rows the other way round.
  const zone = event.seatTypes['a']?.ticketTypeId ?? 0
  const [first, second] = [1, 2].map((seat) =>
    seatRow(seat, 'B-1', { code: `EXT000${seat}` })
      .with(1, zone)
      .with(2, 'პარტერი'),
  )
  expect(await report(csv(second ?? [], first ?? []))).toMatchObject({
    problems: [],
    knownCount: 1,
  })
  const listed = await orders('imported')
  expect(listed).toHaveLength(2)
  expect(listed.map((one) => [one.statusName, one.totalMinor, one.paidAt])).toEqual([
    ['Imported', 0, null],
    ['Imported', 0, null],
  ])
  const again = await report(csv(seatRow(3, 'B-1')))
  expect(again.problems).toMatchObject([{ row: 1, code: 'reference-differs' }])
  const taken = await report(csv(seatRow(2, 'B-3')))
  expect(taken.problems).toMatchObject([{ row: 1, code: 'place-taken', detail: 'Stalls 1 2' }])
  expect(await free()).toBe(before - 2)
})

test('one of two files with one reference at once is imported, and a seat that is sold is not', async () => {
  const file = csv(seatRow(5, 'C-1'))
  const answers = await Promise.all([report(file), report(file), report(file)])
  expect(answers.filter(({ isTakenIn }) => isTakenIn)).toHaveLength(1)
  expect(answers.filter(({ knownCount }) => knownCount === 1)).toHaveLength(2)
})

test('another organiser can neither name the date nor read the order; an operator imports for one', async () => {
  const { body } = await send(csv(seatRow(6, 'D-1')), {}, stranger)
  expect(body.problems).toMatchObject([{ row: 1, code: 'unknown-date' }])
  const content = workbook([heading.split(','), seatRow(6, 'D-1')])
  const operator = await shop.operator()
  const done = await expectOk(
    shop.post(
      `/v2/operator/orders/import?merchantId=${event.merchantId}`,
      { format: 'xlsx', content },
      operator,
    ),
  )
  expect(done).toMatchObject({ isTakenIn: true, newCount: 1, ticketCount: 1 })
  const own = await expectOk(
    shop.post('/v2/merchantusers/orders/find', { text: 'nino.outside@example.com' }, owner),
  )
  expect(own.items.map(({ statusName }: Reply) => statusName)).toContain('Imported')
  const [{ orderNumber }] = own.items
  const path = `/v2/merchantusers/orders/order?orderNumber=${orderNumber}`
  expect((await shop.get(path, stranger)).status).toBe(404)
})

test('a date is found by its start as spreadsheet programs write it', async () => {
  const { rows } = await sql<{ at: string }>`
    select to_char(starts_at at time zone 'Asia/Tbilisi', 'YYYY-MM-DD"T"HH24:MI') as at from event
    where id = ${event.eventId}`.execute(shop.context.db)
  const start = Temporal.PlainDateTime.from(rows[0]?.at ?? '')
  const [day = '', clock = ''] = start.toString({ smallestUnit: 'second' }).split('T')
  const [year, month, dayOfMonth] = day.split('-')
  const named = (date: Cell) => [date, ...seatRow(9, 'E-1').slice(1)]
  const isFound = { problems: [], newCount: 1 }
  for (const date of [`${day} ${clock}`, `${dayOfMonth}.${month}.${year} ${clock.slice(0, 5)}`]) {
    const table = csv(named(date)).replaceAll(',', ';')
    expect(await report(`sep=;\r\n${table}`, { isDryRun: true }), date).toMatchObject(isFound)
  }
  const days = start.since('1899-12-30T00:00', { largestUnit: 'minutes' }).minutes / 1_440
  const content = workbook([heading.split(','), named(days)])
  expect(await report(content, { format: 'xlsx', isDryRun: true })).toMatchObject(isFound)
  const wrong = await report(csv(named(start.add({ days: 1 }).toString())), { isDryRun: true })
  expect(wrong.problems).toMatchObject([{ row: 1, code: 'unknown-date' }])
})

test('the figures count them apart from what was paid here', async () => {
  const { totals } = await expectOk(shop.get('/v2/merchantusers/statistics', owner))
  expect(totals).toMatchObject({
    ticketCount: 7,
    elsewhereCount: 7,
    elsewhere: { amount: 4 * 4_550 + 3 * 2_000 },
    face: { amount: 0 },
    sold: { amount: 0 },
  })
  const { totals: shown } = await expectOk(shop.get('/v2/merchantusers/totals', owner))
  expect(shown).toMatchObject({ elsewhereCount: 7, sold: { amount: 0 } })
})

test('a cancelled date ends them without money', async () => {
  const other = await shop.event()
  const own = await shop.staff(other.merchantId)
  const rows = [[other.eventId, ...seatRow(1, 'E-1').slice(1)]]
  expect(await report(csv(...rows), {}, own)).toMatchObject({
    problems: [],
    isTakenIn: true,
    newCount: 1,
  })
  const before = await orders('imported')
  await expectOk(
    shop.postProven(
      `/v2/operator/events/${other.eventId}/cancel`,
      { reasonKa: 'ავადმყოფობა', reasonEn: 'Illness' },
      await shop.operator(),
    ),
  )
  await refundCancelled(shop.context, shop.ports.returns)
  expect(await orders('imported')).toHaveLength(before.length - 1)
  const { rows: tickets } = await sql<{ status: number }>`
    select status from ticket_summary where item_id = ${other.eventId}`.execute(shop.context.db)
  expect(tickets).toEqual([{ status: 2 }])
  expect((await report(csv(...rows), {}, own)).problems).toMatchObject([
    { row: 1, code: 'reference-cancelled' },
  ])
})

test('their codes admit once, ours and those printed elsewhere, at their own date only', async () => {
  const { startsAt } = await shop.context.db
    .selectFrom('event')
    .select('starts_at as startsAt')
    .where('id', '=', event.eventId)
    .executeTakeFirstOrThrow()
  const minutes = (startsAt.getTime() - shop.context.clock.now().getTime()) / 60_000 - 10
  shop.context.clock.advance(minutes * 60)
  const token = await shop.staff(event.merchantId)
  const deviceId = shop.context.random.uuid()
  let sequence = 0
  const scan = async (code: string) => {
    sequence += 1
    const body = { deviceId, sequence, eventId: event.eventId, code }
    return (await expectOk(shop.post('/v2/entrance/scan', body, token))).outcome
  }
  expect(await scan('ext 0001')).toBe('Admitted')
  expect(await scan('EXT-0001')).toBe('AlreadyUsed')
  expect(await scan('EXT-0003')).toBe('Unknown')
  const { rows } = await sql<{ identifier: string }>`
    select identifier from ticket_summary where outside_code = 'EXT0002'`.execute(shop.context.db)
  expect(await scan(rows[0]?.identifier ?? '')).toBe('Admitted')
  expect(await scan('EXT-0002')).toBe('AlreadyUsed')
})
