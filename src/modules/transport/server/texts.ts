/** Converts timetable texts to the languages of the shop, and builds the descriptions of order lines. */
import type { LocalizedText } from '#kernel/locale.ts'
import type { TimetableText } from '#modules/timetable/shapes.ts'

/** The two languages of the shop. */
export function shopText({ ka, en }: TimetableText): LocalizedText {
  return { ka, en }
}

/**
 * Alert on tickets of a cancelled run; without any action the holder is refunded a day after the
 * notification.
 */
export const cancelledText: Readonly<Record<'header' | 'text', LocalizedText>> = {
  header: { ka: 'ეს რეისი გაუქმდა', en: 'This departure is cancelled' },
  text: {
    ka: 'აირჩიეთ სხვა რეისი უფასოდ ან დააბრუნეთ ბილეთი. თუ არაფერს აირჩევთ, თანხას ერთ დღეში დაგიბრუნებთ.',
    en: 'Choose another departure free of charge, or return the ticket. If you choose nothing, you have your money back in a day.',
  },
}

/** Alert on tickets from or to a stop that the run leaves out. */
export function skippedText(
  stop: LocalizedText,
): Readonly<Record<'header' | 'text', LocalizedText>> {
  return {
    header: {
      ka: `რეისი აქ არ გაჩერდება: ${stop.ka}`,
      en: `It does not stop at ${stop.en}`,
    },
    text: {
      ka: 'გასვლამდე აირჩიეთ სხვა რეისი უფასოდ ან დააბრუნეთ ბილეთი: თანხას სრულად მიიღებთ.',
      en: 'Before the departure, choose another one free of charge, or return the ticket and get everything back.',
    },
  }
}

/** Alert on tickets that were sold before a cancelled run was scheduled again. */
export const reinstatedText: Readonly<Record<'header' | 'text', LocalizedText>> = {
  header: { ka: 'ეს რეისი მაინც შესრულდება', en: 'This departure runs after all' },
  text: {
    ka: 'ერთხანს გაუქმებული იყო. ბილეთი ისევ ძალაშია; თუ აღარ მიემგზავრებით, გასვლამდე დააბრუნეთ და თანხას სრულად მიიღებთ.',
    en: 'It was cancelled for a time. Your ticket is valid again; if you no longer want to travel, return it before the departure and get everything back.',
  },
}

/** Alert on tickets of a run whose vehicle was exchanged. */
export const otherVehicleText: Readonly<Record<'header' | 'text', LocalizedText>> = {
  header: { ka: 'ტრანსპორტი შეიცვალა', en: 'Another vehicle' },
  text: {
    ka: 'გადამზიდავმა ამ რეისის ტრანსპორტი შეცვალა. გადაამოწმეთ ვაგონი და ადგილი: ბილეთზე ახალი მონაცემებია.',
    en: 'The carrier has changed the vehicle of this departure. Check your coach and seat: this ticket shows the new ones.',
  },
}

export const serviceFeeText: LocalizedText = {
  ka: 'მომსახურების საკომისიო',
  en: 'Service fee',
}

/** For example `Second class, child`. */
export function ticketText(travelClass: TimetableText, rider: TimetableText): LocalizedText {
  return { ka: `${travelClass.ka}, ${rider.ka}`, en: `${travelClass.en}, ${rider.en}` }
}
