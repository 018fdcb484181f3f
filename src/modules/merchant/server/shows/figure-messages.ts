import type { Locale } from '#kernel/locale.ts'
import type { FigureMessages } from './catalogue-of.ts'

const words: Readonly<Record<Locale, FigureMessages>> = {
  ka: {
    number: (least, most) => `ჩაწერეთ მთელი რიცხვი ${least}-დან ${most}-მდე.`,
    price: 'ჩაწერეთ ფასი ლარებში, მაგალითად 25 ან 25.50.',
    missing: 'ეს საჭიროა.',
    trailer: 'ჩასვით ვიდეოს მისამართი YouTube-იდან ან Vimeo-დან.',
  },
  en: {
    number: (least, most) => `A whole number from ${least} to ${most}, please.`,
    price: 'A price in lari, please, for example 25 or 25.50.',
    missing: 'This is needed.',
    trailer: 'Paste the address of a video on YouTube or Vimeo.',
  },
}

export function figureMessages(locale: Locale): FigureMessages {
  return words[locale]
}
