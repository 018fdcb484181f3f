/** Calls for an organiser's owners: balance, statements and bank account. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant, personName, uuid } from '#contract/fields.ts'
import { tableFormats } from '#contract/table-format.ts'
import { claimView, payoutView, balanceFields, statementView, termsView } from './shapes.ts'

const bankAccountView = z.object({
  /** `GE29 •••• 1901`. */
  ibanHint: z.string(),
  holderName: z.string(),
  /** No payouts to it before this time. */
  usableFrom: instant,
})

export const merchantMoneyView = z.object({
  ...balanceFields,
  /** Null without an agreement: no commission. */
  terms: termsView.nullable(),
  /** The next version, if one is agreed. */
  nextTerms: termsView.nullable(),
  /** When the next statement is made. */
  nextStatementAt: instant.nullable(),
  bankAccount: bankAccountView.nullable(),
  /** No payouts before this time, after a change of an owner or of the account; null without such a pause. */
  payoutsPausedUntil: instant.nullable(),
  /** An amount that the organiser is asked to pay. */
  claim: claimView.nullable(),
  /** Newest first. */
  statements: z.array(statementView),
  payouts: z.array(payoutView),
})
export type MerchantMoneyView = z.output<typeof merchantMoneyView>

export const merchantMoney = defineCall({
  id: 'own-merchant-money',
  area: 'own',
  method: 'GET',
  path: '/v2/merchantusers/money',
  summary: 'Balance, statements, payouts and terms of the organiser; owners only',
  credential: 'merchant',
  staffPermission: 'money',
  reply: merchantMoneyView,
  errors: ['Forbidden'],
})

export const merchantBankAccount = defineCall({
  id: 'own-merchant-bank-account',
  area: 'own',
  method: 'POST',
  path: '/v2/merchantusers/bank-account',
  summary: 'Changes the account for payouts, effective after two days; all owners are notified',
  credential: 'merchant',
  staffPermission: 'money',
  isForm: true,
  asksPassword: true,
  body: z.object({
    iban: z.string().min(5).max(50),
    holderName: personName(120, 1),
    /** The caller's password, required again. */
    password: z.string().min(1).max(200),
  }),
  reply: bankAccountView,
  errors: ['Forbidden', 'IbanInvalid', 'OwnerTooNew'],
  required: ['body'],
  limit: 'guess',
})

export const merchantStatementFile = defineCall({
  id: 'own-merchant-statement-file',
  cost: 'picture',
  area: 'own',
  method: 'GET',
  path: '/v2/merchantusers/statements/{statementId}/file',
  summary:
    'A statement in the given or the caller’s language: a PDF with totals, or a table with every entry',
  credential: 'merchant',
  staffPermission: 'money',
  required: ['statementId', 'format'],
  params: z.object({ statementId: uuid }),
  query: z.object({
    format: z.enum(['pdf', ...tableFormats]),
    /** Language of the file: a browser following a link sends its own languages, not the page's. */
    locale: z.enum(['ka', 'en']).optional(),
  }),
  reply: z.unknown(),
  produces: 'application/pdf',
  errors: ['Forbidden', 'NotFound'],
})
