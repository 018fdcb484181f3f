import type { Context } from '#platform/context.ts'
import { defineMessageJob, enqueue } from '#platform/jobs/jobs.ts'
import { escapeHtml, type Mailer } from '#platform/mail/mail.ts'

export const customerNotifications = [
  'password-changed',
  'phone-changed',
  'passkey-added',
  'deletion-begun',
  'deletion-stopped',
  'erased',
] as const
export type CustomerNotification = (typeof customerNotifications)[number]

/** News of the account's safety; `email` is given where the account no longer has it when the email is written. */
export interface CustomerNotice {
  readonly customerId: string
  readonly news: CustomerNotification
  readonly email?: string
}

export const accountNoticeJob = defineMessageJob<CustomerNotice>('account-notice')

export async function notifyCustomer(context: Context, notice: CustomerNotice): Promise<void> {
  await enqueue(context, accountNoticeJob, notice)
}

const words: Readonly<
  Record<CustomerNotification, Readonly<Record<'ka' | 'en', { subject: string; text: string }>>>
> = {
  'password-changed': {
    ka: {
      subject: 'ბილეთი: პაროლი შეიცვალა',
      text: 'თქვენი ანგარიშის პაროლი შეიცვალა და სხვა მოწყობილობებზე სესიები დასრულდა. თუ ეს თქვენ არ ყოფილხართ, დაუყოვნებლივ აღადგინეთ პაროლი შესვლის გვერდიდან.',
    },
    en: {
      subject: 'Bileti: your password was changed',
      text: 'The password of your account was changed, and sessions on other devices were ended. If this was not you, reset the password from the sign-in page at once.',
    },
  },
  'phone-changed': {
    ka: {
      subject: 'ბილეთი: ტელეფონი შეიცვალა',
      text: 'თქვენი ანგარიშის ტელეფონის ნომერი შეიცვალა. თუ ეს თქვენ არ ყოფილხართ, შეცვალეთ პაროლი.',
    },
    en: {
      subject: 'Bileti: your phone was changed',
      text: 'The phone number of your account was changed. If this was not you, change your password.',
    },
  },
  'passkey-added': {
    ka: {
      subject: 'ბილეთი: დაემატა შესვლის გასაღები',
      text: 'თქვენს ანგარიშს დაემატა შესვლის გასაღები (თითის ანაბეჭდი, სახე ან მოწყობილობის კოდი). თუ ეს თქვენ არ ყოფილხართ, წაშალეთ ის ანგარიშის გვერდზე და შეცვალეთ პაროლი.',
    },
    en: {
      subject: 'Bileti: a passkey was added',
      text: 'A passkey (fingerprint, face or device code) was added to your account. If this was not you, remove it on your account page and change your password.',
    },
  },
  'deletion-begun': {
    ka: {
      subject: 'ბილეთი: ანგარიში წაიშლება',
      text: 'თქვენი ანგარიში 14 დღეში წაიშლება. თუ გადაიფიქრეთ, შედით ანგარიშში და გააუქმეთ წაშლა.',
    },
    en: {
      subject: 'Bileti: your account will be deleted',
      text: 'Your account will be deleted in 14 days. If you change your mind, sign in and stop the deletion.',
    },
  },
  'deletion-stopped': {
    ka: { subject: 'ბილეთი: ანგარიში რჩება', text: 'ანგარიშის წაშლა გაუქმდა.' },
    en: {
      subject: 'Bileti: your account stays',
      text: 'The deletion of your account was stopped.',
    },
  },
  erased: {
    ka: {
      subject: 'ბილეთი: ანგარიში წაშლილია',
      text: 'თქვენი ანგარიში და პირადი მონაცემები წაშლილია. ნაყიდი ბილეთები ბმულით ისევ გაიხსნება.',
    },
    en: {
      subject: 'Bileti: your account is deleted',
      text: 'Your account and your personal data are deleted. Tickets you bought still open by their links.',
    },
  },
}

/** Job handler: writes the news to the customer, in their language. */
export async function writeAccountNotice(
  context: Context,
  mailer: Mailer,
  notice: CustomerNotice,
): Promise<void> {
  const customer = await context.db
    .selectFrom('customer')
    .select(['email', 'locale'])
    .where('id', '=', notice.customerId)
    .executeTakeFirst()
  if (!customer) return
  const text = words[notice.news][customer.locale === 'en' ? 'en' : 'ka']
  await mailer.send(
    {
      to: notice.email ?? customer.email,
      subject: text.subject,
      text: `${text.text}\n\n${context.origin}\n`,
      html: `<p>${escapeHtml(text.text)}</p><p><a href="${context.origin}">Bileti</a></p>`,
    },
    context.random.uuid(),
  )
}
