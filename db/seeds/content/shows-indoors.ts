import type { ShowSeed } from './types.ts'

export const kids: readonly ShowSeed[] = [
  {
    slug: 'natsarkekia',
    subcategory: 'puppets',
    merchant: 1,
    name: { ka: 'ნაცარქექია', en: 'Natsarkekia' },
    summary: {
      ka: 'ხის თოჯინები, ყველი და ძალიან დიდი დევი. ზღაპარი სამი წლიდან.',
      en: 'Wooden puppets, a piece of cheese and a very big giant. A fairy tale from the age of three.',
    },
    description: {
      ka: [
        'ზარმაცმა, მაგრამ ჭკვიანმა ნაცარქექიამ დევს უნდა დაუმტკიცოს, რომ ქვიდანაც გამოადენს წყალს. ბავშვებს ვთხოვთ, დევს არ უკარნახონ.',
        'თოჯინები ცაცხვის ხისგანაა გამოთლილი და სპექტაკლის შემდეგ მათი გაცნობა შეიძლება. წარმოდგენა ორმოცდახუთ წუთს გრძელდება, შესვენების გარეშე.',
      ],
      en: [
        'Lazy but clever Natsarkekia has to prove to a giant that he can squeeze water out of a stone. Children are asked not to tell the giant.',
        'The puppets are carved from linden wood, and you can meet them after the show. It lasts forty-five minutes without an interval.',
      ],
    },
    performers: [
      {
        name: { ka: 'თეატრი „ციცინათელა“', en: 'Tsitsinatela Puppet Theatre' },
        role: { ka: 'თოჯინები', en: 'Puppets' },
      },
    ],
    durationMinutes: 45,
    // An open film of the Blender Foundation (CC BY), because the demo has no trailers.
    trailerUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    popularity: 530,
    publishedDaysAgo: 80,
    posterTitle: ['ნაცარ-', 'ქექია'],
    events: [
      { when: 'sat0 12:00', hall: 'rustaveli-studio', prices: { front: 20, rear: 15 }, sold: 0.8 },
      { when: 'sun0 12:00', hall: 'rustaveli-studio', prices: { front: 20, rear: 15 }, sold: 0.64 },
      {
        when: 'sat1 12:00',
        hall: 'rustaveli-studio',
        prices: { front: 20, rear: 15 },
        sold: 0.3,
        also: [
          { of: 'front', name: { ka: 'წინა რიგები, ბავშვი', en: 'Front rows, child' }, price: 12 },
          { of: 'rear', name: { ka: 'უკანა რიგები, ბავშვი', en: 'Back rows, child' }, price: 8 },
        ],
      },
    ],
  },
  {
    slug: 'the-space-tale',
    subcategory: 'family-shows',
    merchant: 1,
    name: { ka: 'კოსმოსური ზღაპარი', en: 'The Space Tale' },
    summary: {
      ka: 'ბებიამ რაკეტა სამზარეულოში ააგო. დაფრინავენ: ბებია, შვილიშვილი და კატა სკაფანდრით.',
      en: 'Grandmother has built a rocket in the kitchen. Flying: grandmother, grandson and a cat in a space suit.',
    },
    description: {
      ka: [
        'მზის სისტემის ყველა პლანეტა ერთ საათში: მერკურზე ცხელა, სატურნზე ხუმრობენ, მარსზე კი ბებიას ნათესავები ჰყავს. ყველა ფაქტი ნამდვილია და ასტრონომმა შეამოწმა.',
        'სპექტაკლი ხუთიდან ათ წლამდე ბავშვებისთვისაა, თუმცა უფროსები უფრო ხმამაღლა იცინიან.',
      ],
      en: [
        'All the planets of the solar system in one hour: Mercury is hot, on Saturn they joke, and on Mars grandmother has relatives. Every fact is real and has been checked by an astronomer.',
        'For children of five to ten, though it is the adults who laugh loudest.',
      ],
    },
    performers: [
      {
        name: { ka: 'ლილი ყურაშვილი', en: 'Lili Kurashvili' },
        role: { ka: 'ბებია', en: 'Grandmother' },
      },
      { name: { ka: 'ნოდო ჭყონია', en: 'Nodo Chkonia' }, role: { ka: 'კატა', en: 'The cat' } },
    ],
    durationMinutes: 60,
    popularity: 420,
    publishedDaysAgo: 26,
    posterTitle: ['კოსმოსური', 'ზღაპარი'],
    events: [
      { when: 'sat0 13:00', hall: 'rustavi', prices: { front: 20, rear: 15 }, sold: 0.5 },
      { when: '+27 13:00', hall: 'kutaisi', prices: { front: 20, rear: 15 }, sold: 0.05 },
    ],
  },
  {
    slug: 'bubble-laboratory',
    subcategory: 'family-shows',
    merchant: 2,
    name: { ka: 'ბუშტების ლაბორატორია', en: 'The Bubble Laboratory' },
    summary: {
      ka: 'შოუ საპნის ბუშტებით, კვამლითა და ფიზიკით. ყველაზე დიდ ბუშტში ადამიანი ეტევა.',
      en: 'A show of soap bubbles, smoke and physics. The biggest bubble has room for a person.',
    },
    description: {
      ka: [
        'პროფესორი საპონაძე ცდებს ატარებს და მუდმივად ასისტენტს ეძებს დარბაზში. ერთ ცდას სახლშიც გაიმეორებთ: რეცეპტს გასვლისას დაგირიგებთ.',
        'დღის შოუ საქარხნოს საცეკვაო დარბაზში ტარდება; იატაკზე ბალიშებს გავშლით, მშობლებისთვის კი ზედა სართულზე სკამებია.',
      ],
      en: [
        'Professor Saponadze carries out experiments and is always looking for an assistant in the audience. One of them you can repeat at home: the recipe is given out at the door.',
        'The show is by day, on the dance floor of Saqarkhno, with cushions on the floor and chairs for parents upstairs.',
      ],
    },
    performers: [
      {
        name: { ka: 'გუგა საპონაძე', en: 'Guga Saponadze' },
        role: { ka: 'პროფესორი', en: 'The professor' },
      },
    ],
    durationMinutes: 55,
    popularity: 410,
    publishedDaysAgo: 10,
    posterTitle: ['ბუშტების', 'ლაბორატორია'],
    events: [{ when: 'sun0 13:00', hall: 'club', prices: { floor: 25, gallery: 20 }, sold: 0.47 }],
  },
  {
    slug: 'butterfly-and-wind',
    subcategory: 'family-shows',
    merchant: 1,
    name: { ka: 'პეპელა და ქარი', en: 'The Butterfly and the Wind' },
    summary: {
      ka: 'უსიტყვო სპექტაკლი ქაღალდით, ვენტილატორითა და ვიოლინოთი, ყველაზე პატარებისთვის.',
      en: 'A show without words, with paper, a fan and a violin, for the very youngest.',
    },
    description: {
      ka: [
        'თეთრი ქაღალდის ფურცელი ოცდახუთ წუთში პეპლად, ნავად, თოვლად და ისევ ფურცლად იქცევა. სპექტაკლს ერთი წლიდანაც უყურებენ.',
        'ფეხსაცმელი შესასვლელთან რჩება, ბავშვები ხალიჩაზე სხედან. დარბაზში შუქი ბოლომდე არ ქრება.',
      ],
      en: [
        'In twenty-five minutes a sheet of white paper becomes a butterfly, a boat, snow and a sheet of paper again. It can be watched from the age of one.',
        'Shoes stay at the door and children sit on the carpet. The lights never go out completely.',
      ],
    },
    performers: [
      {
        name: { ka: 'სოფო ხვედელიძე', en: 'Sopo Khvedelidze' },
        role: { ka: 'ვიოლინო', en: 'Violin' },
      },
    ],
    durationMinutes: 25,
    popularity: 300,
    publishedDaysAgo: 4,
    posterTitle: ['პეპელა', 'და ქარი'],
    events: [{ when: 'sun1 11:00', hall: 'kutaisi', prices: { front: 15, rear: 10 }, sold: 0.25 }],
  },
]

