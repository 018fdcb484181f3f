/** Organisers, categories, fees and FAQ of the demo. */
import type { LocalizedText } from '#kernel/locale.ts'
import { travelQuestions } from './travel-questions.ts'
import type { CategorySeed, FeeSeed, MerchantSeed } from './types.ts'

export const merchants: readonly MerchantSeed[] = [
  { id: 1, slug: 'kulisa', name: { ka: 'კულისა', en: 'Kulisa' } },
  { id: 2, slug: 'bgera-live', name: { ka: 'ბგერა ლაივი', en: 'Bgera Live' } },
  { id: 3, slug: 'moedani', name: { ka: 'მოედანი', en: 'Moedani' } },
]

export const categories: readonly CategorySeed[] = [
  {
    id: 1,
    slug: 'concerts',
    name: { ka: 'კონცერტები', en: 'Concerts' },
    colour: '#d4491c',
    subcategories: [
      { id: 11, slug: 'pop-rock', name: { ka: 'პოპი და როკი', en: 'Pop and rock' } },
      { id: 12, slug: 'jazz', name: { ka: 'ჯაზი', en: 'Jazz' } },
      { id: 13, slug: 'classical', name: { ka: 'კლასიკური მუსიკა', en: 'Classical' } },
      { id: 14, slug: 'folk', name: { ka: 'ფოლკლორი', en: 'Folk' } },
      { id: 15, slug: 'club', name: { ka: 'კლუბი', en: 'Club nights' } },
    ],
  },
  {
    id: 2,
    slug: 'theatre',
    name: { ka: 'თეატრი', en: 'Theatre' },
    colour: '#a63a50',
    subcategories: [
      { id: 21, slug: 'drama', name: { ka: 'დრამა', en: 'Drama' } },
      { id: 22, slug: 'comedy', name: { ka: 'კომედია', en: 'Comedy' } },
      { id: 23, slug: 'experimental', name: { ka: 'ექსპერიმენტული', en: 'Experimental' } },
    ],
  },
  {
    id: 3,
    slug: 'opera-ballet',
    name: { ka: 'ოპერა და ბალეტი', en: 'Opera and ballet' },
    colour: '#8a52b8',
    subcategories: [
      { id: 31, slug: 'opera', name: { ka: 'ოპერა', en: 'Opera' } },
      { id: 32, slug: 'ballet', name: { ka: 'ბალეტი', en: 'Ballet' } },
    ],
  },
  {
    id: 4,
    slug: 'sport',
    name: { ka: 'სპორტი', en: 'Sport' },
    colour: '#2f8a4b',
    subcategories: [
      { id: 41, slug: 'football', name: { ka: 'ფეხბურთი', en: 'Football' } },
      { id: 42, slug: 'combat', name: { ka: 'საბრძოლო სახეობები', en: 'Combat sports' } },
      { id: 43, slug: 'running', name: { ka: 'რბენა', en: 'Running' } },
    ],
  },
  {
    id: 5,
    slug: 'festivals',
    name: { ka: 'ფესტივალები', en: 'Festivals' },
    colour: '#c2408f',
    subcategories: [
      { id: 51, slug: 'music-festivals', name: { ka: 'მუსიკა', en: 'Music' } },
      { id: 52, slug: 'city-festivals', name: { ka: 'ქალაქი და ღვინო', en: 'City and wine' } },
    ],
  },
  {
    id: 6,
    slug: 'kids',
    name: { ka: 'ბავშვებისთვის', en: 'For children' },
    colour: '#1487a6',
    subcategories: [
      { id: 61, slug: 'puppets', name: { ka: 'თოჯინები', en: 'Puppets' } },
      { id: 62, slug: 'family-shows', name: { ka: 'საოჯახო სპექტაკლი', en: 'Family shows' } },
    ],
  },
  {
    id: 7,
    slug: 'exhibitions',
    name: { ka: 'გამოფენები', en: 'Exhibitions' },
    colour: '#3b6fd1',
    subcategories: [
      { id: 71, slug: 'art', name: { ka: 'ხელოვნება', en: 'Art' } },
      { id: 72, slug: 'photography', name: { ka: 'ფოტოგრაფია', en: 'Photography' } },
    ],
  },
  {
    id: 8,
    slug: 'stand-up',
    name: { ka: 'სტენდაპი', en: 'Stand-up' },
    colour: '#a37512',
    subcategories: [
      { id: 81, slug: 'solo', name: { ka: 'სოლო', en: 'Solo shows' } },
      { id: 82, slug: 'open-mic', name: { ka: 'ღია მიკროფონი', en: 'Open mic' } },
    ],
  },
  {
    id: 9,
    kind: 3,
    slug: 'restaurants',
    name: { ka: 'რესტორნები', en: 'Restaurants' },
    colour: '#8f6b1f',
    subcategories: [
      { id: 91, slug: 'tables', name: { ka: 'მაგიდის დაჯავშნა', en: 'Tables' } },
      { id: 92, slug: 'offers', name: { ka: 'შეთავაზებები', en: 'Offers' } },
    ],
  },
  {
    id: 10,
    kind: 5,
    slug: 'international',
    name: { ka: 'უცხოეთში', en: 'Abroad' },
    colour: '#2f6fb0',
    subcategories: [
      { id: 101, slug: 'concerts-abroad', name: { ka: 'კონცერტები', en: 'Concerts' } },
    ],
  },
]

