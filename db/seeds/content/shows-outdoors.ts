import type { ShowSeed } from './types.ts'

export const sport: readonly ShowSeed[] = [
  {
    slug: 'cup-final',
    subcategory: 'football',
    merchant: 3,
    name: { ka: 'საქართველოს თასი: ფინალი', en: 'Georgian Cup: the Final' },
    summary: {
      ka: '„თბილისის არწივები“ და „ბათუმის დელფინები“ ფინალში მეორედ ხვდებიან ერთმანეთს. 54 202 ადგილი, ერთი თასი.',
      en: 'Tbilisi Eagles and Batumi Dolphins meet in the final for the second time. 54,202 seats, one cup.',
    },
    description: {
      ka: [
        'ოთხი წლის წინ ფინალი პენალტების სერიამ გადაწყვიტა და ბათუმელებს ის ერთი დარტყმა დღემდე ახსოვთ. ახლა გუნდებს ახალი თაობა მოჰყავს, მწვრთნელები კი იგივეა.',
        'კარი მატჩამდე სამი საათით ადრე იხსნება. გულშემატკივართა სექტორები კარს უკან არის: დასავლეთით არწივები, აღმოსავლეთით დელფინები. საოჯახო ადგილები ცენტრალურ ტრიბუნაზეა.',
        'მატჩის დღეს ბილეთის მფლობელებისთვის მეტრო სადგურ „სადგურის მოედნამდე“ დამატებითი მატარებლებით იმუშავებს.',
      ],
      en: [
        'Four years ago the final was decided on penalties, and in Batumi they still remember that one kick. Now the clubs bring a new generation, though the coaches are the same.',
        'The gates open three hours before kick-off. The supporters’ stands are behind the goals, Eagles in the west and Dolphins in the east. Family seats are in the central stand.',
        'On the day of the match the metro runs extra trains to Station Square.',
      ],
    },
    performers: [
      {
        name: { ka: 'თბილისის არწივები', en: 'Tbilisi Eagles' },
        role: { ka: 'მასპინძელი', en: 'Home' },
      },
      {
        name: { ka: 'ბათუმის დელფინები', en: 'Batumi Dolphins' },
        role: { ka: 'სტუმარი', en: 'Away' },
      },
    ],
    durationMinutes: 120,
    popularity: 960,
    isPinned: true,
    isMainBanner: true,
    shortUrl: 'cup',
    publishedDaysAgo: 11,
    posterTitle: ['თასის', 'ფინალი'],
    events: [
      {
        when: 'sun2 20:00',
        hall: 'dinamo',
        prices: { central: 60, side: 40, corner: 20, goal: 15, 'upper-side': 25, upper: 10 },
        sold: 0.34,
        placesPerOrderMax: 6,
      },
    ],
  },
  {
    slug: 'boxing-night',
    subcategory: 'combat',
    merchant: 3,
    name: { ka: 'კრივის ღამე: შვიდი ბრძოლა', en: 'Boxing Night: Seven Bouts' },
    summary: {
      ka: 'შვიდი ორთაბრძოლა, მათ შორის ერთი ქამრისთვის: ბექა ლურსმანაშვილი მესამედ იცავს ტიტულს.',
      en: 'Seven bouts, one of them for a belt: Beka Lursmanashvili defends his title for the third time.',
    },
    description: {
      ka: [
        'მსუბუქი წონიდან მძიმემდე: საღამო ახალგაზრდების სამი ორთაბრძოლით იწყება და თორმეტრაუნდიანი სატიტულო შეხვედრით სრულდება.',
        'ფანზონა რინგის გარშემოა და ფეხზე დგომით ყურებას ითვალისწინებს. ტრიბუნებიდან ყველა რაუნდს დიდ ეკრანზეც ნახავთ.',
      ],
      en: [
        'From light to heavyweight: the evening opens with three bouts of young fighters and ends with a title fight over twelve rounds.',
        'The fan zone is around the ring and standing only. From the stands every round is also seen on the big screen.',
      ],
    },
    performers: [
      {
        name: { ka: 'ბექა ლურსმანაშვილი', en: 'Beka Lursmanashvili' },
        role: { ka: 'ჩემპიონი', en: 'Champion' },
      },
      {
        name: { ka: 'მარკო ვალენტი', en: 'Marco Valenti' },
        role: { ka: 'პრეტენდენტი', en: 'Challenger' },
      },
    ],
    ageLimit: 12,
    durationMinutes: 210,
    popularity: 590,
    publishedDaysAgo: 18,
    posterTitle: ['კრივის', 'ღამე'],
    events: [
      {
        when: '+17 19:00',
        hall: 'palace-basketball',
        prices: { side: 100, end: 60, upper: 30 },
        sold: 0.39,
      },
    ],
  },
  {
    slug: 'night-run',
    subcategory: 'running',
    merchant: 3,
    name: { ka: 'ღამის რბენა რიყეზე', en: 'Night Run at Rike' },
    summary: {
      ka: 'ხუთი კილომეტრი ღამის მტკვრის პირას. მონაწილეობა უფასოა, ნომერი კი აუცილებელი.',
      en: 'Five kilometres along the Mtkvari by night. Taking part is free; a number is a must.',
    },
    description: {
      ka: [
        'მარშრუტი რიყის პარკიდან იწყება, მეტეხის ხიდზე გადადის და მშვიდობის ხიდთან სრულდება. გზა მთელ სიგრძეზე განათებულია, ყოველ კილომეტრზე წყალია.',
        'სირბილი სავალდებულო არ არის: ბოლო რიგი ყოველთვის ფეხით მიდის და ხშირად ყველაზე მხიარულია. ნომერი სტარტამდე ერთი საათით ადრე გაიცემა ბილეთის QR კოდით.',
      ],
      en: [
        'The course starts in Rike Park, crosses the Metekhi bridge and ends at the Bridge of Peace. It is lit all the way, with water at every kilometre.',
        'You do not have to run: the last row always walks, and is often the merriest. Numbers are handed out against the QR code of your ticket from one hour before the start.',
      ],
    },
    performers: [],
    ageLimit: 6,
    durationMinutes: 90,
    popularity: 500,
    publishedDaysAgo: 7,
    posterTitle: ['ღამის', 'რბენა'],
    events: [
      { when: 'fri0 21:00', hall: 'rike', prices: { entry: 0 }, sold: 0.44, placesPerOrderMax: 5 },
    ],
  },
]

