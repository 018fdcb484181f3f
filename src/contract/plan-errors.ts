import type { ErrorEntry } from './error-entry.ts'

/** Refusals when a hall plan is saved, published or used. Part of the one table (`errors.ts`). */
export const planErrors = {
  PlanChangedElsewhere: {
    status: 409,
    ka: 'ეს გეგმა ამასობაში სხვაგან შეიცვალა. ჩატვირთეთ ახალი ვარიანტი ან შეინახეთ თქვენი ასლად.',
    en: 'This plan was changed elsewhere in the meantime. Load what is there now, or keep yours as a copy.',
  },
  PlanNotWhole: {
    status: 400,
    ka: 'ეს გეგმა დაზიანებულია და ვერ შეინახება.',
    en: 'This plan is damaged and cannot be saved.',
  },
  PlanHasErrors: {
    status: 409,
    ka: 'გამოქვეყნებამდე გაასწორეთ გეგმის შეცდომები.',
    en: 'Correct the errors of the plan before you publish it.',
  },
  PlanKeyTaken: {
    status: 409,
    ka: 'ამ დარბაზს ასეთი მოკლე სახელის გეგმა უკვე აქვს. აირჩიეთ სხვა.',
    en: 'This venue already has a plan with that short name. Choose another.',
  },
  PlanPictureNotTaken: {
    status: 400,
    ka: 'ეს სურათი ვერ წავიკითხეთ: საჭიროა PNG, JPEG ან WebP, არაუმეტეს 2 მბ.',
    en: 'We could not read this picture: it has to be PNG, JPEG or WebP of 2 MB at most.',
  },
  PlanDateOnSale: {
    status: 409,
    ka: 'ჯერ შეაჩერეთ ამ თარიღის გაყიდვა, შემდეგ შეცვალეთ გეგმა.',
    en: 'Pause the sale of this date first, then change its plan.',
  },
  PlanSeatsTaken: {
    status: 409,
    ka: 'ახალ გეგმაში ყველა გაყიდული ადგილისთვის საკმარისი ადგილი არ არის.',
    en: 'The new plan has no place for some of the tickets already sold.',
  },
  PlanEffectChanged: {
    status: 409,
    ka: 'ამასობაში გაყიდვები შეიცვალა. გადახედეთ სიას თავიდან.',
    en: 'Something was sold or given back in the meantime. Look at the list again.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>
