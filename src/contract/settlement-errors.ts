import type { ErrorEntry } from './error-entry.ts'

/** Refusals about organisers' money. Part of the one table (`errors.ts`). */
export const settlementErrors = {
  NothingToState: {
    status: 409,
    ka: 'ბოლო ამონაწერის შემდეგ არაფერი შეცვლილა.',
    en: 'Nothing has changed since the last statement.',
  },
  PayoutDecided: {
    status: 409,
    ka: 'ამ გადარიცხვაზე გადაწყვეტილება უკვე მიღებულია.',
    en: 'This payout has been decided already.',
  },
  PayoutChanged: {
    status: 409,
    ka: 'თანხა ამასობაში შეიცვალა. ნახეთ ახალი თანხა და გადაწყვიტეთ თავიდან.',
    en: 'The amount has changed meanwhile. Please look at the new one and decide again.',
  },
  PayoutAccountMissing: {
    status: 409,
    ka: 'ორგანიზატორს საბანკო ანგარიში არ აქვს მითითებული.',
    en: 'The organiser has not given a bank account yet.',
  },
  PayoutAccountNew: {
    status: 409,
    ka: 'საბანკო ანგარიში ახლახან შეიცვალა. გადარიცხვა ორი დღის შემდეგ შეიძლება.',
    en: 'The bank account was changed recently. Payouts to it begin after two days.',
  },
  PayoutsPaused: {
    status: 409,
    ka: 'მფლობელი ან საბანკო ანგარიში ახლახან შეიცვალა. გადარიცხვა 48 საათის შემდეგ შეიძლება.',
    en: 'An owner or the bank account was changed recently. Payouts are possible 48 hours later.',
  },
  OwnerTooNew: {
    status: 409,
    ka: 'ახალ მფლობელს საბანკო ანგარიშის შეცვლა 48 საათის შემდეგ შეუძლია.',
    en: 'A new owner can change the bank account after 48 hours.',
  },
  TermsTooSoon: {
    status: 409,
    ka: 'პირობები ყველაზე ადრე ხვალიდან ამოქმედდება.',
    en: 'Terms can begin tomorrow at the earliest.',
  },
  FeeLimitsCrossed: {
    status: 400,
    ka: 'უდიდესი საკომისიო უმცირესზე ნაკლებია.',
    en: 'The largest fee is below the smallest.',
  },
  NothingToClaim: {
    status: 409,
    ka: 'ორგანიზატორს გადასახდელი არაფერი აქვს, ან უკვე სთხოვეთ.',
    en: 'The organiser owes nothing, or has been asked already.',
  },
  ClaimEnded: {
    status: 409,
    ka: 'ეს მოთხოვნა უკვე დახურულია.',
    en: 'This claim is closed already.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>
