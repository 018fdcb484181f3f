import type { ErrorEntry } from './error-entry.ts'

/** Refusals of cinemas. */
export const cinemaErrors = {
  SofaNotWhole: {
    status: 409,
    ka: 'დივანი მთლიანად იყიდება: აირჩიეთ მისი ყველა ადგილი.',
    en: 'A sofa is sold as a whole: choose all of its seats.',
  },
  CompanionAlone: {
    status: 409,
    ka: 'თანმხლების ადგილი ეტლის ადგილთან ერთად იყიდება.',
    en: 'A companion’s seat is sold together with a wheelchair space.',
  },
  AlreadyOnSale: {
    status: 409,
    ka: 'ბილეთები უკვე იყიდება.',
    en: 'Tickets are on sale already.',
  },
  HallTaken: {
    status: 409,
    ka: 'ამ დროს დარბაზში სხვა სეანსია.',
    en: 'Another screening is in the hall at that time.',
  },
  HallLacksFormat: {
    status: 409,
    ka: 'ამ დარბაზში {format}-სეანსი ვერ გაიმართება: აირჩიეთ დარბაზი, რომელსაც ეს ფორმატი აქვს.',
    en: 'That hall does not show {format}. Please choose one that does.',
  },
  HallTooSmall: {
    status: 409,
    ka: 'ახალ დარბაზში ყველასთვის ადგილი არ არის.',
    en: 'The other hall does not have enough seats for everybody.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>
