/**
 * Goal: only owners change a team, by single-use invitations, and it never loses its last owner; passkeys are a second
 * step. Method: the declared calls over HTTP and the email that the job sends.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeEvent } from '#modules/events/tests/factories.ts'
import type { StaffRole } from '#contract/enumerations.ts'
import { makePasskey } from '../../../../tests/support/passkey-device.ts'
import { openCallServer, type CallServer } from '../../../../tests/support/call-server.ts'
import type { TestContext } from '../../../../tests/support/context.ts'
import { staffRoutes, writeStaffInvitation } from '../server/public-api.ts'
import { openStaffSession } from '../server/sessions.ts'
import { makeStaff } from './factories.ts'

const password = 'a heron on the Mtkvari'
let server: CallServer
let context: TestContext

beforeAll(async () => {
  server = await openCallServer(staffRoutes())
  context = server.context
})
afterAll(() => server.close())

// oxlint-disable-next-line typescript/no-explicit-any -- the tests check shapes they do not declare
type Answer = { readonly status: number; readonly body: any; readonly text: string }

async function sendCall(path: string, token?: string, payload?: object): Promise<Answer> {
  const response = await server.app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/v2/merchantusers/${path}`,
    headers: {
      'accept-language': 'en',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(payload ? { payload } : {}),
  })
  const { statusCode: status, body: text } = response
  return { status, text, body: text.startsWith('{') ? response.json() : null }
}

const codeOf = ({ body }: Answer): string => body.error.code

interface Person {
  readonly staffId: string
  readonly email: string
  readonly token: string
}

async function person(merchantId: number, role: StaffRole): Promise<Person> {
  const { staffId, email } = await makeStaff(context, { merchantId, role, password })
  return { staffId, email, token: (await openStaffSession(context, staffId, 'test')).token }
}

async function merchant(): Promise<number> {
  return (await makeEvent(context)).merchantId
}

/** The key in the latest email to this address. */
async function keyOf(invitationId: string): Promise<{ key: string; text: string; to: string }> {
  const messages: { to: string; text: string }[] = []
  const mailer = { send: async (message: (typeof messages)[number]) => void messages.push(message) }
  await writeStaffInvitation(context, mailer as never, { invitationId })
  const [message] = messages
  if (!message) throw new Error('No email was sent')
  const key = /#(\S+)/.exec(message.text)?.[1] ?? ''
  return { key, text: message.text, to: message.to }
}

async function invite(owner: Person, email: string, role: StaffRole = 'manager'): Promise<string> {
  const invited = await sendCall('team/invite', owner.token, { email, role, password })
  expect(invited.text).toContain('invitationId')
  return invited.body.invitationId
}

const joining = (key: string) => ({
  key,
  fullName: 'Nino Beridze',
  password: 'two otters in the Aragvi',
  confirmPassword: 'two otters in the Aragvi',
})

