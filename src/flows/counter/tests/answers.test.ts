/**
 * Goal: a counter asks what the page asks, sells with the answers whichever way it is paid, and never without a required
 * one. Method: a cashier over HTTP on a real database, on a date with questions of every kind.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { makeStaffToken } from '#modules/staff/tests/factories.ts'
import { ask, askingEvent, question } from '../../../../tests/hostile/asked.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'

const path = '/v2/merchantusers/box-office'
const options = [
  { value: 'm', label: { ka: 'საშუალო', en: 'Medium' } },
  { value: 'l', label: { ka: 'დიდი', en: 'Large' } },
]
const fields = [
  question('guest', 'ticket', 'text', { isRequired: true }),
  question('size', 'ticket', 'select', { options }),
  question('born', 'ticket', 'date'),
  question('company', 'order', 'text', { isRequired: true }),
  question('phone', 'order', 'phone'),
]

let shop: HostileShop
let event: MadeEvent
let cashier: string
let manager: string
let owner: string

beforeAll(async () => {
  shop = await openHostileShop()
  event = await shop.event()
  await ask(shop, event, fields)
  const { merchantId } = event
  cashier = await makeStaffToken(shop.context, { merchantId, role: 'box-office' })
  manager = await makeStaffToken(shop.context, { merchantId, role: 'manager' })
  owner = await shop.staff(merchantId)
  await expectOk(call('shift', { counter: 'Foyer', openingMinor: 0 }))
})
afterAll(() => shop.close())

const call = (what: string, body: object) => shop.post(`${path}/${what}`, body, cashier)
const floor = () => event.poolTypes[1]?.ticketTypeId
const seat = () => event.seatTypes['a']?.ticketTypeId
const hold = (more: object = {}): Promise<Reply> =>
  expectOk(
    call('held', {
      eventId: event.eventId,
      seats: [],
      ticketTypeId: floor(),
      quantity: 2,
      ...more,
    }),
  )
const answersTo = (basket: Reply, valueOf: (one: Reply) => string | undefined) =>
  basket.extras.flatMap((one: Reply) => {
    const value = valueOf(one)
    return value === undefined ? [] : [{ id: one.id, value }]
  })
const required = ({ isRequired, id }: Reply) => (isRequired ? `Answer to ${id}` : undefined)

test('says that buyers are asked, and holds instead of selling in one step', async () => {
  const types = await expectOk(shop.get(`${path}/types?eventId=${event.eventId}`, cashier))
  expect(types.asksAnswers).toBe(true)
  const sale = { eventId: event.eventId, ticketTypeId: floor(), quantity: 1, givenMinor: 100_000 }
  expect((await call('sales', sale)).body.error.code).toBe('ExtraFieldsMissing')
  expect((await expectOk(shop.get(path, cashier))).basket).toBeNull()
  const plain = await shop.event()
  const other = await makeStaffToken(shop.context, {
    merchantId: plain.merchantId,
    role: 'box-office',
  })
  const quiet = await expectOk(shop.get(`${path}/types?eventId=${plain.eventId}`, other))
  expect(quiet.asksAnswers).toBe(false)
})

test('held places bring their questions, ticket by ticket, in the language of the cashier', async () => {
  const basket = await hold()
  expect(basket.extras).toHaveLength(2 * 3 + 2)
  expect(basket.extras.filter(({ lineId }: Reply) => lineId === null)).toHaveLength(2)
  expect(basket.extras.map(({ label }: Reply) => label)).toContain('Question guest')
  const opened = await expectOk(
    shop.get(`${path}/held?orderKey=${basket.orderKey}&locale=ka`, cashier),
  )
  expect(opened.extras.map(({ label }: Reply) => label)).toContain('კითხვა guest')
  expect((await expectOk(shop.get(path, cashier))).basket.extras).toHaveLength(8)
  await expectOk(call('held/release', { orderKey: basket.orderKey }))
})

/** Answers that are refused, and the questions that the refusal names. */
const wrong: readonly (readonly [
  name: string,
  valueOf: (one: Reply) => string | undefined,
  named: RegExp,
])[] = [
  ['nothing', () => undefined, /guest|company/],
  ['blanks', ({ isRequired }) => (isRequired ? '   ' : undefined), /guest|company/],
  ['no company', ({ id }) => (id.endsWith('guest') ? 'G' : undefined), /company/],
  ['a long text', (one) => (one.isRequired ? 'x'.repeat(201) : undefined), /guest|company/],
  ['an unknown option', (one) => (one.kind === 'select' ? 'xl' : required(one)), /size/],
  ['no day', (one) => (one.kind === 'date' ? '2027-02-30' : required(one)), /born/],
  ['no phone', (one) => (one.kind === 'phone' ? '12' : required(one)), /phone/],
]

