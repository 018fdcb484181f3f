import type { ErrorEntry } from './error-entry.ts'

/** Refusals of editing what the shop shows. Part of the one table (`errors.ts`). */
export const pageErrors = {
  PageAddressTaken: {
    status: 409,
    ka: 'ამ მისამართზე უკვე არის გვერდი. აირჩიეთ სხვა.',
    en: 'There is a page at this address already. Please choose another.',
  },
  PageChanged: {
    status: 409,
    ka: 'ეს ამასობაში სხვამ შეცვალა. გახსენით ხელახლა.',
    en: 'Somebody else has changed this meanwhile. Please open it again.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>
