import { choiceErrors } from './choice-errors.ts'
import type { ErrorEntry } from './error-entry.ts'
import { moduleErrors } from './module-errors.ts'

/**
 * The one table of failures a caller can meet. The code is stable and part of the contract; the status is the HTTP
 * status it is answered with; `number` is the code's number where the specification numbers it (seat choice, 0 to 18).
 * The texts for people are in the messages of the pages and in `describeError`.
 */
export const errorTable = {
  ...choiceErrors,

  // The chain every call goes through.
  Unauthenticated: { status: 401, ka: 'გთხოვთ, შეხვიდეთ ანგარიშში.', en: 'Please sign in.' },
  Forbidden: { status: 403, ka: 'ამის უფლება არ გაქვთ.', en: 'You are not allowed to do this.' },
  ApiKeyInvalid: {
    status: 401,
    ka: 'API გასაღები აკლია ან არასწორია.',
    en: 'The API key is missing or not valid.',
  },
  NotFound: { status: 404, ka: 'ვერ მოიძებნა.', en: 'Not found.' },
  CrossSiteRequest: {
    status: 403,
    ka: 'მოთხოვნა სხვა საიტიდან მოვიდა.',
    en: 'The request came from another site.',
  },
  PayloadTooLarge: { status: 413, ka: 'მოთხოვნა ზედმეტად დიდია.', en: 'The request is too large.' },
  UnsupportedMediaType: {
    status: 415,
    ka: 'მოთხოვნა JSON უნდა იყოს.',
    en: 'The request must be JSON.',
  },
  NotAcceptable: {
    status: 406,
    ka: 'პასუხს არც ერთი იმ სახით ვერ გავცემთ, რომელსაც იღებთ.',
    en: 'None of the encodings that you accept is available.',
  },
  MethodNotAllowed: {
    status: 405,
    ka: 'ეს მეთოდი აქ არ მუშაობს.',
    en: 'This method does not work here.',
  },
  TooManyRequests: {
    status: 429,
    ka: 'ძალიან ბევრი მცდელობაა. ცოტა ხანში სცადეთ.',
    en: 'Too many attempts. Please try again in a while.',
  },
  ServiceUnavailable: {
    status: 503,
    ka: 'სერვისი დროებით მიუწვდომელია. ცოტა ხანში სცადეთ.',
    en: 'The service is unavailable for the moment. Please try again shortly.',
  },
  IdempotencyKeyReused: {
    status: 422,
    ka: 'ეს გასაღები უკვე სხვა მოთხოვნას ეკუთვნის.',
    en: 'This idempotency key belongs to another request.',
  },
  IdempotencyKeyInUse: {
    status: 409,
    ka: 'იგივე მოთხოვნა ჯერ სრულდება.',
    en: 'The same request is still running.',
  },

  // Orders and payment.
  OrderStatusNotAllowed: {
    status: 409,
    ka: 'შეკვეთის ამჟამინდელ მდგომარეობაში ეს შეუძლებელია.',
    en: 'The order is not in a state that allows this.',
  },
  OrderExpired: {
    status: 409,
    ka: 'შეკვეთის დრო ამოიწურა და ადგილები გათავისუფლდა.',
    en: 'The time for this order has run out and the places were released.',
  },
  OrderEmpty: { status: 409, ka: 'შეკვეთა ცარიელია.', en: 'The order is empty.' },
  BuyerDetailsMissing: {
    status: 409,
    ka: 'ჯერ შეავსეთ მყიდველის მონაცემები.',
    en: 'Please fill in the buyer details first.',
  },
  ExtraFieldsMissing: {
    status: 400,
    ka: 'შეავსეთ ყველა სავალდებულო ველი და შეამოწმეთ მონაცემები.',
    en: 'Please fill in every required field and check the details.',
  },
  RatingNotOpen: {
    status: 409,
    ka: 'შეფასება შესაძლებელია ღონისძიების შემდეგ, 90 დღის განმავლობაში.',
    en: 'It can be rated after the visit, for 90 days.',
  },
  PhoneNotConfirmed: {
    status: 409,
    ka: 'გადახდამდე დაადასტურეთ ტელეფონი SMS-ით მიღებული კოდით.',
    en: 'Please confirm your phone with the code from the SMS before paying.',
  },
  PhoneWrong: {
    status: 400,
    ka: 'ტელეფონის ნომერი ვერ ვიცანით. მიუთითეთ ქვეყნის კოდით.',
    en: 'This phone number is not recognised. Please give it with its country code.',
  },
  PrivateNumberMissing: {
    status: 409,
    ka: 'გადახდამდე მიუთითეთ პირადი ნომერი.',
    en: 'Please give your personal number before paying.',
  },
  PrivateNumberWrong: {
    status: 400,
    ka: 'პირადი ნომერი 11 ციფრისგან შედგება.',
    en: 'A personal number has 11 digits.',
  },
  PrivateNumberUsedUp: {
    status: 409,
    ka: 'ამ პირადი ნომრით ბილეთების დაშვებული რაოდენობა უკვე შეძენილია.',
    en: 'This personal number has already bought as many tickets as one person may.',
  },
  TermsNotAccepted: {
    status: 400,
    ka: 'გაგრძელებისთვის საჭიროა წესებზე თანხმობა.',
    en: 'Please accept the terms to continue.',
  },
  ExtensionNotAllowed: {
    status: 409,
    ka: 'დროის გახანგრძლივება მეტჯერ აღარ შეიძლება.',
    en: 'The time cannot be extended again.',
  },
  PaymentNotFound: { status: 404, ka: 'გადახდა ვერ მოიძებნა.', en: 'The payment was not found.' },
  PaymentInProgress: {
    status: 409,
    ka: 'ამ შეკვეთის გადახდა უკვე მიმდინარეობს.',
    en: 'A payment for this order is already under way.',
  },
  PaymentProviderNotAvailable: {
    status: 409,
    ka: 'გადახდის ეს საშუალება ამჟამად მიუწვდომელია.',
    en: 'This way to pay is not available at the moment.',
  },
  SignatureInvalid: {
    status: 403,
    ka: 'შეტყობინების ხელმოწერა არასწორია.',
    en: 'The signature of the message is not valid.',
  },
  PaymentProviderFailed: {
    status: 502,
    ka: 'ბანკმა არ გვიპასუხა. თანხა ორჯერ არ ჩამოიჭრება; სცადეთ ხელახლა.',
    en: 'The bank did not answer. You will not be charged twice; please try again.',
  },
  ContinueAddressNotAllowed: {
    status: 400,
    ka: 'დაბრუნების მისამართი დაუშვებელია.',
    en: 'The return address is not allowed.',
  },
  LoginFailed: {
    status: 401,
    ka: 'ელფოსტა ან პაროლი არასწორია.',
    en: 'The e-mail or the password is wrong.',
  },
  CodeWrong: {
    status: 400,
    ka: 'კოდი არასწორია ან ვადა გაუვიდა.',
    en: 'The code is wrong or has expired.',
  },
  PasswordWrong: {
    status: 400,
    ka: 'ამჟამინდელი პაროლი არასწორია.',
    en: 'The current password is wrong.',
  },
  PasswordTooCommon: {
    status: 400,
    ka: 'ეს პაროლი ძალიან ადვილი გამოსაცნობია. აირჩიეთ სხვა.',
    en: 'That password is too easy to guess. Please choose another.',
  },
  StudentMailboxUnknown: {
    status: 400,
    ka: 'ეს მისამართი ჩვენთვის ცნობილ უნივერსიტეტს არ ეკუთვნის.',
    en: 'That address does not belong to a university we know.',
  },
  PasskeyInvalid: {
    status: 400,
    ka: 'წვდომის გასაღები ვერ შემოწმდა. სცადეთ ხელახლა.',
    en: 'The passkey could not be checked. Please try again.',
  },
  PictureInvalid: {
    status: 400,
    ka: 'სურათი ვერ წავიკითხეთ. გამოიყენეთ JPEG, PNG ან WebP, 5 მბ-მდე.',
    en: 'The picture could not be read. Use JPEG, PNG or WebP of at most 5 MB.',
  },
  PictureTooLarge: {
    status: 400,
    ka: 'სურათის ზომა პიქსელებში ძალიან დიდია. შეამცირეთ და სცადეთ ხელახლა.',
    en: 'The picture has too many pixels. Make it smaller and try again.',
  },
  BalanceNotEmpty: {
    status: 409,
    ka: 'ანგარიშის წაშლამდე ბალანსიდან თანხა გაიტანეთ.',
    en: 'Please withdraw the money from your balance before deleting the account.',
  },
  ExternalAccountNotConnected: {
    status: 404,
    ka: 'ეს ანგარიში დაკავშირებული არ არის.',
    en: 'That account is not connected.',
  },
  OutsidePartySilent: {
    status: 424,
    ka: 'მეორე მხარე არ გვპასუხობს. ცოტა ხანში სცადეთ.',
    en: 'The other party does not answer. Please try again in a while.',
  },
  LastWayToSignIn: {
    status: 409,
    ka: 'ჯერ პაროლი დააყენეთ: სხვა გზით ვეღარ შეხვალთ.',
    en: 'Set a password first: there would be no way left to sign in.',
  },
  AccountKeyInvalid: {
    status: 400,
    ka: 'ბმული არასწორია ან ვადა გაუვიდა.',
    en: 'The link is not valid or has expired.',
  },
  AccessCodeTaken: {
    status: 409,
    ka: 'ასეთი კოდი უკვე არსებობს.',
    en: 'That code exists already.',
  },
  ScanNotUndoable: {
    status: 409,
    ka: 'ამ შესვლის გაუქმება აღარ შეიძლება: უკვე გაუქმებულია ან არ ჩათვლილა.',
    en: 'This scan cannot be undone: it has been undone already, or it never counted.',
  },
  DetailsClosed: {
    status: 409,
    ka: 'ამ მონაცემების შეცვლის ვადა გავიდა.',
    en: 'These details cannot be changed any more.',
  },
  ImportOutdated: {
    status: 409,
    ka: 'მაღაზია შემოწმების შემდეგ შეიცვალა. შეამოწმეთ ფაილი ხელახლა.',
    en: 'The shop has changed since the check. Please check the file again.',
  },
  ImportHasProblems: {
    status: 409,
    ka: 'ფაილში შეცდომებია, ამიტომ არაფერი შეცვლილა.',
    en: 'The file has mistakes in it, so nothing was changed.',
  },
  ImportNeedsAnswers: {
    status: 409,
    ka: 'ჯერ უპასუხეთ, რა იქნება იმ გასვლებზე, რომლებზეც ბილეთი გაყიდულია და განრიგში აღარ არის ან უცნობია, რომელია.',
    en: 'Please answer first what becomes of the departures with passengers that the timetable does not settle.',
  },
  ImportStateNotAllowed: {
    status: 409,
    ka: 'ეს იმპორტი უკვე სრულდება ან დასრულებულია.',
    en: 'This import is already under way or done.',
  },
  LayoutInvalid: {
    status: 422,
    ka: 'დარბაზის გეგმა ვერ წავიკითხეთ.',
    en: 'The seat plan could not be read.',
  },
  // Balance, cards and membership.
  BalanceNotEnough: {
    status: 409,
    ka: 'ბალანსზე საკმარისი თანხა არ არის.',
    en: 'There is not enough on the balance.',
  },
  BalanceLimitReached: {
    status: 409,
    ka: 'ბალანსზე ამაზე მეტი თანხის შენახვა არ შეიძლება.',
    en: 'The balance cannot hold more than that.',
  },
  IbanInvalid: {
    status: 400,
    ka: 'ანგარიშის ნომერი (IBAN) არასწორია. შეამოწმეთ და სცადეთ ხელახლა.',
    en: 'The account number (IBAN) is not valid. Please check it.',
  },
  BankAccountNotFound: {
    status: 404,
    ka: 'საბანკო ანგარიში ვერ მოიძებნა.',
    en: 'The bank account was not found.',
  },
  WithdrawalLimitReached: {
    status: 409,
    ka: 'დღეს ამაზე მეტის გატანა არ შეიძლება.',
    en: 'No more can be withdrawn today.',
  },
  RefundTooLarge: {
    status: 409,
    ka: 'ბარათზე იმაზე მეტი ვერ დაბრუნდება, ვიდრე ამ ბარათით გადაიხადეს.',
    en: 'No more can go back to that card than was paid with it.',
  },
  PhoneMissing: {
    status: 409,
    ka: 'ჯერ დაადასტურეთ თქვენი ტელეფონის ნომერი.',
    en: 'Please confirm your phone number first.',
  },
  DiscountCardWrong: {
    status: 400,
    ka: 'ბარათის ნომერი ან PIN-კოდი არასწორია.',
    en: 'The card number or the PIN is wrong.',
  },
  DiscountCardTaken: {
    status: 409,
    ka: 'ეს ბარათი უკვე დამატებულია.',
    en: 'That card has been added already.',
  },
  ...moduleErrors,
  TicketNotFound: { status: 404, ka: 'ბილეთი ვერ მოიძებნა.', en: 'The ticket was not found.' },
  TicketUsed: {
    status: 409,
    ka: 'ეს ბილეთი უკვე გამოყენებულია.',
    en: 'This ticket has already been used.',
  },
  TicketAlreadyYours: {
    status: 409,
    ka: 'ეს ბილეთი უკვე თქვენია.',
    en: 'This ticket is yours already.',
  },
  TicketShareEnded: {
    status: 410,
    ka: 'ეს ბმული აღარ მოქმედებს: ბილეთი სხვამ აიღო, ან გამზიარებელმა ბმული გააუქმა.',
    en: 'This link no longer works: somebody has taken the ticket, or who shared it has ended the link.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>

export type ErrorCode = keyof typeof errorTable

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code)
}

/** Body of the reply when a call fails. */
export interface ErrorReply {
  readonly error: {
    readonly code: ErrorCode
    /** The specification's number of a seat-choice error, else absent. */
    readonly number?: number
    readonly message: string
    /** Invalid fields, by path (`body.seats.0.placeId`). */
    readonly fields?: readonly { readonly path: string; readonly message: string }[]
    readonly detail?: Readonly<Record<string, unknown>>
    readonly requestId?: string
  }
}