test.each(wrong)('does not sell with %s', async (_name, valueOf, named) => {
  const basket = await hold()
  const extras = answersTo(basket, valueOf)
  for (const what of ['held/sales', 'held/sales']) {
    const refused = await call(what, { orderKey: basket.orderKey, givenMinor: 100_000, extras })
    expect(refused.body.error.code).toBe('ExtraFieldsMissing')
    expect(refused.body.error.fields.length).toBeGreaterThan(0)
    for (const { path: at } of refused.body.error.fields) {
      expect(at).toMatch(/^body\.extras\./)
      expect(at).toMatch(named)
    }
  }
  await expectOk(call('held/release', { orderKey: basket.orderKey }))
})

/** What is typed at the counter, and what the office reads. */
const right: readonly (readonly [
  typed: Readonly<Record<string, string>>,
  read: Readonly<Record<string, string>>,
])[] = [
  [{}, {}],
  [{ size: 'm' }, { size: 'Medium' }],
  [
    { born: '2012-02-29', size: 'l' },
    { born: '2012-02-29', size: 'Large' },
  ],
  [{ phone: '599 11 22 33' }, { phone: '+995599112233' }],
  [{ guest: 'ნინო ჭავჭავაძე' }, { guest: 'ნინო ჭავჭავაძე' }],
  [{ guest: '  =1+1  ' }, { guest: '=1+1' }],
  [
    { guest: 'שלום', company: 'x'.repeat(200) },
    { guest: 'שלום', company: 'x'.repeat(200) },
  ],
]

test.each(right)('sells with %o, and the order says so', async (typed, read) => {
  const basket = await hold()
  const nameOf = ({ id }: Reply) => id.split('.').at(-1)
  const extras = answersTo(basket, (one) => typed[nameOf(one)] ?? required(one))
  const sold = await expectOk(
    call('held/sales', { orderKey: basket.orderKey, givenMinor: 100_000, extras }),
  )
  const order = await expectOk(
    shop.get(`/v2/merchantusers/orders/order?orderNumber=${sold.orderNumber}`, manager),
  )
  const all = [...order.answers, ...order.tickets.flatMap((ticket: Reply) => ticket.answers)]
  for (const [name, value] of Object.entries(read))
    expect(
      all.filter(({ key }: Reply) => key.endsWith(`.${name}`)).map((one: Reply) => one.value),
    ).toEqual(Array.from({ length: name === 'phone' || name === 'company' ? 1 : 2 }, () => value))
  expect(all.filter(({ key }: Reply) => key === 'ticket.guest')).toHaveLength(2)
})

test('a reservation is asked when it is collected, and added seats are asked as well', async () => {
  const first = await hold({ seats: [{ ticketTypeId: seat(), placeId: 1 }], quantity: 1 })
  const { orderKey } = first
  const until = new Date(shop.context.clock.now().getTime() + 3_600_000).toISOString()
  const kept = { orderKey, name: 'Otar', phone: '+995 555 10 20 30', until }
  await expectOk(call('reservations', kept))
  const more = await hold({ seats: [{ ticketTypeId: seat(), placeId: 2 }], quantity: 1, orderKey })
  expect(more.extras.length).toBe(first.extras.length + 3)
  const old = answersTo(first, required)
  const short = await call('held/sales', { orderKey, givenMinor: 100_000, extras: old })
  expect(short.body.error.code).toBe('ExtraFieldsMissing')
  const extras = answersTo(more, required)
  const sold = await expectOk(call('held/sales', { orderKey, givenMinor: 100_000, extras }))
  expect(sold.tickets).toHaveLength(2)
})

