import { createHash, randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { hashPin } from '#modules/membership/server/public-api.ts'
import { hydrated } from './observing.ts'
import { withDatabase } from './test-data.ts'
import type { Visitor } from './visitor.ts'
import { waitFor } from '../../support/wait.ts'

/** Submits the sign-in form. */
export async function signIn(
  { page, words }: Visitor,
  email: string,
  password: string,
): Promise<void> {
  // The page before may have a field for an email as well, but none for a password.
  const field = page.getByLabel(words('accounts', 'password'), { exact: true })
  await field.waitFor()
  // Waits for hydration, because earlier input would be lost.
  await hydrated(page)
  await page.getByLabel(words('accounts', 'email')).fill(email)
  await field.fill(password)
  await page.keyboard.press('Enter')
}

/** Waits for an email to the address with a matching link and returns the link. */
export async function emailLink(email: string, pattern: RegExp): Promise<string> {
  const address = `${inject('shop').mailboxUrl}/api/messages`
  return waitFor(`an email to ${email} with ${pattern}`, async () => {
    const list = await (await fetch(`${address}?to=${encodeURIComponent(email)}`)).json()
    for (const { id } of (list as { messages: { id: string }[] }).messages) {
      const mail = (await (await fetch(`${address}/${id}`)).json()) as { text: string }
      const link = pattern.exec(mail.text)?.[0]
      if (link) return link
    }
    return null
  })
}

/** The newest code sent to a phone, once `count` have been sent; other messages are ignored. */
export async function smsCode(phone: string, count = 1): Promise<string> {
  const address = `${inject('shop').smsUrl}/api/messages?to=${encodeURIComponent(phone)}`
  return waitFor(`code ${count} on the phone ${phone}`, async () => {
    const { messages } = (await (await fetch(address)).json()) as { messages: { text: string }[] }
    const codes = messages.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
    return codes.length >= count ? codes[0] : null
  })
}

/**
 * Creates an account with the call that the activation page uses; the visitor's browser is signed in afterwards.
 * The key is inserted as by a sign-up but without its email: the journeys of `accounts.test.ts` cover that.
 */
export async function newAccount(
  { context }: Visitor,
  email: string,
  password: string,
): Promise<void> {
  const { url } = inject('shop')
  const key = randomBytes(32).toString('base64url')
  await withDatabase((database) =>
    database.query(
      `insert into account_key (key_hash, purpose, email, payload, expires_at)
       values ($1, 'activation', $2, $3, now() + interval '1 hour')`,
      [
        createHash('sha256').update(key).digest(),
        email,
        JSON.stringify({ name: 'Luka Test', locale: 'ka' }),
      ],
    ),
  )
  const headers = { 'x-api-key': 'demo-web', origin: url }
  const data = { key, password, confirmPassword: password }
  const reply = await context.request.post(`${url}/v2/auth/activate`, { headers, data })
  if (!reply.ok()) throw new Error(await reply.text())
}

/** Ages all sent codes by more than the minute required between two of them. */
export async function makeCodesOlder(): Promise<void> {
  await withDatabase((database) =>
    database.query("update one_time_code set created_at = created_at - interval '2 minutes'"),
  )
}

/** Ends the two-day suspensions after changes of all accounts. */
export async function endPauses(): Promise<void> {
  await withDatabase((database) =>
    database.query(
      "update customer set security_changed_at = security_changed_at - interval '49 hours'",
    ),
  )
}

/** A discount card of ten percent, as issued by its company; its PIN is 1234. */
export async function issueDiscountCard(number: string): Promise<void> {
  await withDatabase(async (database) => {
    // Every journey uses its own card type, so that none selects another's by name.
    const words = JSON.stringify({ ka: `სატესტო ბარათი ${number}`, en: `Card of a test ${number}` })
    const salt = randomBytes(16)
    const type = await database.query<{ id: number }>(
      `insert into discount_card_type (name, description, number_length, pin_length, basis_points, discount_max_minor)
       values ($1, $1, $2, 4, 1000, 2000) returning id`,
      [words, number.length],
    )
    await database.query(
      'insert into discount_card (type_id, number, pin_salt, pin_hash) values ($1, $2, $3, $4)',
      [type.rows[0]?.id, number, salt, await hashPin('1234', salt)],
    )
  })
}
