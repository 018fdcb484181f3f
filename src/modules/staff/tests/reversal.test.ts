/**
 * Goal: all owners are told of each change that could give an organiser away, also at the address of a removed one, and
 * the link in the letter restores what was before for 72 hours, once. Method: the theft of an organiser by somebody who
 * knows a password, over HTTP, with the letters that the job writes.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeEvent } from '#modules/events/tests/factories.ts'
import { settlementRoutes, bankAccountReverser } from '#modules/settlements/server/public-api.ts'
import { openCallServer, type CallServer } from '../../../../tests/support/call-server.ts'
import type { TestContext } from '../../../../tests/support/context.ts'
import {
  deleteChangeLetters,
  payoutPauseEnd,
  staffRoutes,
  writeStaffChange,
  writeStaffInvitation,
} from '../server/public-api.ts'
import { openStaffSession } from '../server/sessions.ts'
import { makeStaff } from './factories.ts'

const password = 'a heron on the Mtkvari'
const thiefsPassword = 'two otters in the Aragvi'
let server: CallServer
let context: TestContext
let merchantId: number
let owner: Person

interface Person {
  readonly staffId: string
  readonly email: string
  readonly token: string
}

// oxlint-disable-next-line typescript/no-explicit-any -- the tests check shapes they do not declare
type Answer = { readonly status: number; readonly body: any }

beforeAll(async () => {
  const money = settlementRoutes({ readUpcoming: async () => [], canPayOut: false } as never)
  server = await openCallServer([...staffRoutes([], [], [bankAccountReverser]), ...money])
  context = server.context
})
afterAll(() => server.close())
beforeEach(async () => {
  ;({ merchantId } = await makeEvent(context))
  owner = await person('owner')
})

async function person(role: 'owner' | 'manager'): Promise<Person> {
  const { staffId, email } = await makeStaff(context, { merchantId, role, password })
  return { staffId, email, token: (await openStaffSession(context, staffId, 'test')).token }
}

async function send(path: string, body: object, token?: string): Promise<Answer> {
  const response = await server.app.inject({
    method: 'POST',
    url: `/v2/merchantusers/${path}`,
    headers: {
      'accept-language': 'en',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    payload: body,
  })
  return { status: response.statusCode, body: response.json() }
}

const codeOf = ({ body }: Answer): unknown => body.error?.code

interface Mail {
  readonly to: string
  readonly text: string
}

/** The letters about changes of one kind, newest change last. */
async function lettersOf(kind: string): Promise<Mail[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from staff_change_letter l join staff_change c on c.id = l.change_id
    where c.merchant_id = ${merchantId} and c.kind = ${kind} order by c.number`.execute(context.db)
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail) }
  for (const { id } of rows) await writeStaffChange(context, mailer as never, { letterId: id })
  return sent
}

/** The key of the link in the letter to this address. */
async function keyOf(kind: string, to: string): Promise<string> {
  const letter = (await lettersOf(kind)).find((one) => one.to === to)
  return /\/merchant\/reversal#(\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
}

/** What somebody with an owner's password does: a new owner joins and removes the old one. */
async function steal(): Promise<Person> {
  const email = `thief-${context.random.uuid()}@example.com`
  const invited = await send('team/invite', { email, role: 'owner', password }, owner.token)
  expect(invited.status).toBe(200)
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  await writeStaffInvitation(context, mailer as never, invited.body)
  const key = /#(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
  const joining = { key, fullName: 'Gio Thief', password: thiefsPassword }
  const joined = await send('invitation/accept', { ...joining, confirmPassword: thiefsPassword })
  const token = String(joined.body.accessToken)
  const { staffId } = joined.body.profile
  const body = { staffId: owner.staffId, password: thiefsPassword }
  expect((await send('team/remove', body, token)).status).toBe(200)
  return { staffId, email, token }
}

async function teamOf(): Promise<Record<string, string>> {
  const { rows } = await sql<{ id: string; role: string }>`
    select id, role from staff where merchant_id = ${merchantId} and disabled_at is null`.execute(
    context.db,
  )
  return Object.fromEntries(rows.map(({ id, role }) => [id, role]))
}

test('a new owner cannot change the bank account for 48 hours, and payouts pause', async () => {
  expect(await payoutPauseEnd(context, merchantId)).toBeNull()
  const thief = await steal()
  const account = { iban: 'GE29NB0000000101904917', holderName: 'Thief', password: thiefsPassword }
  const refused = await send('bank-account', account, thief.token)
  expect(codeOf(refused)).toBe('OwnerTooNew')
  const pause = await payoutPauseEnd(context, merchantId)
  expect(pause?.getTime()).toBe(context.clock.now().getTime() + 48 * 3_600_000)
  context.clock.advance(48 * 3_600)
  expect(await payoutPauseEnd(context, merchantId)).toBeNull()
  const { token } = await openStaffSession(context, thief.staffId, 'test')
  expect((await send('bank-account', account, token)).status).toBe(200)
  expect(await payoutPauseEnd(context, merchantId)).not.toBeNull()
})

test('all owners are told, the removed one too, without a session', async () => {
  const other = await person('owner')
  const thief = await steal()
  for (const kind of ['joined', 'removed']) {
    const letters = await lettersOf(kind)
    expect(letters.map(({ to }) => to).toSorted()).toEqual(
      [owner.email, other.email, thief.email].toSorted(),
    )
    for (const { text } of letters) expect(text).toContain('/merchant/reversal#')
  }
  expect((await lettersOf('invited')).map(({ text }) => text.includes('#'))).toEqual([false, false])
})

test('the removed owner reverses the new one, and everything that the new one did', async () => {
  const thief = await steal()
  const invitation = { email: 'second@example.com', role: 'owner', password: thiefsPassword }
  await send('team/invite', invitation, thief.token)
  const key = await keyOf('joined', owner.email)
  const removal = await keyOf('removed', owner.email)
  const seen = await send('reversal', { key })
  expect(seen.body).toMatchObject({ kind: 'joined', personName: 'Gio Thief', role: 'owner' })
  expect((await send('reversal/confirm', { key })).body).toEqual({ done: true })
  expect(await teamOf()).toEqual({ [owner.staffId]: 'owner' })
  context.clock.advance(4)
  for (const { token } of [owner, thief])
    expect((await send('team/change', {}, token)).status).toBe(401)
  expect((await send('token', { email: owner.email, password })).status).toBe(200)
  // The removal went with it, and the invitation that the thief sent is void.
  expect(codeOf(await send('reversal/confirm', { key: removal }))).toBe('StaffReversalUsed')
  expect(codeOf(await send('reversal', { key }))).toBe('StaffReversalUsed')
  const { rows } = await sql`select from staff_invitation
    where invited_by = ${thief.staffId} and withdrawn_at is null`.execute(context.db)
  expect(rows).toEqual([])
  const told = await lettersOf('reversed')
  expect(told.map(({ to }) => to).toSorted()).toEqual([owner.email, thief.email].toSorted())
  for (const { text } of told) expect(text).not.toContain('reversal#')
})

test('of several at once one reverses; a link is unknown, expired, or used', async () => {
  await steal()
  const key = await keyOf('removed', owner.email)
  const answers = await Promise.all([1, 2, 3].map(() => send('reversal/confirm', { key })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410])
  expect(Object.values(await teamOf())).toEqual(['owner', 'owner'])
  expect(codeOf(await send('reversal', { key: 'nobody has this' }))).toBe('StaffReversalUnknown')
  const late = await keyOf('joined', owner.email)
  context.clock.advance(72 * 3_600)
  expect(codeOf(await send('reversal/confirm', { key: late }))).toBe('StaffReversalExpired')
})

test('a role, passkeys and the bank account are restored; a team keeps its last owner', async () => {
  const other = await person('owner')
  const change = { staffId: owner.staffId, password }
  await context.db
    .insertInto('staff_passkey')
    .values({
      credential_id: `of ${owner.staffId}`,
      staff_id: owner.staffId,
      public_key: Buffer.from('key'),
      name: 'Phone',
      created_at: context.clock.now(),
    })
    .execute()
  const passkeys = () =>
    sql`select * from staff_passkey where staff_id = ${owner.staffId}`
      .execute(context.db)
      .then(({ rows }) => rows)
  const before = await passkeys()
  expect((await send('team/forget-passkeys', change, other.token)).status).toBe(200)
  expect(await passkeys()).toEqual([])
  await send('reversal/confirm', { key: await keyOf('passkey-removed', owner.email) })
  expect(await passkeys()).toEqual(before)
  // The session that made the change may be the stolen one.
  context.clock.advance(4)
  expect((await send('team/change', {}, other.token)).status).toBe(401)

  const { token } = await openStaffSession(context, other.staffId, 'test')
  expect((await send('team/change', { ...change, role: 'scanner' }, token)).status).toBe(200)
  await send('reversal/confirm', { key: await keyOf('role', owner.email) })
  expect(await teamOf()).toMatchObject({ [owner.staffId]: 'owner' })

  const ibans = ['GE29NB0000000101904917', 'GE60NB0000000101904917', 'GE29NB0000000101904917']
  const session = await openStaffSession(context, other.staffId, 'test')
  for (const [index, iban] of ibans.entries()) {
    const account = { iban, holderName: `Holder ${index}`, password }
    const saved = await send('bank-account', account, session.token)
    if (index !== 1) expect(saved.status).toBe(200)
  }
  const keys = (await lettersOf('bank-account'))
    .filter(({ to }) => to === owner.email)
    .map(({ text }) => /reversal#(\S+)/.exec(text)?.[1] ?? '')
  expect((await send('reversal/confirm', { key: keys[0] ?? '' })).status).toBe(200)
  const { rows } = await sql`select from merchant_bank_account
    where merchant_id = ${merchantId} and removed_at is null`.execute(context.db)
  expect(rows).toEqual([])
  // The later change went with the first one: its link brings no account back.
  expect(codeOf(await send('reversal/confirm', { key: keys.at(-1) ?? '' }))).toBe(
    'StaffReversalUsed',
  )
})

test('addresses are kept a week longer than their links work', async () => {
  await steal()
  const letters = await lettersOf('removed')
  expect(letters.map(({ to }) => to)).toContain(owner.email)
  const key = await keyOf('removed', owner.email)
  context.clock.advance(9 * 86_400)
  await deleteChangeLetters(context)
  expect(codeOf(await send('reversal', { key }))).toBe('StaffReversalExpired')
  context.clock.advance(86_400 + 1)
  expect(await deleteChangeLetters(context)).toBeGreaterThanOrEqual(letters.length)
  expect(codeOf(await send('reversal', { key }))).toBe('StaffReversalUnknown')
  const { rows } = await sql`
    select from staff_change_letter where email = ${owner.email}`.execute(context.db)
  expect(rows).toEqual([])
  expect(await deleteChangeLetters(context)).toBe(0)
})

test.each(['removed', 'lowered'])('nobody joins through an owner who was %s', async (how) => {
  const rogue = await person('owner')
  const invitation = { email: `${context.random.uuid()}@example.com`, role: 'owner', password }
  const keys: string[] = []
  const mailer = { send: async ({ text }: Mail) => void keys.push(/#(\S+)/.exec(text)?.[1] ?? '') }
  const invited = await send('team/invite', invitation, rogue.token)
  await writeStaffInvitation(context, mailer as never, invited.body)
  const of = { staffId: rogue.staffId, password }
  const change = how === 'removed' ? 'team/remove' : 'team/change'
  expect((await send(change, { ...of, role: 'manager' }, owner.token)).status).toBe(200)
  const joining = async () => {
    const typed = { password: thiefsPassword, confirmPassword: thiefsPassword }
    return codeOf(await send('invitation/accept', { key: keys[0], fullName: 'Gio', ...typed }))
  }
  expect(await joining()).toBe('StaffInvitationInvalid')
  // One that was written at the same moment stays open, and admits nobody either.
  await sql`update staff_invitation set withdrawn_at = null
    where invited_by = ${rogue.staffId}`.execute(context.db)
  expect(codeOf(await send('invitation', { key: keys[0] }))).toBe('StaffInvitationInvalid')
  expect(await joining()).toBe('StaffInvitationInvalid')
})

test('who was no owner is told of their removal, and cannot reverse it', async () => {
  const lowered = await person('manager')
  const gone = await person('manager')
  const change = { staffId: lowered.staffId, role: 'scanner', password }
  expect((await send('team/change', change, owner.token)).status).toBe(200)
  const removal = { staffId: gone.staffId, password }
  expect((await send('team/remove', removal, owner.token)).status).toBe(200)
  for (const [kind, told] of [
    ['role', lowered],
    ['removed', gone],
  ] as const) {
    expect((await lettersOf(kind)).map(({ to }) => to)).toContain(told.email)
    expect([kind, await keyOf(kind, told.email)]).toEqual([kind, ''])
    expect(await keyOf(kind, owner.email)).not.toBe('')
  }
})

test('owners who reverse each other twice stay owners, and nothing is changed or paid out for 72 hours', async () => {
  const other = await person('owner')
  const [one, two] = [owner, other]
  const tokenOf = async ({ staffId }: Person) =>
    (await openStaffSession(context, staffId, 'test')).token
  const remove = async (by: Person, whom: Person) =>
    send('team/remove', { staffId: whom.staffId, password }, await tokenOf(by))
  const reverse = async (whom: Person) => {
    const letters = await lettersOf('removed')
    const letter = letters.findLast(({ to }) => to === whom.email)
    const key = /\/merchant\/reversal#(\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
    return send('reversal/confirm', { key })
  }
  expect((await remove(one, two)).status).toBe(200)
  expect((await reverse(two)).status).toBe(200)
  // Once is no dispute: a mistake may be repeated the other way round.
  expect(codeOf(await remove(two, one))).toBeUndefined()
  context.clock.advance(3_600)
  expect((await reverse(one)).status).toBe(200)
  expect(Object.values(await teamOf())).toEqual(['owner', 'owner'])
  const end = context.clock.now().getTime() + 72 * 3_600_000
  expect((await payoutPauseEnd(context, merchantId))?.getTime()).toBe(end)
  const told = (await lettersOf('reversed')).filter(({ to }) => to === one.email)
  expect(told.at(-1)?.text).toContain('nobody can change owners')

  const lower = { staffId: one.staffId, role: 'manager', password }
  const raise = { email: `${context.random.uuid()}@example.com`, role: 'owner', password }
  const refused = [
    await remove(one, two),
    await send('team/change', lower, await tokenOf(two)),
    await send('team/invite', raise, await tokenOf(two)),
  ]
  expect(refused.map(codeOf)).toEqual(['OwnersDisputed', 'OwnersDisputed', 'OwnersDisputed'])
  expect(refused[0]?.body.error.detail.possibleAt).toBe(new Date(end).toISOString())
  // Everybody else goes on as usual.
  const scanner = { ...raise, email: `${context.random.uuid()}@example.com`, role: 'scanner' }
  expect((await send('team/invite', scanner, await tokenOf(two))).status).toBe(200)
  context.clock.advance(72 * 3_600)
  expect(await payoutPauseEnd(context, merchantId)).toBeNull()
  expect((await remove(one, two)).status).toBe(200)
})
