import type { ErrorEntry } from './error-entry.ts'

/** Refusals when a multi-pass is used to pay for a ticket. Part of the one table (`errors.ts`). */
export const multipassErrors = {
  PassNotFound: {
    status: 404,
    ka: 'ასეთი აბონემენტი არ არის. გადაამოწმეთ ნომერი.',
    en: 'There is no such pass. Please check the number.',
  },
  PassNotActive: {
    status: 409,
    ka: 'ეს აბონემენტი აღარ მოქმედებს.',
    en: 'This pass is no longer active.',
  },
  PassNotValidNow: {
    status: 409,
    ka: 'აბონემენტის მოქმედების ვადა ჯერ არ დაწყებულა ან უკვე გავიდა.',
    en: 'The pass is not valid yet, or no longer.',
  },
  PassUsedUp: {
    status: 409,
    ka: 'აბონემენტზე საკმარისი გამოყენება აღარ დარჩა.',
    en: 'The pass does not have enough uses left.',
  },
  PassNotForThis: {
    status: 409,
    ka: 'ეს აბონემენტი თქვენს შეკვეთაზე არ ვრცელდება.',
    en: 'This pass is not for anything in your order.',
  },
  PassTopUpNotOffered: {
    status: 409,
    ka: 'ამ აბონემენტს გამოყენებები ვერ დაემატება.',
    en: 'No uses can be added to this pass.',
  },
  PassTermsSold: {
    status: 409,
    ka: 'ეს აბონემენტი უკვე გაყიდულია: მისი პირობები ისეთივე რჩება, როგორითაც იყიდეს. ვადა მხოლოდ გაგრძელდება; სხვა პირობებით გახსენით ახალი აბონემენტი.',
    en: 'This pass has been sold already: its terms stay as they were bought. Its end may only move later; for other terms open a new pass.',
  },
  PassTooFewCards: {
    status: 409,
    ka: 'ამაზე მეტი აბონემენტი უკვე გაყიდულია.',
    en: 'More passes than that are sold already.',
  },
  PartnerOrderTaken: {
    status: 409,
    ka: 'ამ ნომრით სხვა შეკვეთა უკვე არსებობს.',
    en: 'Another order with this number exists already.',
  },
  PassLeavesRest: {
    status: 409,
    ka: 'აბონემენტი ბილეთის ფასს სრულად ვერ ფარავს.',
    en: 'The pass does not cover the whole price of the ticket.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>
