/** Goal: a named ticket is not sold without a name. Method: a journey on a real database. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invariant } from '#kernel/result.ts'
import { makeCustomer, makeGuest } from '#modules/events/tests/factories.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import {
  missingDetails,
  checkoutOrder,
  eraseBuyer,
  exportPassengers,
  findOrder,
  releaseOrder,
  namePassengers,
  readPassengers,
  takeOffer,
  type GivenPassenger,
  type Order,
  type PassengerTerms,
} from '../server/public-api.ts'
import { journeySource } from './journey-source.ts'

const terms: PassengerTerms = {
  asksNameKa: true,
  documentKinds: ['passport', 'birth-certificate'],
  asksBirthDate: false,
  kindOfType: new Map([[2, 1]]),
}
const source = journeySource('named', { passengers: terms })
const buyer = { name: 'Nino', email: 'nino@example.com', phone: '+995555000000' }
let context: TestContext
let close: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  context = await openTestContext(database.url)
  close = async () => {
    await context.close()
    await database.drop()
  }
})
afterAll(() => close())

async function seats(as: TestContext, types: readonly number[]): Promise<Order> {
  const offeringId = await createOffering(context, { legCount: 3, placeCount: 4 })
  const parts = types.map((ticketTypeId, index) => ({
    legFrom: 0,
    legTo: 2,
    places: [index + 1],
    ticketTypeId,
  }))
  const taken = await takeOffer(as, source, { request: { offeringId, parts } })
  invariant(taken.ok, 'the seats are free')
  return taken.value
}

function passenger(order: Order, index: number): GivenPassenger {
  const line = order.lines.filter(({ kind }) => kind === 'Ticket')[index]
  return {
    lineId: line?.id ?? 0,
    unit: 0,
    givenName: ' Nino ',
    familyName: 'Beridze',
    nameKa: 'ნინო ბერიძე',
    kind: 0,
    documentKind: 'passport',
    documentNumber: '12 ab-3456',
    nationality: 'ge',
    birthDate: '1990-02-28',
  }
}

test('nothing is sold without a name; each invalid field is reported; only required data is stored', async () => {
  const as = context.as(await makeGuest(context))
  const order = await seats(as, [1, 2])
  const { orderKey } = order
  const details = { orderKey, buyer, acceptTerms: true }
  const [adult, child] = [passenger(order, 0), passenger(order, 1)]
  const path = (one: GivenPassenger, field: string) => `body.passengers.${one.lineId}.0.${field}`
  expect(await checkoutOrder(as, [source], { ...details, passengers: [adult] })).toMatchObject({
    code: 'ExtraFieldsMissing',
    detail: { fields: [{ path: path(child, 'givenName') }] },
  })
  const wrong = { ...adult, familyName: 'ბერიძე', documentKind: null, nationality: 'GEO' } as const
  const refused = await namePassengers(as, [source], { orderKey, passengers: [wrong, child] })
  expect(refused).toMatchObject({
    code: 'ExtraFieldsMissing',
    detail: {
      fields: [
        { path: path(adult, 'familyName'), message: 'latinWrong' },
        { path: path(adult, 'documentKind'), message: 'extraMissing' },
        { path: path(adult, 'nationality'), message: 'extraWrong' },
        // Her ticket is a child's.
        { path: path(child, 'kind'), message: 'extraWrong' },
      ],
    },
  })
  const young = { ...child, kind: 1 } as const
  const other = { ...adult, lineId: 999_999_999 }
  const named = await namePassengers(as, [source], {
    orderKey,
    passengers: [adult, young, other],
  })
  expect(named.ok).toBe(true)
  expect((await checkoutOrder(as, [source], details)).ok).toBe(true)
  const kept = await findOrder(as, { orderKey })
  invariant(kept, 'the order is there')
  const known = await readPassengers(as, [kept])
  expect(known.map((one) => one.passenger)).toEqual(
    [0, 1].map((kind) => ({
      givenName: 'Nino',
      familyName: 'Beridze',
      nameKa: 'ნინო ბერიძე',
      kind,
      documentKind: 'passport',
      documentNumber: '12AB3456',
      nationality: 'GE',
      birthDate: null,
    })),
  )
  expect(await missingDetails(as, [source], kept)).toBeNull()
  await releaseOrder(as, { orderKey, lineIds: [child.lineId], cancel: false })
  expect(await readPassengers(as, [kept])).toHaveLength(1)
})

test('passengers are erased with the buyer, and nobody else can change them', async () => {
  const customer = await makeCustomer(context)
  invariant(customer.kind === 'customer', 'a customer')
  const as = context.as(customer)
  const order = await seats(as, [1])
  const given = { orderKey: order.orderKey, passengers: [passenger(order, 0)] }
  const stranger = context.as(await makeGuest(context))
  expect(await namePassengers(stranger, [source], given)).toMatchObject({ code: 'OrderNotFound' })
  expect((await namePassengers(as, [source], given)).ok).toBe(true)
  const kept = await findOrder(as, { orderKey: order.orderKey })
  invariant(kept, 'the order is there')
  expect(await exportPassengers(as, [kept])).toMatchObject([
    { orderNumber: order.orderNumber, familyName: 'Beridze' },
  ])
  await eraseBuyer(context, customer.customerId)
  expect(await readPassengers(as, [kept])).toEqual([])
})
