/**
 * Goal: imported or entered content executes nowhere it is output: in calendars, PDFs, tables; and it never causes
 * requests by the server. Method: an operator's import in which every text is an attack, and every output of the
 * shop; a listener that must not be called; foreign codes and callbacks.
 */
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { endpointCheck } from '#modules/notifications/server/public-api.ts'
import { runImport } from '#modules/operator/server/public-api.ts'
import { parseCode } from '../../src/modules/tickets/code-format.ts'
import { drawPdf } from '../../src/modules/tickets/server/documents/draw-pdf.ts'
import { signCode } from '../../src/modules/tickets/server/code.ts'
import { purchase } from './purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from './shop.ts'
import { dateAfter } from '../support/dates.ts'

let shop: HostileShop
let token: string
let made: MadeEvent
/** A server inside our network that records its callers. */
let inside: Server
let insideUrl: string
const callers: string[] = []

beforeAll(async () => {
  shop = await openHostileShop()
  token = await shop.operator()
  made = await shop.event()
  inside = createServer((request, response) => {
    callers.push(request.url ?? '')
    response.end('secret')
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
  insideUrl = `http://127.0.0.1:${(inside.address() as AddressInfo).port}`
})
afterAll(async () => {
  await shop.close()
  await new Promise((resolve) => inside.close(resolve))
})

/** Cells that spreadsheets execute, including full-width characters that they treat the same. */
const formulas = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1+1',
  ' =1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
]
const script = '<script>alert(1)</script>'
const calendarLines =
  'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:y\nATTACH:http://e.example\u0085X-A:1\u2028X-B:1'
const pdfText = ') /AA << /O << /S /JavaScript /JS (app.alert(1)) >> >> ('

async function imported(name: string, content: string): Promise<Reply> {
  const body = { files: [{ name, content }], source: 'hostile' }
  const opened = await shop.post('/v2/operator/imports', body, token)
  expect(opened.status, opened.text).toBe(200)
  const { importId } = opened.body
  await runImport(shop.context, importId)
  const checked = (await shop.get(`/v2/operator/imports/${importId}`, token)).body
  if (checked.state === 'checked' && checked.counts.bad === 0) {
    await shop.post(`/v2/operator/imports/${importId}/apply`, { digest: checked.digest }, token)
    await runImport(shop.context, importId)
  }
  return (await shop.get(`/v2/operator/imports/${importId}`, token)).body
}

/** A show with one date and one price, all with the same name. */
function programmeOf(key: string, name: string, more: object = {}) {
  return {
    show: {
      key,
      name: { ka: name, en: name },
      subcategory: `subcategory-${made.showId}`,
      organiser: `merchant-${made.merchantId}`,
      ...more,
    },
    event: {
      key: `${key}-1`,
      show: key,
      venue: `venue-${made.showId}`,
      startsAt: `${dateAfter(new Date(), 90)}T20:00:00+04:00`,
      prices: [{ key: 'p', name: { ka: name, en: name }, capacity: 10, price: 12.5 }],
    },
  }
}

function programme(...of: Parameters<typeof programmeOf>): string {
  const { show, event } = programmeOf(...of)
  return JSON.stringify({ format: 'bileti-catalogue', version: 1, shows: [show], events: [event] })
}

/** The cells of a table as a spreadsheet parses them. */
function cellsOf(table: string): string[] {
  const cells: string[] = []
  for (const [, quoted, bare] of table.matchAll(
    /(?:^\uFEFF?|[,\r\n]+)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g,
  ))
    cells.push((quoted ?? bare ?? '').replaceAll('""', '"'))
  return cells
}

test('tables contain no formulas', async () => {
  const parts = formulas.map((name, index) => programmeOf(`formula-${index}`, name))
  const all = {
    format: 'bileti-catalogue',
    version: 1,
    shows: parts.map(({ show }) => show),
    events: parts.map(({ event }) => event),
  }
  expect(await imported('formulas.json', JSON.stringify(all))).toMatchObject({ state: 'applied' })
  const columns =
    'show,show_name_ka,subcategory,organiser,event,venue,starts_at,ticket_type,capacity,price'
  const place = `venue-${made.showId},${dateAfter(new Date(), 90)} 20:00,a,10,x`
  const rows = formulas.map(
    (key) => `"${key}",ა,subcategory-${made.showId},merchant-${made.merchantId},"${key}",${place}`,
  )
  const bad = await imported('=cmd.csv', [columns, ...rows].join('\n'))
  const tables = await Promise.all(
    ['/v2/operator/programme.csv', `/v2/operator/imports/${bad.importId}/problems.csv`].map(
      async (path) => (await shop.get(path, token)).text,
    ),
  )
  for (const table of tables) {
    const cells = cellsOf(table)
    expect(cells.filter((cell) => /[=+@＝＋＠-]1?/.test(cell)).length).toBeGreaterThan(5)
    expect(
      cells.filter(
        (cell) => /^\s*[=+\-@＝＋－＠]|^[\t\r]/.test(cell) && Number.isNaN(Number(cell)),
      ),
    ).toEqual([])
  }
})

test('imported names are plain text in calendars, page data and replies', async () => {
  const name = `${script}${calendarLines}`.replaceAll('\r\n', ' ')
  const done = await imported('script.json', programme('script', name))
  if (done.state === 'applied') {
    const { id } = await shop.context.db
      .selectFrom('external_reference')
      .select('subject_id as id')
      .where('key', '=', 'script-1')
      .executeTakeFirstOrThrow()
    const calendar = await shop.get(`/v2/presentation/generate-calendar?eventId=${id}`)
    expectOneEntry(calendar.text)
  } else expect(done.counts.bad).toBeGreaterThan(0)
  // Values that no import accepts may exist from other sources.
  const text = JSON.stringify({ ka: calendarLines, en: calendarLines })
  await shop.context.db
    .updateTable('show')
    .set({ name: text })
    .where('id', '=', made.showId)
    .execute()
  await shop.context.db.updateTable('venue').set({ name: text, address: text }).execute()
  await shop.ports.liveMaps.close()
  const buyer = await shop.customer()
  const bought = await purchase(shop, {
    token: buyer,
    station: 'paid',
    request: { event: made, placeIds: [1] },
  })
  const calendar = await shop.get(
    `/v2/tickets/calendar?orderKey=${bought.orderKey}&token=${bought.linkToken}`,
  )
  expectOneEntry(calendar.text)
})

function expectOneEntry(calendar: string): void {
  const lines = calendar.replaceAll(/\r\n[ \t]/g, '').split(/\r\n|[\r\n\u0085\u2028\u2029]/)
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
  expect(lines.filter((line) => /^(ATTACH|X-[AB]:)/.test(line))).toEqual([])
}

test('a PDF contains no action, whatever its texts contain', async () => {
  const { content } = await drawPdf({
    locale: 'en',
    title: pdfText,
    author: pdfText,
    tickets: [
      {
        count: pdfText,
        name: pdfText,
        time: pdfText,
        date: pdfText,
        weekdayAndDoors: pdfText,
        venue: pdfText,
        address: pdfText,
        seatFacts: [{ name: pdfText, value: pdfText, isLong: true }],
        code: null,
        codeAlt: pdfText,
        insteadOfCode: pdfText,
        facts: [[pdfText, pdfText]],
        identifier: pdfText,
        rules: pdfText,
      },
    ],
  })
  const file = Buffer.from(content).toString('latin1')
  // Strings are removed by the rules of PDF: an inner bracket counts, an escaped one does not.
  const outside = withoutStrings(file.replaceAll(/stream\r?\n[\s\S]*?endstream/g, ''))
  expect(outside).toContain('/Type /Page')
  expect(outside).not.toMatch(/\/(AA|JavaScript|JS|OpenAction|Launch|URI|EmbeddedFile)\b/)
})

function withoutStrings(pdf: string): string {
  let outside = ''
  let depth = 0
  for (let index = 0; index < pdf.length; index += 1) {
    const sign = pdf[index]
    if (depth > 0 && sign === '\\') index += 1
    else if (sign === '(') depth += 1
    else if (sign === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) outside += sign
  }
  return outside
}

test('the server requests no addresses in files and subscriptions', async () => {
  const things = [
    ['own.json', programme('fetched', 'Fetched', { images: [`${insideUrl}/own`] })],
    [
      'events.jsonld',
      JSON.stringify({
        '@context': `${insideUrl}/context`,
        '@type': 'MusicEvent',
        '@id': `${insideUrl}/id`,
        name: 'Fetched',
        url: `${insideUrl}/url`,
        image: `${insideUrl}/image.jpg`,
        location: { '@type': 'Place', '@id': `${insideUrl}/place`, name: `venue-${made.showId}` },
        startDate: `${dateAfter(new Date(), 30)}T20:00:00+04:00`,
      }),
    ],
    ['programme.csv', `show,show_name_ka\n${insideUrl}/row,"=WEBSERVICE(""${insideUrl}/cell"")"`],
    ['programme.xml', `<!DOCTYPE x SYSTEM "${insideUrl}/dtd"><x/>`],
  ] as const
  for (const [name, content] of things) await imported(name, content)
  const drawings = [
    `<svg xmlns="http://www.w3.org/2000/svg"><image href="${insideUrl}/image"/><use href="${insideUrl}/use#a"/></svg>`,
    `<!DOCTYPE svg [<!ENTITY e SYSTEM "${insideUrl}/entity">]><svg>&e;</svg>`,
    `<?xml-stylesheet href="${insideUrl}/style"?><svg><style>@import "${insideUrl}/css"</style></svg>`,
  ]
  for (const content of drawings) {
    const body = {
      venue: `venue-${made.showId}`,
      key: 'ssrf',
      nameKa: 'ა',
      nameEn: 'a',
      isKept: false,
      content,
    }
    await shop.post('/v2/operator/layouts', body, token)
  }
  const customer = await shop.customer()
  const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
  const endpoints = [
    insideUrl,
    'http://updates.push.services.mozilla.com/x',
    'https://updates.push.services.mozilla.com:8443/x',
    'https://updates.push.services.mozilla.com@127.0.0.1/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/x',
  ]
  const isAllowed = endpointCheck([])
  for (const endpoint of endpoints) {
    expect(isAllowed(endpoint), endpoint).toBe(false)
    const refused = await shop.send({
      method: 'PUT',
      path: '/v2/notifications/subscription',
      token: customer,
      payload: JSON.stringify({ endpoint, keys }),
    })
    expect(refused.status, endpoint).toBe(400)
  }
  expect(isAllowed('https://updates.push.services.mozilla.com/wpush/v2/x')).toBe(true)
  expect(callers).toEqual([])
})

test('an import does not decompress files', async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000, 'show,price\n'))
  for (const [name, content] of [
    ['programme.csv.gz', bomb.toString('latin1')],
    ['programme.csv.gz', bomb.toString('base64')],
    ['programme.json', bomb.toString('base64')],
  ] as const) {
    const body = { files: [{ name, content }], source: 'hostile' }
    const opened = await shop.post('/v2/operator/imports', body, token)
    if (opened.status === 200) {
      await runImport(shop.context, opened.body.importId)
      const seen = await shop.get(`/v2/operator/imports/${opened.body.importId}`, token)
      // One invalid line instead of the two million that are inside.
      expect(seen.body.counts).toMatchObject({ new: 0, changed: 0 })
      expect(seen.body.counts.bad).toBeLessThan(100)
    } else expect(opened.status).toBe(400)
  }
})

