import type { ErrorEntry } from './error-entry.ts'

/** Refusals when places are chosen; those with a number have it from the specification. */
export const choiceErrors = {
  ServerSide: {
    status: 500,
    number: 0,
    ka: 'ჩვენს მხარეს შეფერხებაა. სცადეთ ხელახლა.',
    en: 'Something broke on our side. Please try again.',
  },
  BadRequest: {
    status: 400,
    number: 1,
    ka: 'მოთხოვნა არასწორადაა შევსებული.',
    en: 'The request is not filled in correctly.',
  },
  IntegrationChannelNotFound: {
    status: 401,
    number: 2,
    ka: 'გაყიდვის არხი ვერ მოიძებნა: API გასაღები უცნობია ან პარტნიორის არ არის.',
    en: 'The sales channel was not found: the API key is unknown, or it is not a partner’s.',
  },
  OrderNotFound: {
    status: 404,
    number: 3,
    ka: 'შეკვეთა ვერ მოიძებნა.',
    en: 'The order was not found.',
  },
  QuantityMustBeGreaterThanZero: {
    status: 400,
    number: 4,
    ka: 'აირჩიეთ ერთი ბილეთი მაინც.',
    en: 'Choose at least one ticket.',
  },
  SeatsNotPassed: {
    status: 400,
    number: 5,
    ka: 'ადგილები არ არის არჩეული.',
    en: 'No seats were chosen.',
  },
  TicketTypeNotActive: {
    status: 409,
    number: 6,
    ka: 'ამ ტიპის ბილეთი ამჟამად არ იყიდება.',
    en: 'This ticket type is not on sale at the moment.',
  },
  TicketTypeNotFound: {
    status: 404,
    number: 7,
    ka: 'ბილეთის ტიპი ვერ მოიძებნა.',
    en: 'The ticket type was not found.',
  },
  EventNotActive: {
    status: 409,
    number: 8,
    ka: 'ამ ღონისძიებაზე ბილეთები არ იყიდება.',
    en: 'This event is not on sale.',
  },
  TicketTypeBadIntegrationChannel: {
    status: 409,
    number: 9,
    ka: 'ეს ბილეთი ამ არხით არ იყიდება.',
    en: 'This ticket is not sold through this channel.',
  },
  TicketTypesMerchantsNotMet: {
    status: 409,
    number: 10,
    ka: 'სხვადასხვა ორგანიზატორის ბილეთებს ერთად ვერ იყიდით.',
    en: 'Tickets of different organisers cannot be chosen together.',
  },
  SeatAndNonSeatPlacesAreMixed: {
    status: 400,
    number: 11,
    ka: 'ნომრიან და უნომრო ადგილებს ერთად ვერ აირჩევთ.',
    en: 'Numbered seats and places without a number cannot be chosen together.',
  },
  QueueTokenInvalid: {
    status: 403,
    number: 12,
    ka: 'რიგის ეს ნომერი აქ ახლა არ მოქმედებს. ჩადექით რიგში და დაელოდეთ.',
    en: 'Your place in the queue does not let you in here now. Please join the queue and wait.',
  },
  TotalCountIsInvalid: {
    status: 409,
    number: 13,
    ka: 'ერთ შეკვეთაში ამდენი ბილეთის აღება არ შეიძლება.',
    en: 'That is more tickets than one order may hold.',
  },
  SeatNotAvailable: {
    status: 409,
    number: 14,
    ka: 'ეს ადგილი უკვე დაკავებულია. აირჩიეთ სხვა.',
    en: 'That place has just been taken. Please choose another.',
  },
  SeatPlanChanged: {
    status: 409,
    ka: 'ადგილების გეგმა შეიცვალა და ადგილები თავიდან დაინომრა. გთხოვთ, აირჩიოთ ადგილები ახალ გეგმაზე.',
    en: 'The seat plan has changed and the seats have new numbers. Please choose again on the new plan.',
  },
  SingleSeatLeft: {
    status: 409,
    ka: 'თქვენი არჩევანის გვერდით ერთი ადგილი მარტო რჩება. გთხოვთ, აირჩიოთ ადგილები ისე, რომ ცალკე ადგილი არ დარჩეს.',
    en: 'Your choice leaves a single seat on its own. Please choose so that no seat is left alone.',
  },
  InvalidAccessCode: {
    status: 403,
    number: 15,
    ka: 'წვდომის კოდი არასწორია.',
    en: 'The access code is not valid.',
  },
  UsedAccessCode: {
    status: 409,
    number: 16,
    ka: 'წვდომის კოდი უკვე გამოყენებულია.',
    en: 'The access code has already been used.',
  },
  QueueTokenNotFound: {
    status: 404,
    number: 17,
    ka: 'რიგის ნომერი ვერ მოიძებნა. ჩადექით რიგში.',
    en: 'Your place in the queue was not found. Please join the queue.',
  },
  QueueTokenAlreadyUsed: {
    status: 409,
    number: 18,
    ka: 'რიგის ნომერი უკვე გამოყენებულია.',
    en: 'Your place in the queue has already been used.',
  },
  TicketTypesExclusive: {
    status: 409,
    ka: 'ამ ტიპის ბილეთებს ერთად ვერ იყიდით. აირჩიეთ ერთი.',
    en: 'These ticket types cannot be bought together. Please choose one.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>

/**
 * The specification's number for a refusal of a choice that it does not name: that of the case its clients treat alike.
 * 14: choose other places; 13: fewer of them; 3: begin a new order; 2: the key of the channel.
 */
const nearestNumbers: Readonly<Record<string, number>> = {
  SeatPlanChanged: 14,
  SingleSeatLeft: 14,
  TicketTypesExclusive: 13,
  TooMuchHeld: 13,
  HoldTimeOver: 3,
  OrderExpired: 3,
  OrderStatusNotAllowed: 3,
  ApiKeyInvalid: 2,
  ApiKeyMissing: 2,
}

/** Refusals of choices always carry a number from 0 to 18: their own, the nearest, else 0 for our fault and 1. */
export function choiceNumberOf(
  code: string,
  { status, number }: Pick<ErrorEntry, 'status' | 'number'>,
): number {
  return number ?? nearestNumbers[code] ?? (status >= 500 ? 0 : 1)
}
