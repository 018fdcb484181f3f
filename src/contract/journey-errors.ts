import type { ErrorEntry } from './error-entry.ts'

/** Refusals of journeys. Part of the one table (`errors.ts`). */
export const journeyErrors = {
  JourneyNotSold: {
    status: 409,
    ka: 'ამ რეისზე ბილეთები აქ ახლა არ იყიდება. აირჩიეთ სხვა რეისი.',
    en: 'Tickets for this departure are not sold here now. Please choose another.',
  },
  SaleSuspended: {
    status: 503,
    ka: 'გადამზიდავთან ტექნიკური სამუშაოებია და ბილეთები დროებით არ იყიდება. სცადეთ ცოტა ხანში.',
    en: 'The carrier’s system is under maintenance, so tickets are not sold for a while. Please try again later.',
  },
  NoSeatsLeft: {
    status: 409,
    ka: 'ამდენი თავისუფალი ადგილი ამ რეისზე აღარ არის. სცადეთ სხვა კლასი ან რეისი.',
    en: 'There are not that many seats left. Please try another class or departure.',
  },
  VehicleTooSmall: {
    status: 409,
    ka: 'ამ ტრანსპორტში ყველა მგზავრისთვის ადგილი არ არის.',
    en: 'This vehicle does not have enough seats for all passengers.',
  },
  PassengerNotAllowed: {
    status: 409,
    ka: 'ეს მგზავრი ამ ადგილით ვერ იმგზავრებს. გადაამოწმეთ, ვინ მგზავრობს და რომელ ადგილზე.',
    en: 'This passenger cannot travel like that. Please check who travels and in which seat.',
  },
  PassengerAgeWrong: {
    status: 409,
    ka: 'მგზავრის ასაკი ბილეთს არ შეესაბამება. ასაკი მგზავრობის დღეს ითვლება: გადაამოწმეთ დაბადების თარიღი ან აირჩიეთ სხვა ბილეთი.',
    en: 'A passenger’s age does not match their ticket. Ages count on the day of travel: please check the date of birth, or choose another ticket.',
  },
  PassengerTwice: {
    status: 409,
    ka: 'ერთი და იგივე მგზავრი ამ რეისზე უკვე მგზავრობს. თითო ბილეთზე სხვა მგზავრი მიუთითეთ.',
    en: 'The same person is already travelling on this departure. Please name somebody else on each ticket.',
  },
  FareDaysWrong: {
    status: 400,
    ka: 'ტარიფი შეიცვლება დღეიდან ან უფრო გვიან, და ბოლო დღე პირველზე ადრე ვერ იქნება.',
    en: 'Fares change today or later, and the last day cannot be before the first.',
  },
  VehicleDayWrong: {
    status: 400,
    ka: 'ტრანსპორტი ხაზს დღეიდან ან უფრო გვიანდელი დღიდან ენიშნება.',
    en: 'A vehicle is assigned from today or from a later day.',
  },
  TooManyRuns: {
    status: 409,
    ka: 'ამ რეისებს ერთად ტრანსპორტი ვერ შეეცვლება: აირჩიეთ ნაკლები გასვლა.',
    en: 'These are too many runs for one change. Please choose fewer departures.',
  },
  RunNotChangeable: {
    status: 409,
    ka: 'ეს რეისი გაუქმებულია ან უკვე დასრულდა და აღარ იცვლება.',
    en: 'This departure is cancelled or over and can no longer be changed.',
  },
  TicketNotChangeable: {
    status: 409,
    ka: 'ამ ბილეთის შეცვლა აღარ შეიძლება.',
    en: 'This ticket cannot be changed any more.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>
