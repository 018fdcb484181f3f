import { formatDate } from '#kernel/format.ts'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import { defineMessageJob, enqueue } from '#platform/jobs/jobs.ts'
import type { SmsSender } from '#platform/sms/sms.ts'
import { shortLetter } from '#platform/mail/letter.ts'
import type { Mailer } from '#platform/mail/mail.ts'

export const customerNotifications = [
  'password-changed',
  'phone-changed',
  'password-reset',
  'password-reset-kept',
  'email-changed',
  'passkey-added',
  'passkey-removed',
  'outside-account-added',
  'outside-account-removed',
  'bank-account-added',
  'bank-account-removed',
  'deletion-begun',
  'deletion-stopped',
  'erased',
] as const
export type CustomerNotification = (typeof customerNotifications)[number]

/** Security notification; `email` is given when the account's address has changed before the email is sent. */
export interface CustomerNotice {
  readonly customerId: string
  readonly news: CustomerNotification
  readonly email?: string
}

export const accountNoticeJob = defineMessageJob<CustomerNotice>('account-notice')

/** The same as an SMS to the confirmed phone, or to the one that was confirmed before the change. */
export const accountNoticeMessageJob = defineMessageJob<{
  readonly customerId: string
  readonly news: CustomerNotification
  readonly phone: string
}>('account-notice-message')

/** Changes that may be an account takeover: a message is also sent to the phone. */
const toldToPhone = new Set<CustomerNotification>([
  'password-changed',
  'password-reset',
  'password-reset-kept',
  'phone-changed',
  'email-changed',
  'passkey-added',
  'passkey-removed',
  'outside-account-added',
  'outside-account-removed',
  'bank-account-added',
  'bank-account-removed',
])

/** @param notice.phone recipient if not the currently confirmed phone: the old one, or null for none */
export async function notifyCustomer(
  context: Context,
  notice: CustomerNotice & { readonly phone?: string | null },
): Promise<void> {
  const { phone, ...mail } = notice
  await enqueue(context, accountNoticeJob, mail)
  if (!toldToPhone.has(mail.news)) return
  const to = phone === undefined ? await confirmedPhone(context, mail.customerId) : phone
  if (to === null) return
  const { customerId, news } = mail
  await enqueue(context, accountNoticeMessageJob, { customerId, news, phone: to })
}

async function confirmedPhone(context: Context, customerId: string): Promise<string | null> {
  const row = await context.db
    .selectFrom('customer')
    .select(['phone', 'phone_verified_at'])
    .where('id', '=', customerId)
    .executeTakeFirst()
  return row?.phone_verified_at ? row.phone : null
}

/** Job handler: sends the notification by SMS. */
export async function writeAccountNoticeMessage(
  context: Context,
  sms: SmsSender,
  notice: {
    readonly customerId: string
    readonly news: CustomerNotification
    readonly phone: string
  },
): Promise<void> {
  const customer = await context.db
    .selectFrom('customer')
    .select('locale')
    .where('id', '=', notice.customerId)
    .executeTakeFirst()
  if (!customer) return
  const locale = customer.locale === 'en' ? 'en' : 'ka'
  await sms.send({
    to: notice.phone,
    text: `${words[notice.news][locale].subject}. ${unlessYou[locale]}`,
  })
}

const unlessYou = {
  ka: 'თუ ეს თქვენ არ ყოფილხართ, აღადგინეთ პაროლი.',
  en: 'If this was not you, reset your password.',
} as const

const words: Readonly<
  Record<CustomerNotification, Readonly<Record<'ka' | 'en', { subject: string; text: string }>>>
