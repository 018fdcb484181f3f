import type { ErrorEntry } from './error-entry.ts'

/** Refusals of an organiser's back office. Part of the one table (`errors.ts`). */
export const staffErrors = {
  PasskeyRequired: {
    status: 401,
    ka: 'დაადასტურეთ შესვლა წვდომის გასაღებით.',
    en: 'Please confirm the sign-in with your passkey.',
  },
  StaffKnown: {
    status: 409,
    ka: 'ეს ადამიანი უკვე თქვენს გუნდშია.',
    en: 'This person is on your team already.',
  },
  StaffElsewhere: {
    status: 409,
    ka: 'ამ ელფოსტით უკვე მუშაობენ სხვა ორგანიზატორთან. სთხოვეთ მოწვევა სხვა მისამართზე.',
    en: 'This address already works for another organiser. Please ask to be invited at a different one.',
  },
  StaffInvitationInvalid: {
    status: 410,
    ka: 'მოწვევა უკვე გამოყენებულია ან ვადა გაუვიდა. სთხოვეთ ახალი.',
    en: 'This invitation has been used or has expired. Please ask for a new one.',
  },
  TooManyStaffInvitations: {
    status: 409,
    ka: 'ძალიან ბევრი მოწვევა ელოდება პასუხს. ჯერ გააუქმეთ რომელიმე.',
    en: 'Too many invitations are open. Please withdraw one first.',
  },
  ShowDraftChanged: {
    status: 409,
    ka: 'შოუ ამასობაში სხვამ შეცვალა. გახსენით თავიდან.',
    en: 'Somebody else has changed this show meanwhile. Please open it again.',
  },
  DateCancelled: {
    status: 409,
    ka: 'ეს თარიღი გაუქმებულია: მისი გაყიდვა აღარ განახლდება.',
    en: 'This date is cancelled: its sale cannot be opened again.',
  },
  DateHasTickets: {
    status: 409,
    ka: '{when}: ბილეთები უკვე გაყიდულია ან ახლა იყიდება. ჯერ გააუქმეთ ან გადაიტანეთ ეს თარიღი.',
    en: 'Tickets of {when} are sold or being bought. Please cancel or move that date first.',
  },
  TooManyShowDrafts: {
    status: 409,
    ka: 'ამაზე მეტი შოუს შექმნა არ შეიძლება.',
    en: 'No more shows can be created.',
  },
  CapacityBelowSold: {
    status: 409,
    ka: 'უფრო მეტი უკვე გაყიდულია ან ახლა იყიდება.',
    en: 'More than that is sold already, or being bought.',
  },
  MailingOnItsWay: {
    status: 409,
    ka: 'ეს წერილი უკვე იგზავნება.',
    en: 'This e-mail is on its way already.',
  },
  MailingPlaceholder: {
    status: 409,
    ka: 'წერილში {name} არ შეივსება და ასე გაიგზავნება. მის ნაცვლად თავად ჩაწერეთ ტექსტი.',
    en: '{name} is not filled in: these e-mails have no placeholders. Please write the text itself.',
  },
  MailingLimitReached: {
    status: 409,
    ka: 'ერთ თარიღზე კვირაში სამ წერილზე მეტი არ იგზავნება.',
    en: 'No more than three e-mails a week are sent about one date.',
  },
  MailingDateOver: {
    status: 409,
    ka: 'ამ თარიღის შესახებ მიწერა უკვე გვიანია.',
    en: 'It is too late to write about this date.',
  },
  TooManyMailings: {
    status: 409,
    ka: 'ძალიან ბევრი დაუმთავრებელი წერილია. ჯერ გააგზავნეთ რომელიმე.',
    en: 'Too many e-mails are unfinished. Please send one first.',
  },
  TooManyApiKeys: {
    status: 409,
    ka: 'ერთდროულად ასზე მეტი გასაღები ვერ იმოქმედებს. ჯერ გააუქმეთ რომელიმე.',
    en: 'No more than a hundred keys can be active at once. Please revoke one first.',
  },
  ChannelTaken: {
    status: 409,
    ka: 'ეს არხი თავად მაღაზიას ეკუთვნის. პარტნიორს სხვა არხი სჭირდება.',
    en: 'This channel is the shop’s own. A partner needs another one.',
  },
  LastOwner: {
    status: 409,
    ka: 'გუნდს ერთი მფლობელი მაინც უნდა ჰყავდეს.',
    en: 'A team needs at least one owner.',
  },
  StaffReversalUnknown: {
    status: 404,
    ka: 'ეს ბმული არ მოქმედებს. გახსენით ბოლო წერილიდან.',
    en: 'This link is not valid. Please open the one from the latest e-mail.',
  },
  OwnersDisputed: {
    status: 409,
    ka: 'მფლობელებმა ერთმანეთის ცვლილებები უკვე ორჯერ გააუქმეს. 72 საათის განმავლობაში მფლობელები ვერ შეიცვლება. მოგვწერეთ.',
    en: 'The owners have reversed each other’s changes twice. Nobody can change owners for 72 hours. Please write to us.',
  },
  StaffReversalUsed: {
    status: 410,
    ka: 'ეს ცვლილება უკვე გაუქმებულია.',
    en: 'This change has been reversed already.',
  },
  StaffReversalExpired: {
    status: 410,
    ka: 'ბმულს ვადა გაუვიდა: ცვლილების გაუქმება 72 საათის განმავლობაში შეიძლება. მოგვწერეთ.',
    en: 'This link has expired: a change can be reversed for 72 hours. Please write to us.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>
