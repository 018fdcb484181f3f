/** Emails to the owners of an organiser about their money. */
import { sql } from 'kysely'
import { formatMoney } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import { listOwnerEmails } from '#modules/staff/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { defineMessageJob, enqueue } from '#platform/jobs/jobs.ts'
import { shortLetter } from '#platform/mail/letter.ts'
import type { Mailer } from '#platform/mail/mail.ts'

type NoticeKind = 'bank-account' | 'payout-paid' | 'payout-rejected' | 'claim'

export interface MoneyNotice {
  readonly merchantId: number
  readonly kind: NoticeKind
  /** Id of the account, the payout or the claim. */
  readonly reference: string
}

export const merchantMoneyEmailJob = defineMessageJob<MoneyNotice>('merchant-money-email')

/** Enqueues the emails, in the transaction of the reported change. */
export async function notifyOwners(context: Context, notice: MoneyNotice): Promise<void> {
  const singletonKey = `${notice.kind} ${notice.reference}`
  await enqueue(context, merchantMoneyEmailJob, notice, { singletonKey })
}

const words = {
  // Only for jobs of former versions: owners are told by the letter that also reverses the change (module staff).
  'bank-account': {
    ka: {
      subject: 'საბანკო ანგარიში შეიცვალა',
      body: () =>
        'თქვენი ორგანიზაციის საბანკო ანგარიში შეიცვალა. ახალ ანგარიშზე თანხა ორი დღის შემდეგ ჩაირიცხება. თუ ეს თქვენ არ გაგიკეთებიათ, დაუყოვნებლივ შეცვალეთ პაროლი და მოგვწერეთ.',
    },
    en: {
      subject: 'Your bank account was changed',
      body: () =>
        'The bank account of your organisation was changed. Payouts to the new one begin after two days. If this was not you, change your password at once and write to us.',
    },
  },
  'payout-paid': {
    ka: {
      subject: 'თანხა ჩაირიცხა',
      body: (amount: string) => `თქვენს საბანკო ანგარიშზე ჩაირიცხა ${amount}.`,
    },
    en: {
      subject: 'Your payout is on your account',
      body: (amount: string) => `${amount} has been paid to your bank account.`,
    },
  },
  'payout-rejected': {
    ka: {
      subject: 'ბანკმა გადარიცხვა დააბრუნა',
      body: (amount: string) =>
        `ბანკმა ${amount} ვერ ჩარიცხა. თანხა ისევ თქვენს ნაშთზეა. შეამოწმეთ საბანკო ანგარიში.`,
    },
    en: {
      subject: 'The bank has returned your payout',
      body: (amount: string) =>
        `The bank could not pay ${amount}. The amount is on your balance again. Please check the bank account.`,
    },
  },
  claim: {
    ka: {
      subject: 'თქვენი ნაშთი უარყოფითია',
      body: (amount: string) =>
        `დაბრუნებულმა ბილეთებმა გაყიდულს გადააჭარბა. გთხოვთ, გადმორიცხოთ ${amount}.`,
    },
    en: {
      subject: 'Your balance is below zero',
      body: (amount: string) => `More was returned than was sold. Please transfer ${amount} to us.`,
    },
  },
} as const

/** Job handler: one email to each owner, in both languages; a repeated run uses the same Message-ID. */
export async function writeMerchantMoneyEmail(
  context: Context,
  mailer: Mailer,
  notice: MoneyNotice,
): Promise<void> {
  const { kind, merchantId, reference } = notice
  const amountMinor = await amountOf(context, notice)
  const { ka, en } = words[kind]
  const bodies = [
    ka.body(formatMoney('ka', money(amountMinor))),
    en.body(formatMoney('en', money(amountMinor))),
  ] as const
  const link = `${context.origin}${localizedPath('ka', '/merchant/money')}`
  for (const to of await listOwnerEmails(context, merchantId))
    await mailer.send(
      {
        to,
        ...shortLetter({
          locale: 'ka',
          origin: context.origin,
          subject: `${ka.subject} · ${en.subject}`,
          paragraphs: [...bodies],
          button: { text: 'თანხები · Money', url: link },
        }),
      },
      `merchant-money-${kind}-${reference}-${to.replaceAll(/[^a-z0-9]/gi, '-')}`,
    )
}

/** Amount of the payout or the claim, in minor units. */
async function amountOf(context: Context, { kind, reference }: MoneyNotice): Promise<number> {
  if (kind === 'bank-account') return 0
  const table = kind === 'claim' ? sql.raw('merchant_claim') : sql.raw('merchant_payout')
  const { rows } = await sql<{ amount: number }>`
    select amount_minor::float8 as amount from ${table} where id = ${reference}`.execute(context.db)
  return rows[0]?.amount ?? 0
}