export const exhibitions: readonly ShowSeed[] = [
  {
    slug: 'memory-of-colour',
    subcategory: 'art',
    merchant: 3,
    name: { ka: 'ფერის მეხსიერება', en: 'The Memory of Colour' },
    summary: {
      ka: 'ქართული მოდერნიზმის ოთხმოცი ნამუშევარი, რომელთა ნახევარი საჯაროდ პირველად იფინება.',
      en: 'Eighty works of Georgian modernism, half of them shown in public for the first time.',
    },
    description: {
      ka: [
        'გამოფენა ათიანი და ოციანი წლების თბილისს უბრუნდება, როცა ერთ სარდაფში პოეტები კითხულობდნენ, კედლებს კი მხატვრები ხატავდნენ. დარბაზები ფერებადაა დაყოფილი და არა წლებად.',
        'ბილეთი არჩეულ დღეს, არჩეული საათიდან მოქმედებს; დარბაზში დარჩენის დრო შეზღუდული არ არის. სურათის გადაღება განათების გარეშე შეიძლება.',
      ],
      en: [
        'The exhibition goes back to the Tbilisi of the 1910s and 20s, when poets read in a cellar whose walls the painters were painting. The rooms are arranged by colour, not by year.',
        'A ticket is valid on the day and from the hour you choose; you may stay as long as you like. Photographs are allowed without flash.',
      ],
    },
    performers: [
      {
        name: { ka: 'ნინია ჩოგოვაძე', en: 'Ninia Chogovadze' },
        role: { ka: 'კურატორი', en: 'Curator' },
      },
    ],
    durationMinutes: 90,
    popularity: 490,
    isPinned: true,
    publishedDaysAgo: 35,
    posterTitle: ['ფერის', 'მეხსიერება'],
    events: [
      { when: '-2 12:00', hall: 'gallery', prices: { adult: 20, student: 5 }, sold: 0.7 },
      { when: '+1 12:00', hall: 'gallery', prices: { adult: 20, student: 5 }, sold: 0.5 },
      { when: '+2 12:00', hall: 'gallery', prices: { adult: 20, student: 5 }, sold: 0.3 },
      { when: 'sat0 15:00', hall: 'gallery', prices: { adult: 20, student: 5 }, sold: 0.6 },
      { when: '+9 12:00', hall: 'gallery', prices: { adult: 20, student: 5 }, sold: 0.1 },
    ],
  },
  {
    slug: 'courtyards',
    subcategory: 'photography',
    merchant: 3,
    name: { ka: 'ეზოები', en: 'Courtyards' },
    summary: {
      ka: 'თბილისური ეზო ერთი ფანჯრიდან, ყოველდღე, სამი წლის განმავლობაში: 1 095 ფოტო.',
      en: 'A Tbilisi courtyard from one window, every day for three years: 1,095 photographs.',
    },
    description: {
      ka: [
        'ფოტოგრაფმა ფეხი მოიტეხა, ფანჯარასთან დაჯდა და ვეღარ ადგა: ჯერ ფეხის, მერე ეზოს გამო. სარეცხი, დომინო, ორი ქორწილი, ერთი გაყრა, ბევრი კატა.',
        'ფოტოები კედელზე დღეების მიხედვითაა გამოფენილი, როგორც კალენდარში. იპოვეთ თქვენი დაბადების დღე.',
      ],
      en: [
        'The photographer broke a leg, sat down at the window and could not get up again: first because of the leg, then because of the courtyard. Washing, dominoes, two weddings, one divorce, many cats.',
        'The pictures hang by the day, like a calendar. Look for your birthday.',
      ],
    },
    performers: [
      {
        name: { ka: 'ზაზა ფიფია', en: 'Zaza Pipia' },
        role: { ka: 'ფოტოგრაფი', en: 'Photographer' },
      },
    ],
    durationMinutes: 60,
    popularity: 320,
    publishedDaysAgo: 13,
    posterTitle: ['ეზოები'],
    events: [
      { when: '+6 13:00', hall: 'gallery', prices: { adult: 15, student: 5 }, sold: 0.2 },
      { when: '+13 13:00', hall: 'gallery', prices: { adult: 15, student: 5 }, sold: 0.05 },
    ],
  },
]

