import type { ErrorEntry } from './error-entry.ts'

/** Refusals that protect the shop and its customers. Part of the one table (`errors.ts`). */
export const securityErrors = {
  StepUpRequired: {
    status: 403,
    ka: 'ჯერ დაადასტურეთ, რომ ეს თქვენ ხართ.',
    en: 'Please confirm first that it is you.',
  },
  StepUpMethodMissing: {
    status: 409,
    ka: 'ამ გზით თქვენს ანგარიშზე ვერ დაადასტურებთ.',
    en: 'Your account cannot be confirmed in that way.',
  },
  WithdrawalsPaused: {
    status: 409,
    ka: 'უსაფრთხოების პარამეტრების შეცვლიდან 48 საათის განმავლობაში თანხის გატანა არ შეიძლება.',
    en: 'No money can be withdrawn for 48 hours after a change to the account’s security settings.',
  },
  SmsBudgetSpent: {
    status: 429,
    ka: 'კოდები ახლა აღარ იგზავნება. სცადეთ მოგვიანებით.',
    en: 'No more codes can be sent now. Please try again later.',
  },
  WalletTokenUsed: {
    status: 409,
    ka: 'ეს დადასტურება უკვე გამოყენებულია. გახსენით Apple Pay ან Google Pay ხელახლა.',
    en: 'This confirmation has been used already. Please open Apple Pay or Google Pay again.',
  },
  HoldTimeOver: {
    status: 409,
    ka: 'ამ ადგილების შენახვის დრო ამოიწურა და ისინი ისევ იყიდება. აირჩიეთ თავიდან.',
    en: 'The time for keeping these places is over and they are on sale again. Please choose again.',
  },
  TooMuchHeld: {
    status: 429,
    ka: 'უკვე ძალიან ბევრი ადგილი გაქვთ შენახული გადახდის გარეშე. გადაიხადეთ ან გაათავისუფლეთ.',
    en: 'You already hold very many unpaid places. Please pay for them or release them first.',
  },
  HoldWorkNeeded: {
    status: 428,
    ka: 'ამ ქსელიდან უკვე ბევრი ადგილია შენახული გადახდის გარეშე. მოწყობილობას მცირე გამოთვლა დასჭირდება და შემდეგ ადგილს შეგინახავთ.',
    en: 'Many places are already held from this network without payment. Your device has to do a short calculation before yours are held.',
  },
  EmailWrong: {
    status: 400,
    ka: 'ელფოსტის მისამართი არასწორია. შეამოწმეთ, რომ ერთი @ ნიშანი აქვს, ჰარების გარეშეა და სრული დომენით მთავრდება, მაგალითად nino@example.com. @-მდე მხოლოდ ლათინური ასოები შეიძლება.',
    en: 'This is not an e-mail address. It needs one @, no blanks and a complete domain at its end, as in nino@example.com. Only Latin letters can stand before the @.',
  },
  NameNotAllowed: {
    status: 400,
    ka: 'სახელში ვებმისამართი, ელფოსტა და ხაზის გადატანა არ შეიძლება. წერტილის შემდეგ დატოვეთ ჰარი.',
    en: 'A name cannot hold a web address, an e-mail or a line break. Leave a space after a dot.',
  },
  LatinNameWrong: {
    status: 400,
    ka: 'სახელი და გვარი მხოლოდ ლათინური ასოებით ჩაწერეთ, როგორც საბუთშია.',
    en: 'Write the name in Latin letters only, as in the document.',
  },
  BodyTooSlow: {
    status: 408,
    ka: 'მოთხოვნა ძალიან ნელა იგზავნება. სცადეთ უფრო სწრაფი ინტერნეტით.',
    en: 'The request arrives too slowly. Please try again with a faster connection.',
  },
  BodyTooDeep: {
    status: 400,
    ka: 'მოთხოვნა ზედმეტად ღრმადაა ჩალაგებული.',
    en: 'The request is nested too deeply.',
  },
  HostNotServing: {
    status: 421,
    ka: 'ეს მისამართი ამ ჰოსტზე არ მუშაობს.',
    en: 'This host does not serve that address.',
  },
  MethodNotKnown: {
    status: 501,
    ka: 'ეს მეთოდი უცნობია.',
    en: 'That method is not known here.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>
