import { newBearer } from '#modules/accounts/server/public-api.ts'
import type { StaffRole } from '#contract/enumerations.ts'
import { localizedPath, type Locale, type LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import { shortLetter } from '#platform/mail/letter.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { invitationDays } from './invite-staff.ts'

const words = {
  ka: {
    subject: (merchant: string) => `${merchant} გიწვევთ გუნდში`,
    body: (merchant: string, role: string) =>
      `${merchant} გიწვევთ თავის გუნდში, თქვენი როლი იქნება: ${role}. დასათანხმებლად გადადით ბმულზე და აირჩიეთ პაროლი. ბმული ერთხელ მუშაობს, ${invitationDays} დღის განმავლობაში.`,
    button: 'მოწვევის მიღება',
    ignore: 'თუ ამ ორგანიზატორს არ იცნობთ, წერილს ყურადღებას ნუ მიაქცევთ.',
    roles: {
      owner: 'მფლობელი',
      manager: 'მენეჯერი',
      'box-office': 'სალარო',
      scanner: 'შესასვლელი',
    },
  },
  en: {
    subject: (merchant: string) => `${merchant} invites you to the team`,
    body: (merchant: string, role: string) =>
      `${merchant} invites you to join the team as ${role}. Follow the link to accept and choose a password. It works once, for ${invitationDays} days.`,
    button: 'Accept the invitation',
    ignore: 'If you do not know this organiser, no action is needed.',
    roles: {
      owner: 'its owner',
      manager: 'a manager',
      'box-office': 'a box-office clerk',
      scanner: 'a ticket scanner',
    },
  },
} as const satisfies Record<Locale, object>

/**
 * Job handler: creates a new single-use key and sends it to the invited address. Safe to repeat, since each run creates
 * a new key; nothing is sent for an invitation that was withdrawn or accepted meanwhile.
 */
export async function writeStaffInvitation(
  context: Context,
  mailer: Mailer,
  { invitationId }: { readonly invitationId: string },
): Promise<void> {
  const { token, hash } = newBearer(context.random)
  const invitation = await context.db
    .updateTable('staff_invitation')
    .set({ key_hash: hash })
    .where('id', '=', invitationId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', context.clock.now())
    .returning(['email', 'role', 'locale', 'merchant_id'])
    .executeTakeFirst()
  if (!invitation) return
  const merchant = await context.db
    .selectFrom('merchant_summary')
    .select('name')
    .where('merchant_id', '=', invitation.merchant_id)
    .executeTakeFirstOrThrow()
  const locale = invitation.locale as Locale
  const text = words[locale]
  const name = (merchant.name as unknown as LocalizedText)[locale]
  const body = text.body(name, text.roles[invitation.role as StaffRole])
  const link = `${context.origin}${localizedPath(locale, '/merchant/invitation')}#${token}`
  await mailer.send(
    {
      to: invitation.email,
      ...shortLetter({
        locale,
        origin: context.origin,
        subject: text.subject(name),
        paragraphs: [body],
        button: { text: text.button, url: link },
        notes: [text.ignore],
      }),
    },
    `staff-invitation-${invitationId}`,
  )
}