test('a free ticket needs no email at a counter, which prints it, and is asked the same', async () => {
  const free = await askingEvent(shop, fields)
  const other = await makeStaffToken(shop.context, {
    merchantId: free.merchantId,
    role: 'box-office',
  })
  const send = (what: string, body: object) => shop.post(`${path}/${what}`, body, other)
  await expectOk(send('shift', { counter: 'Hall', openingMinor: 0 }))
  const ticketTypeId = free.poolTypes[1]?.ticketTypeId
  const wanted = { eventId: free.eventId, seats: [], ticketTypeId, quantity: 1 }
  const basket = await expectOk(send('held', wanted))
  const sale = { orderKey: basket.orderKey, givenMinor: 0 }
  const without = await send('held/sales', sale)
  expect(without.body.error.code).toBe('ExtraFieldsMissing')
  const sold = await expectOk(send('held/sales', { ...sale, extras: answersTo(basket, required) }))
  expect(sold.tickets).toHaveLength(1)
})

test('paying by a code from a wallet asks the same', async () => {
  const { orderKey } = await hold()
  const body = { orderKey, code: 'ABCDEFGH', extras: [] }
  expect((await call('held/balance', body)).body.error.code).toBe('BalanceCodeWrong')
  await expectOk(call('held/release', { orderKey }))
})

const heading = 'date,type,quantity,name,email,phone,price,reference'
const imports = (content: string, more: object = {}): Promise<Reply> =>
  shop.post('/v2/merchantusers/orders/import', { format: 'csv', content, ...more }, owner)
const importRow = (reference: string, cells: readonly string[] = []) =>
  [event.eventId, floor(), 1, 'Nino', '', '', '10', reference, ...cells].join(',')

/** Columns of questions in a file with their cells, and what the office reads of the ticket and of its order. */
const imported: readonly (readonly [columns: string, cells: string, read: readonly string[]])[] = [
  ['Question guest', 'Otar', ['Otar']],
  ['კითხვა guest', 'ოთარი', ['ოთარი']],
  ['question_GUEST', '=1+1', ['=1+1']],
  ['guest', 'by its key', ['by its key']],
  ['Question size', 'Large', ['Large']],
  ['Question size', 'დიდი', ['Large']],
  ['Question size', 'l', ['Large']],
  ['Question born', '1990-02-28', ['1990-02-28']],
  ['Question phone', '599 11 22 33', ['+995599112233']],
  ['Question company,Question guest', 'Firm,Otar', ['Otar', 'Firm']],
  ['Question guest', '', []],
]

test.each(imported)(
  'an imported order has the answers of its columns: %s, %s',
  async (columns, cells, read) => {
    const reference = `A-${imported.findIndex((one) => one[0] === columns && one[1] === cells)}`
    const content = [`${heading},${columns}`, importRow(reference, [cells])].join('\n')
    const report = await expectOk(imports(content))
    expect(report).toMatchObject({ isTakenIn: true, newCount: 1, problems: [] })
    // The same again changes nothing.
    expect(await expectOk(imports(content))).toMatchObject({ newCount: 0, knownCount: 1 })
    const { order_number: orderNumber } = await shop.context.db
      .selectFrom('outside_order')
      .innerJoin('orders', 'orders.id', 'outside_order.order_id')
      .select('order_number')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    const order = await expectOk(
      shop.get(`/v2/merchantusers/orders/order?orderNumber=${orderNumber}`, manager),
    )
    const all = [...order.tickets.flatMap((one: Reply) => one.answers), ...order.answers]
    expect(all.map(({ value }: Reply) => value)).toEqual(read)
  },
)

test.each([
  ['an unknown column', ['Shoe size'], [['43']], 'file', 'shoe size'],
  ['no option', ['Question size'], [['XXL']], 'invalid', 'question size'],
  ['no day', ['Question born'], [['2027-02-30']], 'invalid', 'question born'],
  ['two answers of one order', ['Question company'], [['One'], ['Two']], 'answer-differs', 'Two'],
] as const)(
  'an import with %s is refused as a whole',
  async (_name, columns, rows, code, detail) => {
    const lines = rows.map((cells) => importRow('B-1', cells))
    const report = await expectOk(imports([`${heading},${columns.join(',')}`, ...lines].join('\n')))
    expect(report.isTakenIn).toBe(false)
    expect(report.problems).toMatchObject([{ code, detail }])
  },
)
