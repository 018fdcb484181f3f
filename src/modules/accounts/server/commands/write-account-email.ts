import type { Context } from '#platform/context.ts'
import { shortLetter } from '#platform/mail/letter.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { newBearer } from '../bearer.ts'
import { findForSignIn } from '../store.ts'
import type { AccountRequest } from './request-account.ts'

const keyHours = 24

const words = {
  ka: {
    subject: 'ბილეთი: დაადასტურეთ ანგარიში',
    activate:
      'ანგარიშის გასააქტიურებლად და პაროლის დასაყენებლად გადადით ბმულზე. ის ერთხელ მუშაობს, 24 საათის განმავლობაში.',
    button: 'ანგარიშის გააქტიურება',
    known:
      'ვიღაცამ ამ მისამართით რეგისტრაცია სცადა, მაგრამ ანგარიში უკვე გაქვთ. შეგიძლიათ შეხვიდეთ.',
    login: 'შესვლა',
    ignore: 'თუ ეს თქვენ არ ყოფილხართ, ამ წერილს ყურადღებას ნუ მიაქცევთ.',
  },
  en: {
    subject: 'Bileti: confirm your account',
    activate:
      'Follow the link to activate your account and choose a password. It works once, for 24 hours.',
    button: 'Activate the account',
    known:
      'Somebody tried to sign up with this address, but you already have an account. You can sign in.',
    login: 'Sign in',
    ignore: 'If this was not you, no action is needed.',
  },
} as const

/**
 * The email contains nothing that was typed at sign-up: the owner of the address has not confirmed it yet. Job handler:
 * creates a new single-use key and writes to the address. Safe to repeat: each run creates a new key.
 */
export async function writeAccountEmail(
  context: Context,
  mailer: Mailer,
  request: AccountRequest,
  authOrigin: string,
): Promise<void> {
  const text = words[request.locale]
  const known = await findForSignIn(context, request.email)
  const next = `continue=${encodeURIComponent(request.continuePath)}`
  const link = known
    ? `${authOrigin}/${request.locale}/login?${next}`
    : `${authOrigin}/${request.locale}/activate?key=${await newAccountKey(context, request)}&${next}`
  const body = known ? text.known : text.activate
  const button = known ? text.login : text.button
  await mailer.send(
    {
      to: request.email,
      ...shortLetter({
        locale: request.locale,
        origin: context.origin,
        subject: text.subject,
        paragraphs: [body],
        button: { text: button, url: link },
        notes: [text.ignore],
      }),
    },
    context.random.uuid(),
  )
}

async function newAccountKey(context: Context, request: AccountRequest): Promise<string> {
  const { token, hash } = newBearer(context.random)
  const { name, phone, joinClub, locale } = request
  await context.db
    .insertInto('account_key')
    .values({
      key_hash: hash,
      purpose: 'activation',
      email: request.email,
      payload: JSON.stringify({
        name,
        phone,
        joinClub,
        locale,
        continuePath: request.continuePath,
      }),
      expires_at: new Date(context.clock.now().getTime() + keyHours * 3_600_000),
    })
    .execute()
  return token
}
