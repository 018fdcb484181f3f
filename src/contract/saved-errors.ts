import type { ErrorEntry } from './error-entry.ts'

/** Limits of what an account saves. Part of the one table (`errors.ts`). */
export const savedErrors = {
  TooManyFollows: {
    status: 409,
    ka: 'მეტის დამატება აღარ შეიძლება. ჯერ რამე წაშალეთ შენახულებიდან.',
    en: 'You cannot follow any more. Remove something from what you have saved first.',
  },
  TooManyPassengers: {
    status: 409,
    ka: 'მეტი მგზავრის შენახვა არ შეიძლება. ჯერ წაშალეთ ერთ-ერთი.',
    en: 'No more passengers can be saved. Please delete one first.',
  },
  TooManyBankAccounts: {
    status: 409,
    ka: 'მეტი საბანკო ანგარიშის შენახვა არ შეიძლება. ჯერ წაშალეთ ერთ-ერთი.',
    en: 'No more bank accounts can be saved. Please remove one first.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>
