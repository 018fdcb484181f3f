/**
 * Goal: customers save, change and delete their own passengers only. Method: the three calls on a real
 * database.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { makeCustomer } from '#modules/events/tests/factories.ts'
import { execute } from '#platform/http/execute.ts'
import type { PassengerTemplateView } from '../contract.ts'
import {
  eraseSavedPassengers,
  exportSavedPassengers,
  passengerRoutes,
} from '../server/public-api.ts'
import { savedPassengersMax } from '../server/save-passenger.ts'
import { bodyOf, problemsOf, valuesOf } from '../web/form-values.ts'

type Customer = Awaited<ReturnType<typeof makeCustomer>>

let database: TestDatabase
let context: TestContext
let customer: Customer

beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
})
afterAll(async () => {
  await context.close()
  await database.drop()
})
beforeEach(async () => {
  customer = await makeCustomer(context)
})

async function call(id: string, input: object = {}, actor: Customer = customer) {
  const implementation = passengerRoutes.find((route) => route.call.id === id)
  if (!implementation) throw new Error(`no call ${id}`)
  const fullInput = { params: {}, query: {}, body: {}, ...input }
  return execute(implementation, context.as(actor), fullInput, {
    sessions: createSessionStore(),
    checkReplies: true,
  })
}

const nino = {
  givenName: 'Nino',
  familyName: 'Beridze',
  nameKa: 'ნინო ბერიძე',
  kind: 0 as const,
  gender: 2 as const,
  birthDate: '1990-02-28',
  needsWheelchair: true,
  documents: [{ kind: 'passport', number: '09 ab-12345', nationality: 'GE' }],
}

async function save(body: object, actor: Customer = customer): Promise<PassengerTemplateView> {
  const saved = await call('passenger-templates-create', { body }, actor)
  if (!saved.ok) throw new Error(saved.code)
  return saved.value as PassengerTemplateView
}

async function list(actor: Customer = customer): Promise<readonly PassengerTemplateView[]> {
  const listed = await call('passenger-templates-list', {}, actor)
  return listed.ok ? (listed.value as { templates: PassengerTemplateView[] }).templates : []
}

test('saves a passenger with a normalised document number, changes it and deletes it', async () => {
  const saved = await save(nino)
  expect(saved.documents[0]?.number).toBe('09AB12345')
  expect(await list()).toEqual([saved])
  const { templateId } = saved
  const changed = await save({ ...nino, templateId, familyName: 'Kipiani', documents: [] })
  expect(await list()).toEqual([changed])
  expect(changed).toMatchObject({ templateId, familyName: 'Kipiani', needsWheelchair: true })
  const gone = await call('passenger-templates-delete', { params: { templateId } })
  expect(gone).toMatchObject({ ok: true })
  expect(await list()).toEqual([])
  const again = await call('passenger-templates-delete', { params: { templateId } })
  expect(again).toMatchObject({ ok: false, code: 'NotFound' })
})

test('saves the same person once, also when requests are concurrent; another birth date makes another passenger', async () => {
  const both = await Promise.all([save(nino), save({ ...nino, givenName: 'NINO' })])
  expect(both[0]?.templateId).toBe(both[1]?.templateId)
  await save({ ...nino, birthDate: '2015-06-01', kind: 1 })
  expect(await list()).toHaveLength(2)
})

test('hides another customer’s passengers and refuses to change or delete them', async () => {
  const { templateId } = await save(nino)
  const other = await makeCustomer(context)
  expect(await list(other)).toEqual([])
  const body = { ...nino, templateId, givenName: 'Mallory' }
  expect(await call('passenger-templates-create', { body }, other)).toMatchObject({
    code: 'NotFound',
  })
  expect(await call('passenger-templates-delete', { params: { templateId } }, other)).toMatchObject(
    { code: 'NotFound' },
  )
  expect(await list()).toMatchObject([{ givenName: 'Nino' }])
})

test('refuses new passengers above the limit but still updates existing ones', async () => {
  for (let index = 0; index < savedPassengersMax; index += 1)
    await save({ ...nino, familyName: `B${'a'.repeat(index + 1)}` })
  const body = { ...nino, familyName: 'Onemore' }
  expect(await call('passenger-templates-create', { body })).toMatchObject({
    code: 'TooManyPassengers',
  })
  await save({ ...nino, familyName: 'Ba' })
  expect(await list()).toHaveLength(savedPassengersMax)
})

test('refuses values that do not fit a travel document', async () => {
  for (const wrong of [
    { familyName: '' },
    { birthDate: '1990-02-30' },
    { birthDate: '2099-01-01' },
    { gender: 0 },
    { gender: 3 },
    { kind: 2 },
    { documents: [{ kind: 'passport', number: 'no', nationality: 'GE' }] },
    { documents: [{ kind: 'passport', number: '12345678', nationality: 'Georgia' }] },
  ])
    expect(await call('passenger-templates-create', { body: { ...nino, ...wrong } })).toMatchObject(
      { ok: false, code: 'BadRequest' },
    )
})

test('says that a name has to be in Latin letters', async () => {
  for (const wrong of [{ givenName: 'ნინო' }, { familyName: 'Беридзе' }, { givenName: '3rd' }])
    expect(await call('passenger-templates-create', { body: { ...nino, ...wrong } })).toMatchObject(
      { ok: false, code: 'LatinNameWrong' },
    )
})

test('includes saved passengers in the data export and deletes them with the account', async () => {
  await save(nino)
  const mine = context.as(customer)
  expect(JSON.stringify(await exportSavedPassengers(mine))).toContain('09AB12345')
  const customerId = customer.kind === 'customer' ? customer.customerId : ''
  await eraseSavedPassengers(context, customerId)
  expect(await exportSavedPassengers(mine)).toEqual({ savedPassengers: [] })
})

test('the form sends the displayed values and reports invalid fields', () => {
  const shown = valuesOf({ ...nino, templateId: 'a', documents: [] })
  const typed = { ...shown, 'documents.0.number': '09 ab 12345', 'documents.0.nationality': 'ge' }
  expect(bodyOf(typed, 1, 'a')).toMatchObject({
    templateId: 'a',
    gender: 2,
    documents: [{ kind: 'passport', number: '09AB12345', nationality: 'GE' }],
  })
  expect(problemsOf(typed, 1)).toEqual({})
  expect(problemsOf({ ...shown, givenName: 'ნინო' }, 1)).toEqual({
    givenName: 'latinWrong',
    'documents.0.number': 'numberWrong',
    'documents.0.nationality': 'nationalityWrong',
  })
})