> = {
  'password-changed': {
    ka: {
      subject: 'ბილეთი: პაროლი შეიცვალა',
      text: 'თქვენი ანგარიშის პაროლი შეიცვალა და სხვა მოწყობილობებზე თავიდან უნდა შეხვიდეთ. თუ ეს თქვენ არ ყოფილხართ, დაუყოვნებლივ აღადგინეთ პაროლი შესვლის გვერდიდან.',
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
  'password-reset': {
    ka: {
      subject: 'ბილეთი: პაროლი აღდგა',
      text: 'თქვენი ანგარიშის პაროლი აღდგა. ყველა მოწყობილობაზე თავიდან უნდა შეხვიდეთ; წვდომის გასაღებები და დაკავშირებული ანგარიშები მოიხსნა, თუ გსურთ, თავიდან დაამატეთ. თანხის გატანა 48 საათით შეჩერებულია.',
    },
    en: {
      subject: 'Bileti: your password was reset',
      text: 'The password of your account was reset. Every session, passkey and connected outside account was ended; add them again if you like. Withdrawals pause for 48 hours.',
    },
  },
  'password-reset-kept': {
    ka: {
      subject: 'ბილეთი: პაროლი აღდგა',
      text: 'თქვენი ანგარიშის პაროლი აღდგა და ყველა სესია დასრულდა. თანხის გატანა 48 საათით შეჩერებულია. შესვლის სხვა გზები დარჩა; თუ რომელიმეს ვერ ცნობთ, წაშალეთ ანგარიშის გვერდზე:',
    },
    en: {
      subject: 'Bileti: your password was reset',
      text: 'The password of your account was reset, and every session was ended. Withdrawals pause for 48 hours. Other ways to sign in were kept; remove on your account page what you do not recognise:',
    },
  },
  'email-changed': {
    ka: {
      subject: 'ბილეთი: ელფოსტა შეიცვალა',
      text: 'თქვენს ანგარიშს ახლა სხვა ელფოსტა აქვს და თანხის გატანა 48 საათით შეჩერებულია. თუ ეს თქვენ არ ყოფილხართ, დაუყოვნებლივ მოგვწერეთ.',
    },
    en: {
      subject: 'Bileti: your e-mail was changed',
      text: 'Your account has another e-mail now, and withdrawals pause for 48 hours. If this was not you, write to us at once.',
    },
  },
  'passkey-removed': {
    ka: {
      subject: 'ბილეთი: წაიშალა წვდომის გასაღები',
      text: 'თქვენი ანგარიშიდან წაიშალა წვდომის გასაღები. თუ ეს თქვენ არ ყოფილხართ, აღადგინეთ პაროლი.',
    },
    en: {
      subject: 'Bileti: a passkey was removed',
      text: 'A passkey was removed from your account. If this was not you, reset your password.',
    },
  },
  'outside-account-added': {
    ka: {
      subject: 'ბილეთი: დაკავშირდა გარე ანგარიში',
      text: 'თქვენს ანგარიშს დაუკავშირდა გარე ანგარიში, რომლითაც ახლა შესვლა შეიძლება. თუ ეს თქვენ არ ყოფილხართ, აღადგინეთ პაროლი.',
    },
    en: {
      subject: 'Bileti: an outside account was connected',
      text: 'An outside account was connected to yours and can sign in now. If this was not you, reset your password.',
    },
  },
  'outside-account-removed': {
    ka: {
      subject: 'ბილეთი: გარე ანგარიში მოიხსნა',
      text: 'თქვენს ანგარიშს გარე ანგარიში აღარ უკავშირდება. თუ ეს თქვენ არ ყოფილხართ, აღადგინეთ პაროლი.',
    },
    en: {
      subject: 'Bileti: an outside account was disconnected',
      text: 'An outside account is no longer connected to yours. If this was not you, reset your password.',
    },
  },
  'bank-account-added': {
    ka: {
      subject: 'ბილეთი: დაემატა საბანკო ანგარიში',
      text: 'თქვენს საფულეს დაემატა საბანკო ანგარიში. თანხის გატანა 48 საათით შეჩერებულია. თუ ეს თქვენ არ ყოფილხართ, აღადგინეთ პაროლი და წაშალეთ ის.',
    },
    en: {
      subject: 'Bileti: a bank account was added',
      text: 'A bank account was added to your wallet. Withdrawals pause for 48 hours. If this was not you, reset your password and remove it.',
    },
  },
  'bank-account-removed': {
    ka: {
      subject: 'ბილეთი: წაიშალა საბანკო ანგარიში',
      text: 'თქვენი საფულიდან წაიშალა საბანკო ანგარიში. თანხის გატანა 48 საათით შეჩერებულია. თუ ეს თქვენ არ ყოფილხართ, აღადგინეთ პაროლი.',
    },
    en: {
      subject: 'Bileti: a bank account was removed',
      text: 'A bank account was removed from your wallet. Withdrawals pause for 48 hours. If this was not you, reset your password.',
    },
  },
  'passkey-added': {
    ka: {
      subject: 'ბილეთი: დაემატა წვდომის გასაღები',
      text: 'თქვენს ანგარიშს დაემატა წვდომის გასაღები (თითის ანაბეჭდი, სახე ან მოწყობილობის კოდი). თუ ეს თქვენ არ ყოფილხართ, წაშალეთ ის ანგარიშის გვერდზე და შეცვალეთ პაროლი.',
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

/** Job handler: emails the notification to the customer, in their language. */
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
  const locale = customer.locale === 'en' ? 'en' : 'ka'
  const text = words[notice.news][locale]
  const list =
    notice.news === 'password-reset-kept' ? await otherWays(context, notice.customerId, locale) : []
  const path = pathOf(notice.news)
  await mailer.send(
    {
      to: notice.email ?? customer.email,
      ...shortLetter({
        locale,
        origin: context.origin,
        subject: text.subject,
        paragraphs: [text.text, ...(list.length > 0 ? [list.join('\n')] : [])],
        ...(path === null
          ? {}
          : {
              button: { text: toPage[locale], url: context.origin + localizedPath(locale, path) },
            }),
      }),
    },
    context.random.uuid(),
  )
}

const toPage = { ka: 'ანგარიშის გახსნა', en: 'Open your account' } as const

/** The page where the change is seen and undone; null for an account that is no more. */
function pathOf(news: CustomerNotification): string | null {
  if (news === 'erased') return null
  if (news === 'deletion-begun' || news === 'deletion-stopped') return '/account/delete'
  if (news === 'bank-account-added' || news === 'bank-account-removed') return '/account/wallet'
  return '/account/security'
}

/** The shop's clock: an account has no place of its own. */
const timeZone = 'Asia/Tbilisi'

/** Passkeys and outside accounts by name, with the day they were added. */
async function otherWays(context: Context, customerId: string, locale: Locale): Promise<string[]> {
  const passkeys = await context.db
    .selectFrom('passkey')
    .select(['name', 'created_at'])
    .where('customer_id', '=', customerId)
    .orderBy('created_at')
    .execute()
  const outside = await context.db
    .selectFrom('external_account')
    .select(['provider', 'connected_at'])
    .where('customer_id', '=', customerId)
    .execute()
  const day = (date: Date) => formatDate(locale, date, { timeZone, year: true })
  return [
    ...passkeys.map(({ name, created_at }) => `– ${name}, ${day(created_at)}`),
    ...outside.map(({ connected_at }) => `– Facebook, ${day(connected_at)}`),
  ]
}