export const festivals: readonly ShowSeed[] = [
  {
    slug: 'jazz-by-the-sea',
    subcategory: 'music-festivals',
    merchant: 2,
    name: { ka: 'ჯაზი ზღვასთან', en: 'Jazz by the Sea' },
    summary: {
      ka: 'ორი დღე, თორმეტი ჯგუფი და მზის ჩასვლა სცენის უკან. შეკვეთილის ფესტივალი მეთხუთმეტე წელს აღნიშნავს.',
      en: 'Two days, twelve bands and the sun going down behind the stage. The festival at Shekvetili turns fifteen.',
    },
    description: {
      ka: [
        'პირველი დღე დიდ ორკესტრებს ეკუთვნის, მეორე — მცირე შემადგენლობებს. სცენა ზღვისკენ იხსნება და ბოლო სეტი ყოველთვის მზის ჩასვლისას იწყება.',
        'თბილისიდან, ქუთაისიდან და ბათუმიდან სპეციალური ავტობუსები გავა. მათზე ბილეთები კონცერტამდე ერთი თვით ადრე გამოჩნდება.',
        'ბილეთი ერთი დღისთვის მოქმედებს. თორმეტ წლამდე ბავშვები გაზონზე მშობელთან ერთად უფასოდ დაიშვებიან.',
      ],
      en: [
        'The first day belongs to big bands, the second to small ones. The stage opens towards the sea, and the last set always begins at sunset.',
        'Special buses leave from Tbilisi, Kutaisi and Batumi. Tickets for them appear a month before the concert.',
        'A ticket is for one day. Children under twelve come to the floor free with a parent.',
      ],
    },
    performers: [
      {
        name: { ka: 'ბათუმის ბიგ-ბენდი', en: 'Batumi Big Band' },
        role: { ka: 'ორკესტრი', en: 'Orchestra' },
      },
      {
        name: { ka: 'გიორგი ყანდარელის ტრიო', en: 'Giorgi Kandareli Trio' },
        role: { ka: 'ტრიო', en: 'Trio' },
      },
      { name: { ka: 'ლიდია ჰოლმი', en: 'Lidia Holm' }, role: { ka: 'ვოკალი', en: 'Vocals' } },
    ],
    durationMinutes: 300,
    popularity: 820,
    isPinned: true,
    publishedDaysAgo: 28,
    posterTitle: ['ჯაზი', 'ზღვასთან'],
    events: [
      {
        when: '+71 18:00',
        hall: 'black-sea-arena',
        prices: { fan: 90, floor: 60, near: 100, lower: 70, upper: 40 },
        sold: 0.16,
      },
      {
        when: '+72 18:00',
        hall: 'black-sea-arena',
        prices: { fan: 90, floor: 60, near: 100, lower: 70, upper: 40 },
        sold: 0.14,
      },
    ],
  },
  {
    slug: 'lights-of-mtskheta',
    subcategory: 'city-festivals',
    merchant: 3,
    name: { ka: 'მცხეთის შუქი', en: 'Lights of Mtskheta' },
    summary: {
      ka: 'სინათლის ინსტალაციები ამფითეატრში და მდინარეების შესართავთან. გასეირნება ორმოცი წუთი გრძელდება.',
      en: 'Light installations in the amphitheatre and where the two rivers meet. The walk takes forty minutes.',
    },
    description: {
      ka: [
        'რვა მხატვარი ძველ ქალაქს ერთი კვირით ანათებს: კედლები ყვება, წყალი ირეკლავს, ქვა კი, პირველად მრავალი საუკუნის შემდეგ, ჩრდილის გარეშე რჩება.',
        'შესვლა საღამოს რვიდანაა. თბილად ჩაიცვით: არაგვიდან ქარი ქრის.',
      ],
      en: [
        'Eight artists light the old town for a week: the walls tell, the water mirrors, and the stone, for the first time in many centuries, casts no shadow.',
        'Doors open at eight in the evening. Dress warmly: there is a wind from the Aragvi.',
      ],
    },
    performers: [],
    durationMinutes: 60,
    popularity: 450,
    publishedDaysAgo: 6,
    posterTitle: ['მცხეთის', 'შუქი'],
    events: [
      { when: 'sat0 20:00', hall: 'mtskheta', prices: { steps: 20, lawn: 10 }, sold: 0.38 },
      { when: 'sat1 20:00', hall: 'mtskheta', prices: { steps: 20, lawn: 10 }, sold: 0.11 },
    ],
  },
  {
    slug: 'new-wine',
    subcategory: 'city-festivals',
    merchant: 3,
    name: { ka: 'ახალი ღვინო', en: 'New Wine' },
    summary: {
      ka: 'სამოცი მცირე მარანი რიყის პარკში: დეგუსტაცია, მწვადი და პოლიფონია ღია ცის ქვეშ.',
      en: 'Sixty small cellars in Rike Park: tastings, mtsvadi and polyphony in the open air.',
    },
    description: {
      ka: [
        'ფესტივალზე მხოლოდ მცირე მარნებია, წელიწადში ათ ათას ბოთლამდე. მეღვინე თავად ასხამს და თავადვე ყვება, რატომ ჰგავს წლევანდელი საფერავი შარშანდელს და რატომ არა.',
        'ბილეთის ფასში ჭიქა და ხუთი დეგუსტაცია შედის. ბავშვები მშობლებთან ერთად უფასოდ შემოდიან.',
      ],
      en: [
        'Only small cellars take part, up to ten thousand bottles a year. The winemakers pour themselves, and tell you why this year’s Saperavi is like the last one and why it is not.',
        'A glass and five tastings are included in the ticket. Children come in free with their parents.',
      ],
    },
    performers: [],
    ageLimit: 18,
    durationMinutes: 480,
    popularity: 630,
    publishedDaysAgo: 15,
    posterTitle: ['ახალი', 'ღვინო'],
    events: [{ when: '+58 12:00', hall: 'rike', prices: { entry: 45 }, sold: 0.21 }],
  },
]