test('a code signed by another installation is refused', async () => {
  const buyer = await shop.customer()
  const event = await shop.event()
  const request = { event, placeIds: [3] }
  const bought = await purchase(shop, { token: buyer, station: 'paid', request })
  const [ticket] = (await shop.get('/v2/tickets', buyer)).body.tickets
  expect(bought.ticketIdentifiers).toContain(ticket.ticketIdentifier)
  const claim = parseCode(ticket.code)?.claim
  if (!claim) throw new Error('the code can be read')
  const { privateKey } = generateKeyPairSync('ed25519')
  const { keyId, ...ours } = claim
  const look = async (code: string) =>
    (await shop.get(`/v2/tickets/verify?ticketIdentifier=${encodeURIComponent(code)}`)).body
  expect(await look(ticket.code)).toMatchObject({ exists: true, isValid: true })
  const { db, random, clock } = shop.context
  // The entrance is open.
  await db
    .updateTable('event')
    .set({ starts_at: clock.now() })
    .where('id', '=', event.eventId)
    .execute()
  const scanner = await shop.staff(event.merchantId)
  const deviceId = random.uuid()
  let sequence = 0
  const scan = async (code: string) => {
    sequence += 1
    const body = { deviceId, eventId: event.eventId, sequence, code }
    return (await shop.post('/v2/entrance/scan', body, scanner)).body.outcome
  }
  for (const id of [keyId, keyId + 1, 0xff_ff]) {
    const foreign = signCode({ id, privateKey }, ours)
    expect(await look(foreign)).toMatchObject({ exists: false, isValid: false })
    expect(await scan(foreign)).toBe('Unknown')
  }
  expect(await scan(ticket.code)).toBe('Admitted')
})

