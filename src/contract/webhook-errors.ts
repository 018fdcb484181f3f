import type { ErrorEntry } from './error-entry.ts'

/** Refusals when a webhook is added. Part of the one table (`errors.ts`). */
export const webhookErrors = {
  WebhookAddressNotAllowed: {
    status: 400,
    ka: 'ამ მისამართზე შეტყობინებებს ვერ გავაგზავნით: საჭიროა საჯარო https მისამართი.',
    en: 'We cannot send to this address: it has to be a public https address.',
  },
  TooManyWebhooks: {
    status: 409,
    ka: 'ამაზე მეტი მისამართის დამატება არ შეიძლება.',
    en: 'No more addresses can be added.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>
