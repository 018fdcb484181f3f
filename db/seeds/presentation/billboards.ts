/** Advertising, banner and gift of the demo. */
import type { LocalizedText } from '#kernel/locale.ts'

export interface BillboardSeed {
  readonly art: string
  readonly placement: 'main-banner' | 'home' | 'list' | 'gift'
  /** Slug of the category in whose lists it is shown. */
  readonly category?: string
  readonly advertiser?: LocalizedText
  readonly title: LocalizedText
  readonly text: LocalizedText
  readonly show?: string
  readonly address?: string
  readonly weight?: number
  readonly switchKey?: string
}

const bgera: LocalizedText = { ka: 'ბგერა ლაივი', en: 'Bgera Live' }
const kulisa: LocalizedText = { ka: 'კულისა', en: 'Kulisa' }

export const billboards: readonly BillboardSeed[] = [
  {
    art: 'jazz-by-the-sea',
    placement: 'home',
    advertiser: bgera,
    title: { ka: 'ზღვა, ჯაზი და თქვენ', en: 'The sea, jazz and you' },
    text: {
      ka: 'ორი დღე შეკვეთილში: ბილეთები უკვე იყიდება.',
      en: 'Two days at Shekvetili: tickets are on sale.',
    },
    show: 'jazz-by-the-sea',
    weight: 3,
  },
  {
    art: 'the-kings-garden',
    placement: 'home',
    advertiser: kulisa,
    title: { ka: 'პრემიერა დიდ სცენაზე', en: 'A first night on the great stage' },
    text: {
      ka: '„მეფის ბაღი“ — ახალი დადგმა, რომელზეც მთელი ქალაქი ლაპარაკობს.',
      en: 'The King’s Garden: the new production the whole city talks about.',
    },
    show: 'the-kings-garden',
    weight: 2,
  },
  {
    art: 'factory-floor',
    placement: 'list',
    category: 'concerts',
    advertiser: bgera,
    title: { ka: 'ტექნოს ღამე საამქროში', en: 'A night of techno at Saamkro' },
    text: { ka: 'კარი გვიან იღება და გვიან იკეტება.', en: 'Doors open late and close late.' },
    show: 'factory-floor',
  },
  {
    art: 'two-chairs',
    placement: 'list',
    category: 'theatre',
    advertiser: kulisa,
    title: { ka: 'ორი სკამი და ერთი საიდუმლო', en: 'Two chairs and one secret' },
    text: {
      ka: 'კამერული სპექტაკლი მცირე დარბაზში — ადგილები მცირეა.',
      en: 'A chamber play in a small hall: there are few places.',
    },
    show: 'two-chairs',
  },
  {
    art: 'lights-of-mtskheta',
    placement: 'list',
    advertiser: { ka: 'მოედანი', en: 'Moedani' },
    title: { ka: 'მცხეთის სინათლეები', en: 'The lights of Mtskheta' },
    text: {
      ka: 'საღამო ძველ ქალაქში, ოჯახთან ერთად.',
      en: 'An evening in the old city for the whole family.',
    },
    show: 'lights-of-mtskheta',
  },
  {
    art: 'basketball',
    placement: 'main-banner',
    title: { ka: 'კალათბურთის კვირეული', en: 'Basketball week' },
    text: {
      ka: 'მატჩები სპორტის სასახლეში და მთელ ქვეყანაში: ყველა ბილეთი ერთ გვერდზე.',
      en: 'Matches at the Sports Palace and all over the country: every ticket on one page.',
    },
    address: '/category/sport',
    switchKey: 'basketball-banner',
  },
  {
    art: 'rugby',
    placement: 'gift',
    title: { ka: 'საჩუქარი რაგბის გულშემატკივრებს', en: 'A gift for rugby fans' },
    text: {
      ka: 'მატჩის ბილეთთან ერთად გულშემატკივრის შარფი შესასვლელში გელოდებათ, სანამ მარაგი იქნება.',
      en: 'With a ticket to a match a fan’s scarf waits for you at the gate, while stocks last.',
    },
    address: '/category/sport',
    switchKey: 'rugby-gift',
  },
]
