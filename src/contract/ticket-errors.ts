import type { ErrorEntry } from './error-entry.ts'

/** Refusals of actions on a ticket. Part of the one table (`errors.ts`). */
export const ticketErrors = {
  TicketNotFound: { status: 404, ka: 'ბილეთი ვერ მოიძებნა.', en: 'The ticket was not found.' },
  NothingUndelivered: {
    status: 409,
    ka: 'ამ შეკვეთის ყველა წერილი მივიდა ან გზაშია, ამიტომ მისამართი ასე არ იცვლება.',
    en: 'Every message about this order has arrived or is on its way, so its address is not changed here.',
  },
  OrderOfSeveral: {
    status: 409,
    ka: 'ამ შეკვეთაში სხვა ორგანიზატორის ბილეთებიცაა. მისამართს პლატფორმა გაასწორებს: მოგვწერეთ.',
    en: 'This order has tickets of other organisers, too. Its address is corrected by the platform: please write to us.',
  },
  PassengerNotChangeable: {
    status: 409,
    ka: 'ამ ბილეთზე მგზავრის შეცვლა აღარ შეიძლება.',
    en: 'The passenger on this ticket can no longer be changed.',
  },
  // Returns of tickets.
  QuoteChanged: {
    status: 409,
    ka: 'დრო, თანხა ან პირობები შეიცვალა. გთხოვთ, გადახედოთ და ისევ დაადასტუროთ.',
    en: 'The time, the sum or the terms have changed. Please look again before you go on.',
  },
  TicketUsed: {
    status: 409,
    ka: 'ეს ბილეთი უკვე გამოყენებულია.',
    en: 'This ticket has already been used.',
  },
  TicketNotTransferable: {
    status: 409,
    ka: 'ამ ბილეთის სხვისთვის გადაცემა არ შეიძლება.',
    en: 'This ticket cannot be passed on to somebody else.',
  },
  TicketGoneBack: {
    status: 409,
    ka: 'ეს ბილეთი უკვე დაბრუნებულია.',
    en: 'This ticket has already been returned.',
  },
  TicketPassedOn: {
    status: 409,
    ka: 'ეს ბილეთი სხვას გადაეცა. თანხის დასაბრუნებლად ჯერ ბილეთი უნდა გადმოგცენ უკან.',
    en: 'This ticket has been passed on to somebody else. They have to pass it back to you first.',
  },
  TicketReceived: {
    status: 409,
    ka: 'ეს ბილეთი თქვენ არ გიყიდიათ. თანხის დასაბრუნებლად ის მყიდველს გადაეცით უკან.',
    en: 'You did not buy this ticket. Pass it back to the buyer, who can return it for the money.',
  },
  TicketCodeChanges: {
    status: 409,
    ka: 'ამ ბილეთის კოდი ყოველ 15 წამში იცვლება, ამიტომ საფულეში ვერ შეინახება. შესასვლელთან გახსენით ბილეთი ტელეფონში.',
    en: 'The code of this ticket changes every 15 seconds, so no wallet can keep it. Open the ticket on your phone at the door.',
  },
  WalletNotSetUp: {
    status: 409,
    ka: 'ამ საფულეში ბილეთის დამატება ახლა შეუძლებელია. ჩამოტვირთეთ PDF.',
    en: 'Tickets cannot be added to this wallet at the moment. Download the PDF instead.',
  },
  ReturnNotAllowed: {
    status: 409,
    ka: 'ამ ბილეთის დაბრუნება არ შეიძლება.',
    en: 'This ticket cannot be returned.',
  },
  ReturnTooLate: {
    status: 409,
    ka: 'ამ ბილეთის დაბრუნების ვადა გავიდა.',
    en: 'It is too late to return this ticket.',
  },
  ResaleNotAllowed: {
    status: 409,
    ka: 'ამ ბილეთს გადასაყიდად ვერ მივიღებთ.',
    en: 'This ticket cannot be taken back for resale.',
  },
  ReturnSeparately: {
    status: 409,
    ka: 'ეს ბილეთი სხვა გადამზიდავმა უნდა გააუქმოს, ამიტომ ცალკე დააბრუნეთ.',
    en: 'Another company has to cancel this ticket: please return it separately.',
  },
  ReturnRefused: {
    status: 409,
    ka: 'ბილეთის გამცემმა გაუქმებაზე უარი თქვა. ბილეთი კვლავ თქვენია და მოქმედებს.',
    en: 'Whoever issued the ticket refused to cancel it. It is still yours, and valid.',
  },
  ChildTicketFirst: {
    status: 409,
    ka: 'ბავშვის ან თანმხლების ბილეთი იმის ბილეთამდე ან ბილეთთან ერთად უნდა დაბრუნდეს, ვისთანაც ერთად მგზავრობს.',
    en: 'The ticket of a child or a companion goes back before that of the person they travel with, or together with it.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>
