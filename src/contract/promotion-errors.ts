import type { ErrorEntry } from './error-entry.ts'

/** Refusals when a code, a card or an option is applied to an order. Part of the one table (`errors.ts`). */
export const promotionErrors = {
  DiscountCardNotFound: {
    status: 404,
    ka: 'ასეთი ბარათი თქვენს ანგარიშზე არ არის.',
    en: 'There is no such card on your account.',
  },
  DiscountCardInUse: {
    status: 409,
    ka: 'ეს ბარათი თქვენს სხვა, გადაუხდელ შეკვეთას ამცირებს. ჯერ გადაიხადეთ ან იქიდან მოხსენით.',
    en: 'This card reduces another order of yours that is not paid yet. Pay for that order or take the card off it first.',
  },
  // Promo codes and extras chosen with the tickets.
  PromoCodeUnknown: {
    status: 404,
    ka: 'ასეთი პრომო კოდი არ არსებობს. გადაამოწმეთ, სწორად ხომ აკრიფეთ.',
    en: 'There is no such promo code. Please check the spelling.',
  },
  PromoCodeNotActive: {
    status: 409,
    ka: 'ეს პრომო კოდი ამჟამად არ მოქმედებს.',
    en: 'This promo code is not active at the moment.',
  },
  PromoCodeExpired: {
    status: 409,
    ka: 'ამ პრომო კოდს ვადა გაუვიდა.',
    en: 'This promo code has expired.',
  },
  PromoCodeUsedUp: {
    status: 409,
    ka: 'ეს პრომო კოდი უკვე ამოიწურა.',
    en: 'This promo code has been used up.',
  },
  PromoCodeNotForThis: {
    status: 409,
    ka: 'ეს პრომო კოდი თქვენს შეკვეთაზე არ ვრცელდება.',
    en: 'This promo code is not for anything in your order.',
  },
  PromoCodeMinimum: {
    status: 409,
    ka: 'ამ პრომო კოდისთვის ბილეთების ღირებულება საკმარისი არ არის.',
    en: 'Your tickets do not cost enough for this promo code.',
  },
  PromoCodeAlreadyApplied: {
    status: 409,
    ka: 'შეკვეთაზე პრომო კოდი უკვე მოქმედებს. ჯერ მოხსენით ის.',
    en: 'The order has a promo code already. Please take it off first.',
  },
  PromoCodePerCustomer: {
    status: 409,
    ka: 'ეს პრომო კოდი უკვე გამოიყენეთ იმდენჯერ, რამდენჯერაც შეიძლებოდა.',
    en: 'You have used this promo code as often as it may be used.',
  },
  PromoCodeNeedsSignIn: {
    status: 403,
    ka: 'ამ პრომო კოდის გამოსაყენებლად შედით ანგარიშში.',
    en: 'Please sign in to use this promo code.',
  },
  PromoCodeTaken: {
    status: 409,
    ka: 'ასეთი პრომო კოდი უკვე არსებობს.',
    en: 'That promo code exists already.',
  },
  DiscountsNotCombined: {
    status: 409,
    ka: 'ეს პრომო კოდი და ფასდაკლების ბარათი ერთად არ მოქმედებს. აირჩიეთ ერთი.',
    en: 'This promo code cannot be combined with a discount card. Please choose one.',
  },
  OrderOptionNotFound: {
    status: 404,
    ka: 'ეს დამატება თქვენი შეკვეთისთვის მიუწვდომელია.',
    en: 'That extra is not available for your order.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>
