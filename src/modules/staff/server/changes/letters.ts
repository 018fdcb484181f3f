/** Letters to an organiser's owners about changes that could give it away, with the link that reverses them. */
import { sql } from 'kysely'
import type { StaffRole } from '#contract/enumerations.ts'
import { formatDateTime } from '#kernel/format.ts'
import { localizedPath, type Locale, type LocalizedText } from '#kernel/locale.ts'
import { newBearer } from '#modules/accounts/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { shortLetter } from '#platform/mail/letter.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { isReversible, type StaffChangeKind } from '../../changes.ts'
import { disputedUntil } from './dispute.ts'
import { reversalHours } from './record.ts'

interface Told {
  readonly name: string
  readonly role: string
  readonly formerRole: string
  readonly email: string
}

interface Words {
  readonly subject: (merchant: string) => string
  readonly roles: Readonly<Record<StaffRole, string>>
  readonly made: (at: string, by: string | null) => string
  readonly body: Readonly<Record<StaffChangeKind, (told: Told) => string>>
  readonly disputed: string
  readonly undo: string
  readonly button: string
  readonly unknown: string
  readonly ended: string
}

const words: Readonly<Record<Locale, Words>> = {
  ka: {
    subject: (merchant) => `ცვლილება: ${merchant}`,
    roles: {
      owner: 'მფლობელი',
      manager: 'მენეჯერი',
      'box-office': 'სალარო',
      scanner: 'შესასვლელი',
    },
    made: (at, by) => (by === null ? `დრო: ${at}.` : `დრო: ${at}. ვინ შეცვალა: ${by}.`),
    body: {
      invited: ({ email, role }) => `გუნდში მოიწვიეს ${email}, როლი: ${role}.`,
      joined: ({ name, role }) => `გუნდს შემოუერთდა ${name}, როლი: ${role}.`,
      role: ({ name, role, formerRole }) =>
        `${name}: როლი შეიცვალა, იყო ${formerRole}, ახლა ${role}.`,
      removed: ({ name }) => `${name} გუნდიდან წაშალეს.`,
      password: ({ name }) => `${name}: პაროლი შეიცვალა.`,
      'passkey-added': ({ name }) => `${name}: დაემატა წვდომის გასაღები.`,
      'passkey-removed': ({ name }) => `${name}: წვდომის გასაღები წაიშალა.`,
      'key-made': ({ name }) => `შეიქმნა API-გასაღები „${name}“.`,
      'key-revoked': ({ name }) => `გაუქმდა API-გასაღები „${name}“.`,
      'webhook-added': ({ name }) =>
        `დაემატა ვებჰუკი: ბილეთების ცვლილებები ახლა ამ მისამართზეც იგზავნება: ${name}.`,
      'site-added': ({ name }) => `თქვენი ბილეთები ახლა ამ საიტზეც იყიდება: ${name}.`,
      'bank-account': () => 'საბანკო ანგარიში, რომელზეც თანხა ირიცხება, შეიცვალა.',
      reversed: () =>
        'წერილის ბმულით ცვლილება გაუქმდა და მანამდელი მდგომარეობა აღდგა. ვისაც ეს ეხებოდა, სისტემაში თავიდან უნდა შევიდეს.',
    },
    disputed:
      'მფლობელებმა ერთმანეთის ცვლილებები უკვე ორჯერ გააუქმეს. 72 საათის განმავლობაში მფლობელები ვერ შეიცვლება და თანხა არ გაიცემა. მოგვწერეთ, რომ დავეხმაროთ.',
    undo: `თუ ეს თქვენ ან თქვენს გუნდს არ გაუკეთებია, გააუქმეთ ბმულით: ის ${reversalHours} საათი მოქმედებს და შესვლა არ სჭირდება.`,
    button: 'ცვლილების გაუქმება',
    unknown: 'თუ ამას არ ელოდით, შეცვალეთ პაროლი და მოგვწერეთ.',
    ended: 'თუ ამას არ ელოდით, მოგვწერეთ.',
  },
  en: {
    subject: (merchant) => `A change at ${merchant}`,
    roles: {
      owner: 'owner',
      manager: 'manager',
      'box-office': 'box office',
      scanner: 'scanner',
    },
    made: (at, by) => (by === null ? `Time: ${at}.` : `Time: ${at}. Changed by: ${by}.`),
    body: {
      invited: ({ email, role }) => `${email} was invited to the team as: ${role}.`,
      joined: ({ name, role }) => `${name} has joined the team as: ${role}.`,
      role: ({ name, role, formerRole }) =>
        `The role of ${name} was changed from ${formerRole} to ${role}.`,
      removed: ({ name }) => `${name} was removed from the team.`,
      password: ({ name }) => `The password of ${name} was changed.`,
      'passkey-added': ({ name }) => `A passkey of ${name} was added.`,
      'passkey-removed': ({ name }) => `A passkey of ${name} was removed.`,
      'key-made': ({ name }) => `The API key “${name}” was created.`,
      'key-revoked': ({ name }) => `The API key “${name}” was revoked.`,
      'webhook-added': ({ name }) =>
        `A webhook was added: changes of tickets are now sent to ${name} as well.`,
      'site-added': ({ name }) => `The site ${name} may now show and sell your tickets.`,
      'bank-account': () => 'The bank account for payouts was changed.',
      reversed: () =>
        'A change was reversed by the link in its letter, and the former state is restored. Everybody involved has to sign in again.',
    },
    disputed:
      'The owners have reversed each other’s changes twice. For 72 hours nobody can change owners, and nothing is paid out. Please write to us, so that we can help.',
    undo: `If neither you nor your team did this, reverse it by the link: it works for ${reversalHours} hours and needs no sign-in.`,
    button: 'Reverse the change',
    unknown: 'If you did not expect this, change your password and write to us.',
    ended: 'If you did not expect this, please write to us.',
  },
}

