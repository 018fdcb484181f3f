import type { EventSeed, ShowSeed } from './types.ts'

/** Sittings from tomorrow on; nearer dates are fuller. */
function sittings(
  hours: readonly string[],
  days: number,
  sitting: Omit<EventSeed, 'when' | 'sold'>,
): EventSeed[] {
  return Array.from({ length: days }, (_, day) =>
    hours.map((hour, index) => ({
      ...sitting,
      when: `+${day + 1} ${hour}`,
      sold: day === 2 && index === hours.length - 1 ? 1 : Math.max(0, 0.55 - day * 0.1),
      placesPerOrderMax: 3,
    })),
  ).flat()
}

export const restaurants: readonly ShowSeed[] = [
  {
    slug: 'wine-balcony',
    subcategory: 'tables',
    merchant: 3,
    name: { ka: 'ღვინის აივანი', en: 'The Wine Balcony' },
    summary: {
      ka: 'თბილისური სამზარეულო სოლოლაკის ძველ სახლში: ექვსი მაგიდა აივანზე და 80 სახელის ღვინო.',
      en: 'Tbilisi cooking in an old house in Sololaki: six tables on the balcony and eighty wines.',
    },
    description: {
      ka: [
        'სახლი 1890-იან წლებში ღვინით მოვაჭრემ ააშენა; მის მარანში დღეს ისევ ღვინო დგას, ოღონდ უკვე ოთხი თაობის მეღვინეებისა. მენიუ კვირაში ერთხელ იცვლება.',
        'მაგიდას გეგმაზე ირჩევთ. დეპოზიტი ანგარიშში ჩაგეთვლებათ; თუ ვერ მოხვალთ, ბილეთი 24 საათით ადრე შეგიძლიათ დააბრუნოთ.',
      ],
      en: [
        'A wine merchant built the house in the 1890s; there is wine in its cellar again, now by winemakers of four generations. The menu changes once a week.',
        'Choose your table on the plan. The deposit counts towards your bill; if you cannot come, give the ticket back a day before.',
      ],
    },
    performers: [],
    durationMinutes: 120,
    popularity: 560,
    publishedDaysAgo: 25,
    posterTitle: ['ღვინის', 'აივანი'],
    events: sittings(['14:00', '19:00', '21:30'], 6, {
      hall: 'wine-balcony',
      prices: { two: 30, four: 50, eight: 100 },
      tables: {
        two: { guests: [1, 2], isDeposit: true },
        four: { guests: [2, 4], isDeposit: true },
        eight: { guests: [5, 8], isDeposit: true },
      },
    }),
  },
  {
    slug: 'sea-table',
    subcategory: 'tables',
    merchant: 3,
    name: { ka: 'ზღვის სუფრა', en: 'The Sea Table' },
    summary: {
      ka: 'დღის ნადავლი, აჭარული ყველი და ერთი გრძელი სამზარეულო ბათუმის ძველ უბანში.',
      en: 'The catch of the day, Adjarian cheese and one long kitchen in the old quarter of Batumi.',
    },
    description: {
      ka: [
        'რა იქნება სუფრაზე, დილის ხუთ საათზე წყდება, როცა ნავები ბრუნდება. სინორი და იახნი კი ყოველთვის არის.',
        'დაჯავშნეთ მაგიდა დეპოზიტით, ან აირჩიეთ ექვსკერძიანი სადეგუსტაციო მენიუ: ფასი ერთ სტუმარზეა და მეტს აღარაფერს იხდით.',
      ],
      en: [
        'What comes to the table is decided at five in the morning, when the boats return. Sinori and yakhni there always are.',
        'Book a table with a deposit, or take the tasting menu of six courses: its price is for one guest, and there is nothing more to pay.',
      ],
    },
    performers: [],
    durationMinutes: 120,
    popularity: 540,
    publishedDaysAgo: 21,
    posterTitle: ['ზღვის', 'სუფრა'],
    events: sittings(['13:00', '19:30'], 6, {
      hall: 'sea-table',
      prices: { two: 20, four: 40, eight: 80 },
      tables: {
        two: { guests: [1, 2], isDeposit: true },
        four: { guests: [2, 4], isDeposit: true },
        eight: { guests: [5, 8], isDeposit: true },
      },
      also: [
        {
          of: 'two',
          name: { ka: 'სადეგუსტაციო მენიუ, მაგიდა 2 კაცზე', en: 'Tasting menu, table for 2' },
          price: 95,
          table: { guests: [1, 2], isPerGuest: true },
        },
        {
          of: 'four',
          name: { ka: 'სადეგუსტაციო მენიუ, მაგიდა 4 კაცზე', en: 'Tasting menu, table for 4' },
          price: 90,
          table: { guests: [3, 4], isPerGuest: true },
        },
      ],
    }),
  },
  {
    slug: 'alazani-supra',
    subcategory: 'tables',
    merchant: 3,
    name: { ka: 'ალაზნის სუფრა', en: 'The Alazani Supra' },
    summary: {
      ka: 'სუფრა ტერასაზე, ველის ხედით: თამადა, მრავალხმიანობა და მწვადი ვაზის ნასხლავზე.',
      en: 'A feast on the terrace above the valley: a tamada, polyphony, and meat grilled on vine cuttings.',
    },
    description: {
      ka: [
        'სიღნაღის კედელთან, ტერასაზე, საღამოს სუფრა იშლება: თამადა ყველა მაგიდას ერთად უძღვება, სიმღერა კი მაგიდიდან მაგიდაზე გადადის.',
        'ფასი ერთ სტუმარზეა და ყველაფერი შედის, ღვინის ჩათვლით.',
      ],
      en: [
        'By the wall of Sighnaghi, on the terrace, the supra begins in the evening: one tamada leads all tables, and the song goes from one to the next.',
        'The price is for one guest and includes everything, the wine too.',
      ],
    },
    performers: [
      {
        name: { ka: 'ანსამბლი „ველი“', en: 'Ensemble Veli' },
        role: { ka: 'მრავალხმიანობა', en: 'Polyphony' },
      },
    ],
    durationMinutes: 210,
    popularity: 500,
    publishedDaysAgo: 14,
    posterTitle: ['ალაზნის', 'სუფრა'],
    events: sittings(['18:30'], 9, {
      hall: 'alazani-supra',
      prices: { two: 120, four: 110, eight: 100 },
      tables: {
        two: { guests: [2, 2], isPerGuest: true },
        four: { guests: [3, 4], isPerGuest: true },
        eight: { guests: [5, 8], isPerGuest: true },
      },
    }),
  },
]
