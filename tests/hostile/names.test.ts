/**
 * Goal: text entered as a name cannot be used as a message: no call accepts line breaks, control characters,
 * bidirectional marks, or addresses in a name, and emails to unverified addresses contain no names. Method: the
 * fields are found by walking every declared call, so new ones are included; emails are created by the real jobs.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { writeAccountEmail } from '#modules/accounts/server/public-api.ts'
import type { Email } from '#platform/mail/mail.ts'
import { bodyWith, fieldsOf } from './inputs.ts'
import { openHostileShop, type HostileShop } from './shop.ts'

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())

const bad = [
  'Win at evil.com',
  'Nino\nPay here',
  'Nino\r\nBcc: all@example.com',
  'ev\u202Eil.com',
  'evil\u200B.com',
  'ბანკი.გე',
  'https://evil.example',
  'me@evil.example',
  'Nino\u2028Beridze',
]

/** Fields that contain a person's name. */
const isName = (field: string) =>
  /^(name|fullName|holderName|guestName|firstName|lastName)$/.test(field)

/** Searches by name, and names of things. */
const areThings = new Set([
  'wallet-search',
  'merchant-purchase-requests',
  'own-merchant-show-save',
  'own-merchant-vehicle-create',
  'own-merchant-terms-change',
  'own-merchant-classes-change',
])

function namedFields(call: Call) {
  return (['query', 'body'] as const).flatMap((part) =>
    fieldsOf(call, part)
      .filter(({ path }) => isName(String(path.at(-1))))
      .map(({ path }) => ({ part, path })),
  )
}

const isOffice = (call: Call) => call.credential === 'operator'

describe('names', () => {
  it('with other content are refused by every call, with a code and a field', () => {
    const fields = shop.implementations
      .map(({ call }) => call)
      .filter((call) => !isOffice(call) && !areThings.has(call.id))
      .flatMap((call) => namedFields(call).map((field) => ({ call, ...field })))
    // Sign-up twice, activation twice, profile twice, checkout, request, invitations, holder, bank account,
    // passkey.
    expect(fields.length).toBeGreaterThanOrEqual(10)
    for (const { call, part, path } of fields)
      for (const name of bad) {
        const where = [part, ...path].join('.')
        const input = JSON.parse(bodyWith({}, [{ path, json: JSON.stringify(name) }])) as unknown
        const result = (call[part] as z.ZodType).safeParse(input)
        const said = result.error?.issues.flatMap(messagesOf) ?? []
        expect(said, `${call.id} ${where} ${JSON.stringify(name)}`).toContain('NameNotAllowed')
      }
  })

  it('are refused over HTTP with a message in the caller’s language', async () => {
    const payload = JSON.stringify({ email: 'new@example.com', name: 'Win\nat evil.com' })
    const path = '/v2/auth/signup'
    const english = await shop.send({ method: 'POST', path, payload })
    expect(english.status).toBe(400)
    expect(english.body.error.code).toBe('NameNotAllowed')
    expect(english.body.error.fields[0].path).toBe('body.name')
    const georgian = await shop.send({
      method: 'POST',
      path,
      payload,
      headers: { 'accept-language': 'ka' },
    })
    expect(georgian.body.error.message).toMatch(/სახელში/)
  })

  it('are stored in composed form', async () => {
    const token = await shop.customer()
    const answer = await shop.send({
      method: 'PUT',
      path: '/groot/Accounts',
      token,
      payload: JSON.stringify({ fullName: ' Zoe\u0308  Smith ' }),
    })
    expect(answer.body.fullName).toBe('Zoë Smith')
  })
})

function messagesOf(issue: z.core.$ZodIssue): string[] {
  const inner = issue.code === 'invalid_union' ? issue.errors.flat().flatMap(messagesOf) : []
  return [issue.message, ...inner]
}

describe('emails to unverified addresses', () => {
  it('contain nothing entered at sign-up', async () => {
    const mails: Email[] = []
    const mailer = { send: async (mail: Email) => void mails.push(mail) }
    const known = await shop.context.db
      .selectFrom('customer')
      .select('email')
      .executeTakeFirstOrThrow()
    for (const email of ['nobody@example.com', known.email])
      for (const locale of ['ka', 'en'] as const)
        await writeAccountEmail(
          shop.context,
          mailer as never,
          { email, name: 'Typedname Strangerson', locale, continuePath: '/' },
          'http://localhost/auth',
        )
    expect(mails).toHaveLength(4)
    for (const { subject, text, html } of mails)
      expect(subject + text + html).not.toMatch(/Typedname|Strangerson/)
  })
})
