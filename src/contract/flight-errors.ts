import type { ErrorEntry } from './error-entry.ts'

/** Refusals of flights. Part of the one table (`errors.ts`). */
export const flightErrors = {
  FlightOfferEnded: {
    status: 409,
    ka: 'ამ ფრენის ფასს ვადა გაუვიდა. მოძებნეთ თავიდან — ახალ ფასს მაშინვე გაჩვენებთ.',
    en: 'This flight’s price is no longer held. Search again and we will show you the new one right away.',
  },
  FlightSoldOut: {
    status: 409,
    ka: 'ამ ფრენაზე ამ ტარიფით ადგილი აღარ არის. აირჩიეთ სხვა ტარიფი ან ფრენა.',
    en: 'There are no seats left on this flight at this fare. Please choose another fare or flight.',
  },
  FlightSeatTaken: {
    status: 409,
    ka: 'ეს ადგილი ამ წუთში დაიკავეს. აირჩიეთ სხვა ადგილი.',
    en: 'Somebody has just taken that seat. Please choose another one.',
  },
  FlightSeatsNotOffered: {
    status: 409,
    ka: 'ამ ფრენაზე ადგილს რეგისტრაციისას მიიღებთ.',
    en: 'On this flight seats are given at check-in.',
  },
  FlightPriceChanged: {
    status: 409,
    ka: 'ფრენის ფასი გაიზარდა. გთხოვთ, ნახოთ ახალი ფასი.',
    en: 'The price of the flight went up. Please look at the new price.',
  },
  FlightPassengersWrong: {
    status: 422,
    ka: 'მგზავრების მონაცემები შესასწორებელია.',
    en: 'Some passenger details need to be corrected.',
  },
  FlightSupplierSilent: {
    status: 503,
    ka: 'ავიაკომპანია ამ წუთას არ გვპასუხობს. სცადეთ ცოტა ხანში.',
    en: 'The airline is not answering right now. Please try again shortly.',
  },
  FlightNotCancellable: {
    status: 409,
    ka: 'ამ ჯავშნის გაუქმება საიტიდან ვერ ხერხდება.',
    en: 'This booking cannot be cancelled here.',
  },
  FlightNotChanged: {
    status: 409,
    ka: 'ამ ცვლილებაზე თანხმობა აღარ არის საჭირო.',
    en: 'There is no change left to agree to.',
  },
} as const satisfies Record<string, ErrorEntry>
