import type { ErrorEntry } from './error-entry.ts'

/** Refusals of invitations, to the inviting and the invited person. Part of the one table (`errors.ts`). */
export const invitationErrors = {
  InvitationNotFound: {
    status: 404,
    ka: 'მოწვევა ვერ მოიძებნა. შესაძლოა, ის გააუქმეს.',
    en: 'The invitation was not found. It may have been cancelled.',
  },
  InvitationEnded: {
    status: 409,
    ka: 'ეს მოწვევა აღარ მოქმედებს: შეკვეთა დასრულდა ან გაუქმდა.',
    en: 'This invitation no longer works: the order has ended or was cancelled.',
  },
  InvitationTaken: {
    status: 409,
    ka: 'ეს მოწვევა უკვე მიღებულია.',
    en: 'This invitation has already been accepted.',
  },
  InvitationsUsedUp: {
    status: 409,
    ka: 'იმდენი ადამიანი უკვე მოწვეულია, რამდენი ბილეთიც არის შეკვეთაში.',
    en: 'As many people are invited as the order has tickets.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>
