/** Fictitious accessibility notes of the demo's venues. */
import type { LocalizedText } from '#kernel/locale.ts'

export const accessibility: readonly {
  readonly venues: readonly string[]
  readonly words: LocalizedText
}[] = [
  {
    venues: ['tbilisi-opera', 'rustaveli-theatre', 'batumi-drama-theatre'],
    words: {
      ka: 'მთავარ შესასვლელთან პანდუსია, ლიფტი ბელეტაჟამდე ადის. ეტლით მოსარგებლეთა ადგილები პარტერის ბოლო რიგთანაა; თანმხლები გვერდით ჯდება.',
      en: 'There is a ramp at the main entrance, and a lift to the first balcony. Places for wheelchairs are beside the last row of the stalls; a companion sits next to them.',
    },
  },
  {
    venues: ['dinamo-arena', 'sports-palace', 'black-sea-arena'],
    words: {
      ka: 'ეტლით მოსარგებლეებს ცალკე ჭიშკარი აქვთ, ბაქნები ტრიბუნების შუა სიმაღლეზეა. ადაპტირებული საპირფარეშო ყველა სექტორშია. სმენის დაცვა შესასვლელში მოითხოვეთ.',
      en: 'Wheelchair users have a gate of their own, and platforms half-way up the stands. There is an adapted toilet in every sector. Ask for ear protection at the entrance.',
    },
  },
  {
    venues: ['tbilisi-concert-hall', 'rike-park', 'national-gallery'],
    words: {
      ka: 'გზა საფეხურების გარეშეა. დამხმარე ძაღლი დარბაზში დაიშვება. დახმარებისთვის მიმართეთ პერსონალს ნარინჯისფერ ჟილეტში.',
      en: 'The way in has no steps. Assistance dogs are welcome. Ask the staff in orange vests for help.',
    },
  },
]
