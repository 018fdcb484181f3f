/**
 * Goal: a card terminal asks only for money of the organiser that it was given to. Method: two organisers and a fake
 * terminal; one types the other's number in every way, at the same moment, and after it was taken back.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { terminalKeyOf } from '#modules/box-office/server/terminals.ts'
import { makeStaffToken } from '#modules/staff/tests/factories.ts'
import { startTerminal, type TerminalFake } from '../../../../fakes/terminal/start.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { postProven } from '../../../../tests/hostile/settlements.ts'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'

let terminal: TerminalFake
let shop: HostileShop
let own: MadeEvent
let other: MadeEvent
let operator: string

beforeAll(async () => {
  terminal = await startTerminal({ port: 0 })
  shop = await openHostileShop({ TERMINAL_URL: terminal.url, LOG_LEVEL: 'error' })
  own = await shop.event()
  other = await shop.event()
  operator = await shop.operator()
})
afterAll(async () => {
  await shop.close()
  await terminal.stop()
})

const path = '/v2/merchantusers/box-office'
const cashierOf = ({ merchantId }: MadeEvent) =>
  makeStaffToken(shop.context, { merchantId, role: 'box-office' })
const open = (token: string, number: string) =>
  shop.post(`${path}/shift`, { counter: 'Foyer', openingMinor: 0, terminal: number }, token)
const close = (token: string) => shop.post(`${path}/close`, { countedMinor: 0, note: '' }, token)
const give = (number: string, merchantId: number | null) =>
  postProven(shop, '/v2/operator/terminals', { number, merchantId }, operator)
const codeOf = async (answer: Promise<{ body: { error?: { code: string } } }>) =>
  (await answer).body.error?.code

test('one spelling of a number, whatever is typed', () => {
  const spellings = ['V400-017', 'v400-17', ' V400 - 0017 ', 'V400–17', 'Ｖ400 17', 'v400_17']
  expect(new Set(spellings.map(terminalKeyOf))).toEqual(new Set(['V40017']))
  expect(terminalKeyOf('V400-170')).not.toBe(terminalKeyOf('V400-17'))
  expect(terminalKeyOf('V4000-17')).not.toBe(terminalKeyOf('V400-17'))
})

test('a shift opens with an own terminal only, and the terminal is called by the number it was given with', async () => {
  await expectOk(give('V400-017', own.merchantId))
  const stranger = await cashierOf(other)
  for (const typed of ['V400-017', 'v400-17', ' V400 - 17 ', 'V400–0017', 'unknown-1'])
    expect(await codeOf(open(stranger, typed))).toBe('TerminalNotGiven')
  const { body } = await shop.get(path, stranger)
  expect(body).toMatchObject({ shift: null, terminals: [] })
  const cashier = await cashierOf(own)
  const shift = await expectOk(open(cashier, ' v400 17'))
  expect(shift.terminal).toBe('V400-017')
  expect((await expectOk(shop.get(path, cashier))).terminals).toEqual([
    { number: 'V400-017', isInUse: true },
  ])
  await expectOk(close(cashier))
  expect(terminal.records()).toEqual([])
})

test('one open shift a terminal, also when two open at once', async () => {
  await expectOk(give('V400-20', own.merchantId))
  const cashiers = await Promise.all([1, 2, 3, 4].map(() => cashierOf(own)))
  const answers = await Promise.all(cashiers.map((token) => open(token, 'V400-20')))
  const codes = answers.map(({ body }) => body.error?.code ?? 'opened')
  expect(codes.toSorted()).toEqual(['TerminalInUse', 'TerminalInUse', 'TerminalInUse', 'opened'])
  const first = cashiers[codes.indexOf('opened')] ?? ''
  expect(await codeOf(give('v400-20', null))).toBe('TerminalInUse')
  await expectOk(close(first))
  const second = cashiers.find((token) => token !== first) ?? ''
  await expectOk(open(second, 'V400-20'))
  expect(await codeOf(open(second, ''))).toBe('ShiftOpen')
  await expectOk(close(second))
})

test('a terminal goes from one organiser to another through the operator alone', async () => {
  await expectOk(give('V400-30', own.merchantId))
  await expectOk(give('V400-30', own.merchantId))
  expect(await codeOf(give('v400-030', other.merchantId))).toBe('TerminalGiven')
  expect(await codeOf(give('V400-31', 2_000_000_000))).toBe('NotFound')
  await expectOk(give('V400-30', null))
  const given = await expectOk(give('V400-30', other.merchantId))
  expect(given.terminals).toContainEqual(
    expect.objectContaining({ number: 'V400-30', merchantId: other.merchantId, isInUse: false }),
  )
  const cashier = await cashierOf(own)
  expect(await codeOf(open(cashier, 'V400-30'))).toBe('TerminalNotGiven')
  expect((await shop.post('/v2/operator/terminals', {}, cashier)).status).toBe(401)
})

test('a shift whose terminal is not its own, as from before, charges nobody', async () => {
  const cashier = await cashierOf(own)
  await expectOk(give('V400-40', other.merchantId))
  const { shiftId } = await expectOk(open(cashier, ''))
  const { eventId } = own
  const ticketTypeId = own.poolTypes[1]?.ticketTypeId
  const held = await expectOk(
    shop.post(`${path}/held`, { eventId, seats: [], ticketTypeId }, cashier),
  )
  const pay = () => shop.post(`${path}/held/card`, { orderKey: held.orderKey }, cashier)
  for (const terminal_key of [null, 'V40040']) {
    await shop.context.db
      .updateTable('counter_shift')
      .set({ terminal: 'V400-40', terminal_key })
      .where('id', '=', shiftId)
      .execute()
    expect(await codeOf(pay())).toBe('TerminalNotGiven')
  }
  expect(terminal.records()).toEqual([])
})