interface Letter {
  readonly email: string
  readonly locale: Locale
  readonly mayReverse: boolean
  readonly kind: StaffChangeKind
  readonly detail: Readonly<Record<string, string | undefined>>
  readonly createdAt: Date
  readonly reversedAt: Date | null
  readonly merchantId: number
  readonly merchant: LocalizedText
  readonly personName: string | null
  readonly byName: string | null
}

/**
 * Job handler: creates a new single-use key and sends the letter. Safe to repeat, since each run creates a new key; no
 * key is created for a change that was reversed meanwhile.
 */
export async function writeStaffChange(
  context: Context,
  mailer: Mailer,
  { letterId }: { readonly letterId: string },
): Promise<void> {
  const { rows } = await sql<Letter>`
    select l.email, l.locale, l.may_reverse as "mayReverse", c.kind, c.detail, c.created_at as "createdAt", c.reversed_at as "reversedAt",
      c.merchant_id as "merchantId", m.name as merchant, person.full_name as "personName", author.full_name as "byName"
    from staff_change_letter l join staff_change c on c.id = l.change_id
      join merchant_summary m on m.merchant_id = c.merchant_id
      left join staff person on person.id = c.staff_id
      left join staff author on author.id = c.changed_by
    where l.id = ${letterId}`.execute(context.db)
  const [letter] = rows
  if (!letter) return
  const link = isReversible(letter.kind) && letter.mayReverse && !letter.reversedAt
  const { token, hash } = newBearer(context.random)
  if (link)
    await sql`update staff_change_letter set key_hash = ${hash} where id = ${letterId}`.execute(
      context.db,
    )
  const { locale, email, merchantId } = letter
  const isDisputed =
    letter.kind === 'reversed' && (await disputedUntil(context, merchantId)) !== null
  const text = words[locale]
  const path = localizedPath(locale, '/merchant/reversal')
  await mailer.send(
    {
      to: email,
      ...shortLetter({
        locale,
        origin: context.origin,
        subject: text.subject(letter.merchant[locale]),
        paragraphs: [...sentences(letter, isDisputed), ...(link ? [text.undo] : [])],
        ...(link && { button: { text: text.button, url: `${context.origin}${path}#${token}` } }),
        notes: [letter.kind === 'reversed' ? text.ended : text.unknown],
      }),
    },
    `staff-change-${letterId}`,
  )
}

function sentences(
  { locale, kind, detail, createdAt, personName, byName }: Letter,
  isDisputed: boolean,
): string[] {
  const text = words[locale]
  const roleOf = (role: string | undefined) => text.roles[role as StaffRole] ?? ''
  const told = {
    name: detail['keyName'] ?? detail['host'] ?? personName ?? '',
    email: detail['email'] ?? '',
    role: roleOf(detail['role']),
    formerRole: roleOf(detail['formerRole']),
  }
  return [
    text.body[kind](told),
    ...(isDisputed ? [text.disputed] : []),
    text.made(formatDateTime(locale, createdAt), byName),
  ]
}
