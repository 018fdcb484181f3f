/** Texts of the timetable in the language of a reply, and the sentences that lines carry. */
import type { LocalizedText } from '#kernel/locale.ts'
import type { TimetableText } from '#modules/timetable/shapes.ts'

/** The two languages of the shop. */
export function shopText({ ka, en }: TimetableText): LocalizedText {
  return { ka, en }
}

export const serviceFeeText: LocalizedText = {
  ka: 'მომსახურების საკომისიო',
  en: 'Service fee',
}

/** `Second class, child`. */
export function ticketText(travelClass: TimetableText, rider: TimetableText): LocalizedText {
  return { ka: `${travelClass.ka}, ${rider.ka}`, en: `${travelClass.en}, ${rider.en}` }
}
