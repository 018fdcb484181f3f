import type { ShowSeed } from './types.ts'

export const abroad: readonly ShowSeed[] = [
  {
    slug: 'caucasus-suite-vienna',
    subcategory: 'concerts-abroad',
    merchant: 2,
    name: { ka: 'კავკასიური სუიტა ვენაში', en: 'The Caucasus Suite in Vienna' },
    summary: {
      ka: 'თბილისის კამერული ორკესტრი ვენაში: ახალი სუიტა სიმებიანებისა და ჩონგურისთვის.',
      en: 'A chamber orchestra from Tbilisi in Vienna: a new suite for strings and chonguri.',
    },
    description: {
      ka: [
        'კომპოზიტორმა სუიტა ხუთ ხეობას მიუძღვნა; თითოეულ ნაწილს იმ ხეობის საკრავი იწყებს და ორკესტრი ასრულებს.',
        'ბილეთის ფასი ევროშია, გადახდა კი ლარში ხდება, ეროვნული ბანკის დღევანდელი კურსით.',
      ],
      en: [
        'The composer wrote it for five valleys; each movement begins with an instrument of its valley and ends with the orchestra.',
        'The price is in euros; you pay in lari at today’s rate of the National Bank.',
      ],
    },
    performers: [
      {
        name: { ka: 'ორკესტრი „ხუთი ხეობა“', en: 'Five Valleys Orchestra' },
        role: { ka: 'ორკესტრი', en: 'Orchestra' },
      },
    ],
    ageLimit: 6,
    durationMinutes: 95,
    popularity: 530,
    publishedDaysAgo: 18,
    posterTitle: ['კავკასიური', 'სუიტა'],
    events: [
      {
        when: '+24 19:30',
        hall: 'vienna',
        prices: { front: 45, rear: 29 },
        currency: 'EUR',
        sold: 0.42,
      },
      {
        when: '+25 18:00',
        hall: 'vienna',
        prices: { front: 45, rear: 29 },
        currency: 'EUR',
        sold: 0.2,
      },
    ],
  },
  {
    slug: 'london-polyphony',
    subcategory: 'concerts-abroad',
    merchant: 2,
    name: { ka: 'მრავალხმიანი ღამე ლონდონში', en: 'A Night of Polyphony in London' },
    summary: {
      ka: 'სამი ანსამბლი, ერთი ტაძარი და არცერთი მიკროფონი.',
      en: 'Three ensembles, one chapel and not a single microphone.',
    },
    description: {
      ka: [
        'სვანეთიდან, გურიიდან და კახეთიდან ჩამოსული მომღერლები ერთმანეთს გალერეებიდან უპასუხებენ, მაყურებელი კი შუაში ზის.',
        'ბილეთის ფასი ფუნტშია, გადახდა კი ლარში ხდება.',
      ],
      en: [
        'Singers from Svaneti, Guria and Kakheti answer each other from the galleries, with the audience in the middle.',
        'The price is in pounds; you pay in lari.',
      ],
    },
    performers: [
      {
        name: { ka: 'ანსამბლი „ველი“', en: 'Ensemble Veli' },
        role: { ka: 'კახეთი', en: 'Kakheti' },
      },
    ],
    ageLimit: 0,
    durationMinutes: 110,
    popularity: 510,
    publishedDaysAgo: 9,
    posterTitle: ['მრავალხმიანი', 'ღამე'],
    events: [
      {
        when: '+31 20:00',
        hall: 'london',
        prices: { stalls: 32, gallery: 24.5 },
        currency: 'GBP',
        sold: 0.3,
      },
    ],
  },
  {
    slug: 'neon-city-new-york',
    subcategory: 'concerts-abroad',
    merchant: 2,
    name: { ka: 'ნეონის ქალაქი ნიუ-იორკში', en: 'Neon City in New York' },
    summary: {
      ka: 'ჯგუფის პირველი კონცერტი ამერიკაში: ბროდვეი და სამი ახალი სიმღერა.',
      en: 'The band’s first night in America: Broadway and three new songs.',
    },
    description: {
      ka: [
        'სტადიონის შემდეგ პატარა დარბაზი: ისე ახლოს, რომ თითების ხმაც ისმის. ჯგუფი პირველ ალბომს თავიდან ბოლომდე დაუკრავს.',
        'ბილეთის ფასი დოლარშია, გადახდა კი ლარში ხდება.',
      ],
      en: [
        'After the stadium a small hall, so close that you hear the fingers. The band plays its first album from beginning to end.',
        'The price is in dollars; you pay in lari.',
      ],
    },
    performers: [
      {
        name: { ka: 'ნეონის ქალაქი', en: 'Neon City' },
        role: { ka: 'ჯგუფი', en: 'Band' },
      },
    ],
    ageLimit: 16,
    durationMinutes: 120,
    popularity: 520,
    publishedDaysAgo: 6,
    posterTitle: ['ნეონი', 'ბროდვეიზე'],
    events: [
      {
        when: '+45 20:00',
        hall: 'new-york',
        prices: { orchestra: 79, balcony: 49 },
        currency: 'USD',
        sold: 0.5,
      },
    ],
  },
]
