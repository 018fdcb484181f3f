import type { ErrorEntry } from './error-entry.ts'

/** Refusals that guard the shop and its customers; part of the one table. */
export const securityErrors = {
  NameNotAllowed: {
    status: 400,
    ka: 'სახელში ვებმისამართი, ელფოსტა და ხაზის გადატანა არ შეიძლება. წერტილის შემდეგ დატოვეთ ჰარი.',
    en: 'A name cannot hold a web address, an e-mail or a line break. Leave a space after a dot.',
  },
  BodyTooDeep: {
    status: 400,
    ka: 'მოთხოვნა ზედმეტად ღრმადაა ჩალაგებული.',
    en: 'The request is nested too deeply.',
  },
  MethodNotKnown: {
    status: 501,
    ka: 'ეს მეთოდი უცნობია.',
    en: 'That method is not known here.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>
