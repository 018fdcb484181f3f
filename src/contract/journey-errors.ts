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
  CompanionNeeded: {
    status: 409,
    ka: 'ბავშვი მარტო ვერ იმგზავრებს: მთელ გზაზე მასთან ერთად სრულწლოვანი მგზავრი უნდა იყოს.',
    en: 'Children do not travel alone: somebody of age must travel with them all the way.',
  },
  PassengerAgeWrong: {
    status: 409,
    ka: 'მგზავრის ასაკი ბილეთს არ შეესაბამება. ასაკი მგზავრობის დღეს ითვლება: გადაამოწმეთ დაბადების თარიღი ან აირჩიეთ სხვა ბილეთი.',
    en: 'A passenger’s age does not match their ticket. Ages count on the day of travel: please check the date of birth, or choose another ticket.',
  },
  PassengerTwice: {
    status: 409,
    ka: 'ეს მგზავრი ან საბუთი ამ რეისზე უკვე მითითებულია. თითო ბილეთზე სხვა მგზავრი და საბუთი ჩაწერეთ.',
    en: 'The same person, or the same document, is already on this departure. Please name somebody else, with a document of their own, on each ticket.',
  },
  FareDaysWrong: {
    status: 400,
    ka: 'ტარიფი შეიცვლება დღეიდან ან უფრო გვიან, და ბოლო დღე პირველზე ადრე ვერ იქნება.',
    en: 'Fares change today or later, and the last day cannot be before the first.',
  },
  VehicleWithoutSeats: {
    status: 400,
    ka: 'ტრანსპორტს ერთი ადგილი მაინც უნდა ჰქონდეს, რომელიც იყიდება.',
    en: 'A vehicle needs at least one seat that is sold.',
  },
  VehicleTooLarge: {
    status: 400,
    ka: 'ტრანსპორტს ამდენი ადგილი ვერ ექნება.',
    en: 'A vehicle cannot have that many seats.',
  },
  VehiclesTooMany: {
    status: 409,
    ka: 'გადამზიდავს მეტი ტრანსპორტი ვერ დაემატება.',
    en: 'No more vehicles can be created for this carrier.',
  },
  VehicleNameTaken: {
    status: 409,
    ka: 'ასეთი დასახელების ტრანსპორტი უკვე არსებობს. მიუთითეთ სხვა დასახელება.',
    en: 'A vehicle with this name exists already. Please choose another name.',
  },
  FeedOfAnother: {
    status: 409,
    ka: 'ამ სახელის მონაცემები სხვა ორგანიზატორს ეკუთვნის. მიუთითეთ სხვა სახელი.',
    en: 'A feed of this name belongs to another organiser. Please choose another name.',
  },
  CoachTwice: {
    status: 400,
    ka: 'ორ ვაგონს ერთი ნომერი და სართული აქვს.',
    en: 'Two coaches have the same number and deck.',
  },
  TravelClassUnknown: {
    status: 400,
    ka: 'გადამზიდავს ასეთი კლასი არ აქვს.',
    en: 'The carrier has no such class.',
  },
  TravelClassesWrong: {
    status: 400,
    ka: 'მიუთითეთ გადამზიდავის კლასები, თითო ერთხელ.',
    en: 'Please state the carrier’s classes, each once.',
  },
  TravelClassKnown: {
    status: 409,
    ka: 'ასეთი კლასი გადამზიდავს უკვე აქვს. მიუთითეთ სხვა დასახელება.',
    en: 'The carrier has such a class already. Please choose another name.',
  },
  TravelClassInUse: {
    status: 409,
    ka: 'კლასი ტრანსპორტს ან ტარიფს აქვს და ვერ წაიშლება.',
    en: 'A vehicle or a fare has this class, so it cannot be removed.',
  },
  SeatLabelTwice: {
    status: 400,
    ka: 'ერთ ვაგონში ადგილის ნომერი მეორდება.',
    en: 'A seat number occurs twice in a coach.',
  },
  SeatsOverlap: {
    status: 400,
    ka: 'გეგმაზე ორი ადგილი ერთსა და იმავე წერტილშია.',
    en: 'Two seats are at the same point of the plan.',
  },
  SeatOutsideCoach: {
    status: 400,
    ka: 'ადგილი ვაგონის გარეთაა.',
    en: 'A seat is outside its coach.',
  },
  RefundTiersWrong: {
    status: 400,
    ka: 'დაბრუნების პირობები გასვლასთან უნდა ახლოვდებოდეს და ყოველი შემდეგი წინაზე მეტს უნდა აკავებდეს.',
    en: 'Each refund tier must end nearer to the departure than the one before, and keep more.',
  },
  ChangeTermsWrong: {
    status: 400,
    ka: 'ბილეთები ასე ადრე არ იყიდება: ბილეთის შეცვლის ვადა გაყიდვის პერიოდზე მოკლე უნდა იყოს.',
    en: 'Tickets are not sold that early: the deadline of changes must be shorter than the period of sale.',
  },
  RidersWrong: {
    status: 400,
    ka: 'ერთი მგზავრი მაინც სრულ ფასს უნდა იხდიდეს, და უმცროსი ასაკი უფროსზე მეტი ვერ იქნება.',
    en: 'At least one kind of passenger must pay the whole fare, and the lower age cannot be above the upper one.',
  },
  RiderKnown: {
    status: 409,
    ka: 'ასეთი მგზავრი გადამზიდავს უკვე აქვს ან ჰქონდა და მისი დასახელება აღარ იცვლება. მიუთითეთ სხვა დასახელება.',
    en: 'The carrier has or had such a kind of passenger, and its name cannot be changed. Please choose another name.',
  },
  RiderNeeded: {
    status: 409,
    ka: 'ჩვეულებრივი მგზავრის (adult) გაყიდვა ვერ შეწყდება.',
    en: 'The ordinary passenger (adult) is always sold.',
  },
  RidersTooMany: {
    status: 409,
    ka: 'ერთდროულად 30 სახის მგზავრი იყიდება, სულ კი 256 შეიძლება იყოს.',
    en: 'At most 30 kinds of passengers are sold at a time, and there can be 256 in all.',
  },
  PriceStepsWrong: {
    status: 400,
    ka: 'ფასის საფეხურის დასაწყისი ბოლოზე ადრე უნდა იყოს, და ერთი სახის საფეხურები ერთმანეთს არ უნდა ფარავდეს.',
    en: 'A price step must begin before it ends, and steps of one kind must not overlap.',
  },
  BaggageWrong: {
    status: 400,
    ka: 'მიუთითეთ ყველა სახის ბარგი, რომელიც იყიდება, თითო ერთხელ.',
    en: 'Please state each kind of baggage that is sold once.',
  },
  BaggageFull: {
    status: 409,
    ka: 'ამ რეისზე თქვენი ბარგის ადგილი აღარ არის. აირჩიეთ სხვა რეისი.',
    en: 'There is no room left for your baggage on that departure. Please choose another one.',
  },
  BaggageKnown: {
    status: 409,
    ka: 'ასეთი ბარგი გადამზიდავს უკვე აქვს ან ჰქონდა და მისი დასახელება აღარ იცვლება. მიუთითეთ სხვა დასახელება.',
    en: 'The carrier has or had such baggage, and its name cannot be changed. Please choose another name.',
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