export const standUp: readonly ShowSeed[] = [
  {
    slug: 'levan-kipiani-seriously',
    subcategory: 'solo',
    merchant: 2,
    name: { ka: 'ლევან ყიფიანი: სერიოზულად', en: 'Levan Kipiani: Seriously' },
    summary: {
      ka: 'ახალი სოლო იმაზე, როგორ გახდა ორმოცი წლის კაცი ბინის თავმჯდომარე და რა უნახავს მას შემდეგ.',
      en: 'A new solo about how a man of forty became head of his residents’ association, and what he has seen since.',
    },
    description: {
      ka: [
        'ერთი საათი სადარბაზოს ჩატზე, ლიფტის ფულზე, მეზობლის ძაღლზე და დემოკრატიაზე, რომელიც პირველ სართულზე მთავრდება.',
        'შოუ ქართულად მიდის. წინა რიგის მაგიდებთან ხანდახან გელაპარაკებიან; თუ არ გინდათ, უკან დაჯექით.',
      ],
      en: [
        'An hour about the residents’ chat, the money for the lift, the neighbour’s dog and a democracy that ends on the first floor.',
        'The show is in Georgian. At the front tables you may be spoken to; if you would rather not be, sit at the back.',
      ],
    },
    performers: [
      {
        name: { ka: 'ლევან ყიფიანი', en: 'Levan Kipiani' },
        role: { ka: 'სტენდაპი', en: 'Stand-up' },
      },
    ],
    ageLimit: 18,
    durationMinutes: 70,
    popularity: 680,
    publishedDaysAgo: 20,
    posterTitle: ['სერიო-', 'ზულად'],
    events: [
      {
        when: '+3 20:00',
        hall: 'tables',
        prices: { front: 60, hall: 45, booth: 50, bar: 25 },
        sold: 0.88,
      },
      {
        when: '+24 20:00',
        hall: 'tables',
        prices: { front: 60, hall: 45, booth: 50, bar: 25 },
        sold: 0.26,
      },
    ],
  },
  {
    slug: 'mum-will-not-see-this',
    subcategory: 'solo',
    merchant: 2,
    name: {
      ka: 'ნატალია გელოვანი: დედა ამას არ ნახავს',
      en: 'Natalia Gelovani: Mum Will Not See This',
    },
    summary: {
      ka: 'სოლო სვანეთზე, თერაპიასა და ოჯახურ ჩატზე. ბათუმში დედა პირველ რიგში დაჯდება.',
      en: 'A solo about Svaneti, therapy and the family chat. In Batumi mum will be in the front row.',
    },
    description: {
      ka: [
        'ნატალია ერთ საათში ყვება იმას, რასაც დედას ათი წელი უმალავდა. დედამ ბილეთი თავად იყიდა.',
        'შოუ ქართულად მიდის, უხამსი სიტყვებით, მაგრამ სიყვარულით.',
      ],
      en: [
        'In one hour Natalia tells what she has been hiding from her mother for ten years. Her mother bought the ticket herself.',
        'In Georgian, with bad language and with love.',
      ],
    },
    performers: [
      {
        name: { ka: 'ნატალია გელოვანი', en: 'Natalia Gelovani' },
        role: { ka: 'სტენდაპი', en: 'Stand-up' },
      },
    ],
    ageLimit: 18,
    durationMinutes: 65,
    popularity: 510,
    publishedDaysAgo: 1,
    posterTitle: ['დედა ამას', 'არ ნახავს'],
    events: [
      {
        when: '+21 20:00',
        hall: 'batumi',
        prices: { premium: 45, stalls: 35, boxes: 35, circle: 25, gallery: 15 },
        sold: 0.31,
      },
    ],
  },
  {
    slug: 'open-mic',
    subcategory: 'open-mic',
    merchant: 2,
    name: { ka: 'ღია მიკროფონი', en: 'Open Mic' },
    summary: {
      ka: 'ათი კომიკოსი, თითოს შვიდი წუთი და ერთი ზარი. ყოველ ოთხშაბათს.',
      en: 'Ten comedians, seven minutes each and one bell. Every Wednesday.',
    },
    description: {
      ka: [
        'აქ ახალ ხუმრობებს ცდიან: ზოგი გაიცინება, ზოგი დაიმარხება, ორივე ერთნაირად საინტერესო სანახავია. წამყვანი ყოველ კვირას იცვლება.',
        'გამოსვლა თუ გსურთ, დარბაზში შვიდ საათამდე მოდით და დაფაზე ჩაეწერეთ.',
      ],
      en: [
        'This is where new jokes are tried: some get a laugh, some get a burial, and both are worth seeing. The host changes every week.',
        'If you want to perform, come before seven and write your name on the board.',
      ],
    },
    performers: [],
    ageLimit: 18,
    durationMinutes: 100,
    popularity: 340,
    publishedDaysAgo: 70,
    posterTitle: ['ღია', 'მიკროფონი'],
    events: [
      {
        when: 'wed0 20:00',
        hall: 'tables',
        prices: { front: 20, hall: 15, booth: 20, bar: 10 },
        sold: 0.57,
      },
      {
        when: 'wed1 20:00',
        hall: 'tables',
        prices: { front: 20, hall: 15, booth: 20, bar: 10 },
        sold: 0.18,
      },
    ],
  },
]
