/** Stories of the demo: current events in a few screens, and instructions for buying. */
import type { LocalizedText } from '#kernel/locale.ts'

export interface StoryItemSeed {
  /** Art key: the slug of a show, or a key of `art.ts`. */
  readonly art: string
  readonly title: LocalizedText
  readonly text: LocalizedText
  readonly seconds?: number
  /** Slug of a show or category, or the path of a page. */
  readonly leadsTo?:
    | { readonly show: string }
    | { readonly category: string }
    | { readonly page: string }
}

export interface StorySeed {
  readonly slug: string
  readonly title: LocalizedText
  readonly cover: string
  readonly items: readonly StoryItemSeed[]
}

export const stories: readonly StorySeed[] = [
  {
    slug: 'most-wanted',
    title: { ka: 'რას ელოდებიან', en: 'Most wanted' },
    cover: 'neon-city',
    items: [
      {
        art: 'neon-city',
        title: { ka: 'ლამაზი ხმაური', en: 'Lamazi Khmauri' },
        text: {
          ka: 'სინათლე, ბასი და ერთი დიდი დარბაზი. ბილეთები სწრაფად იყიდება.',
          en: 'Light, bass and one great hall. Tickets go fast.',
        },
        leadsTo: { show: 'neon-city' },
      },
      {
        art: 'cup-final',
        title: { ka: 'თასის ფინალი', en: 'The cup final' },
        text: {
          ka: 'მთელი სტადიონი ერთ საღამოს. აირჩიეთ სექტორი რუკაზე.',
          en: 'A whole stadium on one evening. Choose your sector on the map.',
        },
        leadsTo: { show: 'cup-final' },
      },
      {
        art: 'iron-bridge-20',
        title: { ka: '20 წელი სცენაზე', en: 'Twenty years on stage' },
        text: {
          ka: '„რკინის ხიდი“ საიუბილეო კონცერტზე გელოდებათ.',
          en: 'Iron Bridge invites you to the anniversary concert.',
        },
        leadsTo: { show: 'iron-bridge-20' },
      },
    ],
  },
  {
    slug: 'how-it-works',
    title: { ka: 'როგორ ვიყიდო', en: 'How to buy' },
    cover: 'story-seats',
    items: [
      {
        art: 'story-seats',
        title: { ka: 'აირჩიეთ ადგილი', en: 'Choose your place' },
        text: {
          ka: 'რუკაზე ფასი უკვე საბოლოოა: საფასური შიგ შედის.',
          en: 'The price on the map is final: every fee is in it.',
        },
      },
      {
        art: 'story-card',
        title: { ka: 'გადაიხადეთ მშვიდად', en: 'Pay in peace' },
        text: {
          ka: 'ადგილი 15 წუთი თქვენია. რეგისტრაცია საჭირო არ არის.',
          en: 'The place is yours for 15 minutes. There is no need to register.',
        },
      },
      {
        art: 'story-code',
        title: { ka: 'აჩვენეთ კოდი', en: 'Show the code' },
        text: {
          ka: 'ბილეთი ტელეფონშია. ბეჭდვა საჭირო არ არის.',
          en: 'The ticket is on your phone. Nothing to print.',
        },
        leadsTo: { page: '/faq' },
      },
    ],
  },
  {
    slug: 'opera-season',
    title: { ka: 'ოპერის სეზონი', en: 'The opera season' },
    cover: 'carmen',
    items: [
      {
        art: 'carmen',
        title: { ka: 'კარმენი', en: 'Carmen' },
        text: { ka: 'ოთხი მოქმედება, ერთი წითელი ვარდი.', en: 'Four acts and one red rose.' },
        leadsTo: { show: 'carmen' },
      },
      {
        art: 'swan-lake',
        title: { ka: 'გედების ტბა', en: 'Swan Lake' },
        text: {
          ka: 'ბალეტი, რომელიც ყველამ ერთხელ მაინც უნდა ნახოს.',
          en: 'The ballet everybody should see at least once.',
        },
        leadsTo: { show: 'swan-lake' },
      },
      {
        art: 'abesalom-and-eteri',
        title: { ka: 'მთელი რეპერტუარი', en: 'The whole programme' },
        text: {
          ka: 'ოპერა და ბალეტი თბილისში, ქუთაისსა და ბათუმში.',
          en: 'Opera and ballet in Tbilisi, Kutaisi and Batumi.',
        },
        leadsTo: { category: 'opera-ballet' },
      },
    ],
  },
  {
    slug: 'with-children',
    title: { ka: 'ბავშვებთან ერთად', en: 'With children' },
    cover: 'the-space-tale',
    items: [
      {
        art: 'natsarkekia',
        title: { ka: 'ნაცარქექია', en: 'Natsarkekia' },
        text: {
          ka: 'ზღაპარი თოჯინებით, სამი წლიდან.',
          en: 'The tale in puppets, from three years on.',
        },
        leadsTo: { show: 'natsarkekia' },
      },
      {
        art: 'the-space-tale',
        title: { ka: 'შაბათ-კვირის გეგმა', en: 'A plan for the weekend' },
        text: {
          ka: 'სპექტაკლები, ბუშტები და კოსმოსი — ყველაფერი ერთ გვერდზე.',
          en: 'Plays, bubbles and outer space, all on one page.',
        },
        leadsTo: { category: 'kids' },
      },
    ],
  },
  {
    slug: 'night-music',
    title: { ka: 'ღამის მუსიკა', en: 'Night music' },
    cover: 'night-jazz-mtatsminda',
    items: [
      {
        art: 'night-jazz-mtatsminda',
        title: { ka: 'ჯაზი მთაწმინდაზე', en: 'Jazz on Mtatsminda' },
        text: {
          ka: 'ქალაქი ქვემოთაა, საქსოფონი — ზემოთ.',
          en: 'The city below, the saxophone above.',
        },
        leadsTo: { show: 'night-jazz-mtatsminda' },
      },
      {
        art: 'factory-floor',
        title: { ka: 'საამქრო', en: 'Saamkro' },
        text: { ka: 'კარი გვიან იღება და გვიან იკეტება.', en: 'Doors open late and close late.' },
        leadsTo: { show: 'factory-floor' },
      },
      {
        art: 'four-strings',
        title: { ka: 'ოთხი სიმი', en: 'Four Strings' },
        text: { ka: 'მშვიდი საღამოს კამერული მუსიკა.', en: 'Chamber music for a quiet evening.' },
        leadsTo: { show: 'four-strings' },
        seconds: 8,
      },
      {
        art: 'notes-of-the-sea',
        title: { ka: 'ყველა კონცერტი', en: 'All concerts' },
        text: { ka: 'კლუბიდან დიდ დარბაზამდე.', en: 'From the club to the great hall.' },
        leadsTo: { category: 'concerts' },
      },
    ],
  },
]