const feeName = { ka: 'მომსახურების საკომისიო', en: 'Service fee' }

/** Five per cent in general; exceptions by subcategory. */
export const feeRules: readonly FeeSeed[] = [
  { name: feeName, basisPoints: 500, fixedMinor: 0 },
  { subcategory: 'offers', name: feeName, basisPoints: 0, fixedMinor: 0 },
  { subcategory: 'football', name: feeName, basisPoints: 300, fixedMinor: 50 },
  { subcategory: 'puppets', name: feeName, basisPoints: 0, fixedMinor: 100 },
]

/** Initial exchange rates in millionths of a lari per unit. */
export const currencyRates = [
  { currency: 'USD', lariMillionths: 2_715_300 },
  { currency: 'EUR', lariMillionths: 3_151_200 },
  { currency: 'GBP', lariMillionths: 3_624_100 },
] as const

/** API keys of the demo's applications; the database stores only their SHA-256. */
export const apiKeys = [
  { key: 'demo-web', name: 'Demo web shop', channel: 'web', is_secret: false },
  { key: 'demo-partner', name: 'Demo partner', channel: 'partner', is_secret: true },
] as const

export const questions: readonly { question: LocalizedText; answer: LocalizedText }[] = [
  {
    question: { ka: 'როგორ მივიღებ ბილეთს?', en: 'How do I get my ticket?' },
    answer: {
      ka: 'გადახდისთანავე ბილეთი გამოჩნდება შეკვეთის გვერდზე და გაიგზავნება თქვენს ელფოსტაზე. შესასვლელში საკმარისია ტელეფონის ეკრანზე აჩვენოთ QR კოდი — დაბეჭდვა საჭირო არ არის.',
      en: 'As soon as you have paid, the ticket appears on the order page and is sent to your e-mail. At the door it is enough to show the QR code on your phone; there is no need to print it.',
    },
  },
  {
    question: {
      ka: 'რამდენ ხანს ინახება ჩემთვის არჩეული ადგილები?',
      en: 'How long are my seats kept for me?',
    },
    answer: {
      ka: 'ჩვეულებრივ 15 წუთს. დარჩენილ დროს ყოველთვის ხედავთ, და სანამ ამოიწურება, გკითხავთ, გსურთ თუ არა გახანგრძლივება.',
      en: 'Usually for 15 minutes. You always see the time that is left, and before it runs out we ask whether you need more.',
    },
  },
  {
    question: {
      ka: 'ფასში შედის მომსახურების საკომისიო?',
      en: 'Is the service fee included in the price?',
    },
    answer: {
      ka: 'დიახ. ყველა ფასი, რომელსაც საიტზე ხედავთ, საბოლოოა: ბოლო ეკრანზე ახალი საფასური არ ჩნდება.',
      en: 'Yes. Every price you see on the site is final: no new fee appears on the last screen.',
    },
  },
  {
    question: { ka: 'შემიძლია ბილეთის დაბრუნება?', en: 'Can I return a ticket?' },
    answer: {
      ka: 'თუ ღონისძიება გაუქმდა, თანხას სრულად დაგიბრუნებთ. სხვა შემთხვევაში პირობებს ორგანიზატორი ადგენს და ისინი ღონისძიების გვერდზე წერია.',
      en: 'If an event is cancelled you get all your money back. Otherwise the organiser sets the terms, and they are written on the page of the event.',
    },
  },
  {
    question: {
      ka: 'ბავშვს ცალკე ბილეთი სჭირდება?',
      en: 'Does a child need a ticket of their own?',
    },
    answer: {
      ka: 'საბავშვო სპექტაკლებზე ყველა მაყურებელს საკუთარი ადგილი სჭირდება. კონცერტებზე სამ წლამდე ბავშვი დარბაზში უფასოდ შედის, თუ ცალკე სკამს არ იკავებს.',
      en: 'At children’s shows everybody needs a seat of their own. At concerts a child under three comes in free if they do not take a seat.',
    },
  },
  {
    question: {
      ka: 'რა ვქნა, თუ წერილი ბილეთით არ მოვიდა?',
      en: 'What if the e-mail with the ticket has not come?',
    },
    answer: {
      ka: 'ჯერ სპამის საქაღალდე შეამოწმეთ. ბილეთი შეკვეთის გვერდზეც ინახება: იქ მოსახვედრად გადახდის შემდეგ მიღებული ბმული ან თქვენი ანგარიში გამოიყენეთ.',
      en: 'Look in the spam folder first. The ticket is kept on the order page as well: open it with the link you got after paying, or from your account.',
    },
  },
  ...travelQuestions,
]
