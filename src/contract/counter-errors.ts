import type { ErrorEntry } from './error-entry.ts'

/** Refusals at an organiser's counter. Part of the one table (`errors.ts`). */
export const counterErrors = {
  BalanceCodeWrong: {
    status: 409,
    ka: 'კოდი არასწორია, ვადაგასულია ან უკვე გამოყენებული. სთხოვეთ მყიდველს ახალი.',
    en: 'The code is wrong, has expired or was used already. Ask the buyer for a new one.',
  },
  TooManyPrinted: {
    status: 400,
    ka: 'ერთ ჯერზე მაქსიმუმ 500 ბილეთი იბეჭდება.',
    en: 'At most 500 tickets can be printed at once.',
  },
  ShiftNotOpen: {
    status: 409,
    ka: 'ჯერ გახსენით ცვლა.',
    en: 'Please open your shift first.',
  },
  ShiftOpen: {
    status: 409,
    ka: 'თქვენი ცვლა უკვე გახსნილია.',
    en: 'Your shift is open already.',
  },
  CashNotEnough: {
    status: 409,
    ka: 'ნაღდი ფული საკმარისი არ არის.',
    en: 'There is not enough cash.',
  },
  ReservedTooLong: {
    status: 409,
    ka: 'ადგილები მხოლოდ გაყიდვის დასრულებამდე ინახება. აირჩიეთ სხვა ვადა.',
    en: 'Places are kept until the sale of the date ends at the latest. Please choose another time.',
  },
  CardUnderWay: {
    status: 409,
    ka: 'ბარათის ტერმინალს ჯერ არ უპასუხია.',
    en: 'The card terminal has not answered yet.',
  },
  TerminalNotGiven: {
    status: 409,
    ka: 'ეს ტერმინალი თქვენს ორგანიზაციას არ ეკუთვნის. აირჩიეთ ჩამონათვალიდან.',
    en: 'This terminal does not belong to your organisation. Please choose one from the list.',
  },
  TerminalInUse: {
    status: 409,
    ka: 'ეს ტერმინალი სხვა ღია ცვლაშია. ჯერ ის ცვლა უნდა დაიხუროს.',
    en: 'This terminal is used by an open shift. That shift must be closed first.',
  },
  TerminalGiven: {
    status: 409,
    ka: 'ეს ტერმინალი სხვა ორგანიზატორს აქვს. ჯერ მას ჩამოართვით.',
    en: 'Another organiser has this terminal. Take it back from that organiser first.',
  },
  NothingToPayOut: {
    status: 409,
    ka: 'ამ შეკვეთაზე გასაცემი თანხა არ არის.',
    en: 'There is no money to hand out for this order.',
  },
  NotSoldHere: {
    status: 409,
    ka: 'ეს ბილეთები ამ ცვლაში არ გაყიდულა. მიმართეთ მენეჯერს.',
    en: 'These tickets were not sold in this shift. Please ask a manager.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>