test('forged callbacks change nothing', async () => {
  const buyer = await shop.customer()
  const request = { event: made, placeIds: [5] }
  const {
    orderKey,
    paymentId = '',
    payId = '',
  } = await purchase(shop, { token: buyer, station: 'paying', request })
  const data = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64')
  const paid = {
    order_id: paymentId,
    status: 'success',
    transaction: payId,
    amount: 1,
    currency: 'GEL',
  }
  const basic = { authorization: `Basic ${Buffer.from('demo-gc:guess').toString('base64')}` }
  const registration =
    `/v2/payments/gc/registration?merch_id=demo-gc-merchant&trx_id=x&result_code=1&amount=1` +
    `&o.payment_id=${paymentId}&p.rrn=1&ts=1&signature=${'A'.repeat(172)}`
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const tries = [
    { method: 'GET', path: registration },
    { method: 'GET', path: registration, headers: basic },
    { method: 'GET', path: registration.replace('registration', 'availability'), headers: basic },
    {
      method: 'POST',
      path: '/payments/epoint/callback',
      headers: form,
      payload: `data=${encodeURIComponent(data(paid))}&signature=${encodeURIComponent('A'.repeat(27))}%3D`,
    },
    {
      method: 'POST',
      path: '/payments/epoint/callback',
      headers: form,
      payload: `data=${data(paid)}`,
    },
    {
      method: 'POST',
      path: '/payments/citypay/callback?key=guess',
      payload: JSON.stringify({ token: paymentId, status: 'CONFIRMED' }),
    },
    {
      method: 'POST',
      path: '/payments/citypay/callback',
      payload: JSON.stringify({ token: paymentId, status: 'CONFIRMED' }),
    },
    {
      method: 'POST',
      path: `/payments/tpay/callback?payment=${paymentId}&key=guess`,
      payload: JSON.stringify({ PaymentId: payId }),
    },
  ]
  const history = async () => ({
    payment: await shop.context.db
      .selectFrom('payment')
      .selectAll()
      .where('id', '=', paymentId)
      .execute(),
    log: await shop.context.db
      .selectFrom('payment_log')
      .selectAll()
      .where('payment_id', '=', paymentId)
      .execute(),
  })
  const before = await history()
  for (const one of tries) {
    const answer = await shop.send({ ...one, apiKey: '' })
    expect(answer.status, `${one.path} ${answer.text}`).toBeLessThan(500)
    expect(answer.text, one.path).not.toContain('<code>1</code>')
  }
  expect(await history()).toEqual(before)
  const { body } = await shop.get(`/v2/orders/details?orderKey=${orderKey}`, buyer)
  expect(body.statusName).toBe('PaymentPending')
})
