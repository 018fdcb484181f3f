import type { ShowSeed } from './types.ts'

/** Prices of the opera house in lari. */
const operaHouse = {
  orchestra: 120,
  stalls: 90,
  boxes: 80,
  tier: 60,
  amphitheatre: 40,
  gallery: 20,
}

export const operaAndBallet: readonly ShowSeed[] = [
  {
    slug: 'abesalom-and-eteri',
    subcategory: 'opera',
    merchant: 1,
    name: { ka: 'აბესალომ და ეთერი', en: 'Abesalom and Eteri' },
    summary: {
      ka: 'ზაქარია ფალიაშვილის ოპერა ოთხ მოქმედებად, ახალი დადგმა ხელით ნაქსოვი დეკორაციებით.',
      en: 'Zakaria Paliashvili’s opera in four acts, in a new staging with hand-woven scenery.',
    },
    description: {
      ka: [
        'უფლისწულს უბრალო გოგონა უყვარდება, ვეზირს კი ჯადო აქვს. ხალხური ზღაპრიდან შექმნილი ოპერა ქართული საოპერო სცენის დასაწყისია და სეზონს დღემდე მის გარეშე არ ხსნიან.',
        'ახალ დადგმაში ფარდები და კოსტიუმები ფშავსა და თუშეთში მოქსოვეს: ორმოცდაექვსი ქარგა, ორი წლის ნამუშევარი. სპექტაკლი ქართულად სრულდება, ინგლისური სუბტიტრებით.',
      ],
      en: [
        'A prince falls in love with a poor girl, and the vizier has a spell. Made from a folk tale, the work stands at the beginning of Georgian opera, and no season opens without it.',
        'The curtains and costumes of the new staging were woven in Pshavi and Tusheti: forty-six patterns, two years of work. Sung in Georgian with English surtitles.',
      ],
    },
    performers: [
      {
        name: { ka: 'ლაშა ადეიშვილი', en: 'Lasha Adeishvili' },
        role: { ka: 'აბესალომი, ტენორი', en: 'Abesalom, tenor' },
      },
      {
        name: { ka: 'ნინო მაისურაძე', en: 'Nino Maisuradze' },
        role: { ka: 'ეთერი, სოპრანო', en: 'Eteri, soprano' },
      },
      { name: { ka: 'თამარ ლორია', en: 'Tamar Loria' }, role: { ka: 'დირიჟორი', en: 'Conductor' } },
    ],
    ageLimit: 6,
    durationMinutes: 180,
    popularity: 760,
    isPinned: true,
    publishedDaysAgo: 57,
    posterTitle: ['აბესალომ', 'და ეთერი'],
    events: [
      { when: '+5 19:00', hall: 'opera', prices: operaHouse, sold: 0.71 },
      { when: '+26 19:00', hall: 'opera', prices: operaHouse, sold: 0.24 },
    ],
  },
  {
    slug: 'swan-lake',
    subcategory: 'ballet',
    merchant: 1,
    name: { ka: 'გედების ტბა', en: 'Swan Lake' },
    summary: {
      ka: 'ჩაიკოვსკის ბალეტი ცოცხალი ორკესტრით. შაბათის სპექტაკლი გაყიდულია, კვირას ადგილები ჯერ არის.',
      en: 'Tchaikovsky’s ballet with a live orchestra. Saturday is sold out; for Sunday there are seats left.',
    },
    description: {
      ka: [
        'თეთრი და შავი, ერთი მოცეკვავე და ოცდათორმეტი ფუეტე. საბალეტო დასი კლასიკურ ქორეოგრაფიას მეოთხე მოქმედების ახალი რედაქციით აბრუნებს.',
        'ოდეტა-ოდილიას პარტიას პირველად ასრულებს ელენე ვაჩნაძე, თეატრის ყველაზე ახალგაზრდა პრიმა. ექვს წლამდე ბავშვებს დღის სპექტაკლზე გირჩევთ მოყვანას.',
      ],
      en: [
        'White and black, one dancer and thirty-two fouettés. The company returns to the classical choreography with a new version of the fourth act.',
        'Odette-Odile is danced for the first time by Elene Vachnadze, the youngest principal of the house. With children under six we suggest the matinée.',
      ],
    },
    performers: [
      {
        name: { ka: 'ელენე ვაჩნაძე', en: 'Elene Vachnadze' },
        role: { ka: 'ოდეტა-ოდილია', en: 'Odette-Odile' },
      },
      {
        name: { ka: 'დემეტრე ჩხარტიშვილი', en: 'Demetre Chkhartishvili' },
        role: { ka: 'ზიგფრიდი', en: 'Siegfried' },
      },
    ],
    durationMinutes: 165,
    popularity: 890,
    isMainBanner: true,
    shortUrl: 'swan',
    publishedDaysAgo: 66,
    posterTitle: ['გედების', 'ტბა'],
    events: [
      { when: 'sat0 19:00', hall: 'opera', prices: operaHouse, sold: 1 },
      { when: 'sun0 14:00', hall: 'opera', prices: operaHouse, sold: 0.86 },
      { when: '+23 19:00', hall: 'opera', prices: operaHouse, sold: 0.33 },
    ],
  },
  {
    slug: 'carmen',
    subcategory: 'opera',
    merchant: 1,
    name: { ka: 'კარმენი', en: 'Carmen' },
    summary: {
      ka: 'ბიზეს ოპერა დღევანდელ ქალაქში: თამბაქოს ფაბრიკის ნაცვლად ქოლცენტრი, ხარების ნაცვლად ღამის რბოლა.',
      en: 'Bizet’s opera in a city of today: a call centre in place of the tobacco factory, night races in place of bulls.',
    },
    description: {
      ka: [
        'რეჟისორი ნატა ვაშაყმაძე კარმენს არც მსხვერპლად აქცევს და არც ბოროტებად: მისი გმირი ადამიანია, რომელმაც „არა“ თქვა და ვერავინ დააჯერა.',
        'ოპერა ფრანგულად სრულდება, ქართული და ინგლისური სუბტიტრებით. სპექტაკლში სიგარეტის კვამლი და ხმაურიანი სცენებია.',
      ],
      en: [
        'The director, Nata Vashakmadze, makes Carmen neither a victim nor an evil: she is a person who said no and was not believed.',
        'Sung in French with Georgian and English surtitles. The performance contains smoke and loud scenes.',
      ],
    },
    performers: [
      {
        name: { ka: 'მაია ხაჩიძე', en: 'Maia Khachidze' },
        role: { ka: 'კარმენი, მეცო-სოპრანო', en: 'Carmen, mezzo-soprano' },
      },
      {
        name: { ka: 'გიგა ოთხმეზური', en: 'Giga Otkhmezuri' },
        role: { ka: 'დონ ხოსე, ტენორი', en: 'Don José, tenor' },
      },
    ],
    ageLimit: 12,
    durationMinutes: 170,
    popularity: 640,
    publishedDaysAgo: 14,
    posterTitle: ['კარმენი'],
    events: [
      { when: '+13 19:00', hall: 'opera', prices: operaHouse, sold: 0.52 },
      { when: '+47 19:00', hall: 'opera', prices: operaHouse, sold: 0, salesOpenInDays: 7 },
    ],
  },
  {
    slug: 'the-snow-queen',
    subcategory: 'ballet',
    merchant: 1,
    name: { ka: 'თოვლის დედოფალი', en: 'The Snow Queen' },
    summary: {
      ka: 'საოჯახო ბალეტი ბათუმში: გერდა, კაი და თოვლი, რომელიც ზღვაზეც მოდის.',
      en: 'A ballet for the family in Batumi: Gerda, Kay and snow that falls even on the sea.',
    },
    description: {
      ka: [
        'ანდერსენის ზღაპარი ორ მოკლე მოქმედებად, რომ ყველაზე პატარებმაც ბოლომდე უყურონ. სარკის ნამსხვრევებს ბათუმის საბალეტო სკოლის მოსწავლეები ცეკვავენ.',
        'შესვენებაზე ფოიეში ბავშვებისთვის ცეკვის გახსნილი გაკვეთილი ტარდება. მონაწილეობა ბილეთის ფასში შედის.',
      ],
      en: [
        'Andersen’s tale in two short acts, so that the youngest can watch to the end. The splinters of the mirror are danced by pupils of the Batumi ballet school.',
        'In the interval there is an open dance lesson for children in the foyer. It is included in the price of the ticket.',
      ],
    },
    performers: [
      { name: { ka: 'ანანო ბოლქვაძე', en: 'Anano Bolkvadze' }, role: { ka: 'გერდა', en: 'Gerda' } },
      {
        name: { ka: 'მარი თედორაძე', en: 'Mari Tedoradze' },
        role: { ka: 'თოვლის დედოფალი', en: 'The Snow Queen' },
      },
    ],
    durationMinutes: 85,
    popularity: 470,
    publishedDaysAgo: 9,
    posterTitle: ['თოვლის', 'დედოფალი'],
    events: [
      {
        when: '+28 16:00',
        hall: 'batumi',
        prices: { premium: 50, stalls: 40, boxes: 35, circle: 25, gallery: 15 },
        sold: 0.28,
      },
    ],
  },
]
