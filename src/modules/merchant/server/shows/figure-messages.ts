import type { Locale } from '#kernel/locale.ts'
import type { FigureMessages } from './catalogue-of.ts'

const messages: Readonly<Record<Locale, FigureMessages>> = {
  ka: {
    number: (min, max) => `ჩაწერეთ მთელი რიცხვი ${min}-დან ${max}-მდე.`,
    price: 'ჩაწერეთ ფასი ლარებში, მაგალითად 25 ან 25.50.',
    missing: 'ეს საჭიროა.',
    skipped: 'ამ დროს საათი წინ გადაიწევა და ასეთი დრო არ არსებობს. მიუთითეთ სხვა.',
    trailer: 'ჩასვით ვიდეოს მისამართი YouTube-იდან ან Vimeo-დან.',
  },
  en: {
    number: (min, max) => `A whole number from ${min} to ${max}, please.`,
    price: 'A price in lari, please, for example 25 or 25.50.',
    missing: 'This is needed.',
    skipped: 'The clocks are put forward then: that time does not exist. Give another one.',
    trailer: 'Paste the address of a video on YouTube or Vimeo.',
  },
}

export function figureMessages(locale: Locale): FigureMessages {
  return messages[locale]
}