describe('an invitation', () => {
  test('is accepted once, by the link in its email', async () => {
    const owner = await person(await merchant(), 'owner')
    const invitationId = await invite(owner, 'Nino@example.com')
    const { key, text, to } = await keyOf(invitationId)
    expect(to).toBe('Nino@example.com')
    expect(text).toContain('/en/merchant/invitation#')
    expect((await sendCall('invitation', undefined, { key })).body).toMatchObject({
      email: 'Nino@example.com',
      role: 'manager',
    })
    const answers = await Promise.all([
      sendCall('invitation/accept', undefined, joining(key)),
      sendCall('invitation/accept', undefined, joining(key)),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
    const joined = answers.find(({ status }) => status === 200)
    const profile = await sendCall('profile', joined?.body.accessToken)
    expect(profile.body).toMatchObject({ role: 'manager', fullName: 'Nino Beridze' })
    expect(profile.body.permissions).toContain('shows')
    expect(profile.body.permissions).not.toContain('team')
    expect(codeOf(await sendCall('invitation', undefined, { key }))).toBe('StaffInvitationInvalid')
    const team = (await sendCall('team', owner.token)).body
    expect(team.members.map(({ role }: { role: string }) => role)).toEqual(['owner', 'manager'])
    expect(team.invitations).toEqual([])
  })

  test('is void when it is expired, withdrawn, or followed by another to the same address', async () => {
    const owner = await person(await merchant(), 'owner')
    const first = await keyOf(await invite(owner, 'gio@example.com'))
    const secondId = await invite(owner, 'GIO@example.com', 'scanner')
    expect(codeOf(await sendCall('invitation', undefined, { key: first.key }))).toBe(
      'StaffInvitationInvalid',
    )
    const second = await keyOf(secondId)
    expect((await sendCall('team', owner.token)).body.invitations).toHaveLength(1)
    await sendCall('team/invitations/withdraw', owner.token, { invitationId: secondId, password })
    expect(codeOf(await sendCall('invitation/accept', undefined, joining(second.key)))).toBe(
      'StaffInvitationInvalid',
    )
    const third = await keyOf(await invite(owner, 'gio@example.com'))
    context.clock.advance(7 * 86_400 + 1)
    expect(codeOf(await sendCall('invitation/accept', undefined, joining(third.key)))).toBe(
      'StaffInvitationInvalid',
    )
  })

  test('finds who works elsewhere in both spellings of an address', async () => {
    const owner = await person(await merchant(), 'owner')
    const first = await keyOf(await invite(owner, 'Gia@ბილეთი.გე'))
    expect(first.to).toBe('Gia@ბილეთი.გე')
    expect((await sendCall('invitation/accept', undefined, joining(first.key))).status).toBe(200)
    const other = await person(await merchant(), 'owner')
    const second = await keyOf(await invite(other, 'gia@xn--modgjccj.xn--node'))
    expect(codeOf(await sendCall('invitation/accept', undefined, joining(second.key)))).toBe(
      'StaffElsewhere',
    )
  })

  test('is refused for members of the team; only the invited person learns that they work elsewhere', async () => {
    const owner = await person(await merchant(), 'owner')
    const elsewhere = await person(await merchant(), 'manager')
    const known = await sendCall('team/invite', owner.token, {
      email: owner.email,
      role: 'scanner',
      password,
    })
    expect(codeOf(known)).toBe('StaffKnown')
    const { key } = await keyOf(await invite(owner, elsewhere.email))
    expect(codeOf(await sendCall('invitation/accept', undefined, joining(key)))).toBe(
      'StaffElsewhere',
    )
    // A person who has left may join again with the same address.
    await context.db
      .updateTable('staff')
      .set({ disabled_at: context.clock.now() })
      .where('id', '=', elsewhere.staffId)
      .execute()
    expect((await sendCall('invitation/accept', undefined, joining(key))).status).toBe(200)
  })
})

describe('a team', () => {
  test('keeps its last owner, also when two owners remove each other concurrently', async () => {
    const merchantId = await merchant()
    const one = await person(merchantId, 'owner')
    const other = await person(merchantId, 'owner')
    const answers = await Promise.all([
      sendCall('team/remove', one.token, { staffId: other.staffId, password }),
      sendCall('team/change', other.token, { staffId: one.staffId, role: 'manager', password }),
    ])
    // The second call is refused: the caller is the last owner, was removed, or is no owner any more.
    const [done, refused] = answers.map(({ status }) => status).toSorted()
    expect(done).toBe(200)
    expect([401, 403, 409]).toContain(refused)
    const { rows } = await ownersOf(merchantId)
    expect(rows).toHaveLength(1)
  })

  test('ends the sessions of removed members', async () => {
    const merchantId = await merchant()
    const owner = await person(merchantId, 'owner')
    const manager = await person(merchantId, 'manager')
    expect((await sendCall('profile', manager.token)).status).toBe(200)
    const body = { staffId: manager.staffId, password }
    expect((await sendCall('team/remove', owner.token, body)).status).toBe(200)
    context.clock.advance(4)
    expect((await sendCall('profile', manager.token)).status).toBe(401)
    const { email } = manager
    expect(codeOf(await sendCall('token', undefined, { email, password }))).toBe('LoginFailed')
  })

  test('logs who changed what, for owners and managers, with filters and as CSV', async () => {
    const merchantId = await merchant()
    const owner = await person(merchantId, 'owner')
    const manager = await person(merchantId, 'manager')
    const scanner = await person(merchantId, 'scanner')
    const body = { staffId: scanner.staffId, role: 'box-office', password }
    await sendCall('team/change', owner.token, body)
    await invite(owner, 'new@example.com')
    const all = (await sendCall('log', manager.token)).body
    expect(all.entries).toMatchObject([
      { action: 'staff.invite', after: { email: 'new@example.com', role: 'manager' } },
      {
        action: 'staff.change-role',
        subject: `staff ${scanner.staffId}`,
        before: { role: 'scanner' },
        after: { role: 'box-office' },
      },
    ])
    const some = await sendCall('log?action=staff.change', manager.token)
    expect(some.body.entries).toHaveLength(1)
    expect((await sendCall(`log?staffId=${manager.staffId}`, manager.token)).body.entries).toEqual(
      [],
    )
    expect((await sendCall('log.csv', manager.token)).text).toContain('"Changed a role"')
    expect((await sendCall('log', scanner.token)).status).toBe(403)
    await expect(
      context.db.deleteFrom('staff_log').where('merchant_id', '=', merchantId).execute(),
    ).rejects.toThrow('append-only')
  })
})

describe('signing in', () => {
  test('refuses staff without a password as it does a wrong one, and they cannot change it', async () => {
    const merchantId = await merchant()
    const nobody = await makeStaff(context, { merchantId })
    const { email } = nobody
    expect(codeOf(await sendCall('token', undefined, { email, password }))).toBe('LoginFailed')
    const { token } = await openStaffSession(context, nobody.staffId, 'test')
    const change = {
      oldPassword: password,
      password: 'two otters in it',
      confirmPassword: 'two otters in it',
    }
    expect(codeOf(await sendCall('password', token, change))).toBe('PasswordWrong')
  })

  test('with a passkey the password alone is not sufficient, and its challenge is valid once', async () => {
    const merchantId = await merchant()
    const owner = await person(merchantId, 'owner')
    await context.db
      .insertInto('staff_passkey')
      .values({
        credential_id: 'credential-of-the-owner',
        staff_id: owner.staffId,
        public_key: Buffer.from('none'),
        name: 'Phone',
        created_at: context.clock.now(),
      })
      .execute()
    const { email } = owner
    const first = await sendCall('token', undefined, { email, password })
    expect(codeOf(first)).toBe('PasskeyRequired')
    expect(first.text).not.toContain('accessToken')
    const { challengeId, options } = first.body.error.detail
    expect(options.allowCredentials).toMatchObject([{ id: 'credential-of-the-owner' }])
    const credential = { id: 'credential-of-the-owner', response: {} }
    const forged = await sendCall('token/passkey', undefined, { challengeId, credential })
    expect(codeOf(forged)).toBe('PasskeyInvalid')
    const { used_at } = await context.db
      .selectFrom('staff_passkey_challenge')
      .select('used_at')
      .where('id', '=', challengeId)
      .executeTakeFirstOrThrow()
    expect(used_at).not.toBeNull()
    // An owner deletes the passkeys of a lost device: the password is sufficient again.
    const other = await person(merchantId, 'owner')
    await sendCall('team/forget-passkeys', other.token, { staffId: owner.staffId, password })
    expect((await sendCall('token', undefined, { email, password })).status).toBe(200)
  })

  test('adding a passkey requires the password', async () => {
    const owner = await person(await merchant(), 'owner')
    const wrong = await sendCall('passkeys/begin', owner.token, { password: 'guess' })
    expect(codeOf(wrong)).toBe('PasswordWrong')
    const begun = await sendCall('passkeys/begin', owner.token, { password })
    expect(begun.body.options.user.name).toBe(owner.email)
    const credential = { id: 'made-up', response: {} }
    const body = { challengeId: begun.body.challengeId, credential, name: 'Phone' }
    expect(codeOf(await sendCall('passkeys', owner.token, body))).toBe('PasskeyInvalid')
  })

  test('a person has ten passkeys at most, however many registrations have begun', async () => {
    const owner = await person(await merchant(), 'owner')
    // One after the other: passwords that are checked at the same moment count as guesses until they are known to be right.
    const begun: Awaited<ReturnType<typeof sendCall>>[] = []
    while (begun.length < 13)
      begun.push(await sendCall('passkeys/begin', owner.token, { password }))
    const added = await Promise.all(
      begun.map(({ body: { challengeId, options } }) =>
        sendCall('passkeys', owner.token, {
          challengeId,
          credential: makePasskey(options, context.origin),
          name: 'Phone',
        }),
      ),
    )
    expect(added.filter(({ status }) => status === 200)).toHaveLength(10)
    const more = await sendCall('passkeys/begin', owner.token, { password })
    expect(more.body.error).toMatchObject({ code: 'PasskeyInvalid', detail: { max: 10 } })
  })
})

function ownersOf(merchantId: number) {
  return context.db
    .selectFrom('staff')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .execute()
    .then((rows) => ({ rows }))
}
