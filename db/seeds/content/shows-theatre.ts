import type { ShowSeed } from './types.ts'

/** Prices of large theatres in lari. */
const greatStage = { premium: 60, stalls: 45, boxes: 40, circle: 30, gallery: 15 }

export const theatre: readonly ShowSeed[] = [
  {
    slug: 'the-kings-garden',
    subcategory: 'drama',
    merchant: 1,
    name: { ka: 'მეფის ბაღი', en: 'The King’s Garden' },
    summary: {
      ka: 'მოხუცი მეფე სამ შვილს ბაღს უტოვებს და არა სამეფოს. სეზონის მთავარი პრემიერა დიდ სცენაზე.',
      en: 'An old king leaves his three children a garden, not a kingdom. The première of the season on the great stage.',
    },
    description: {
      ka: [
        'მეფეს აღარ სჯერა არც ტახტის, არც ჯარის. სამ შვილს მხოლოდ ბაღს უტოვებს და ერთ პირობას: წელიწადში ერთი ხე უნდა დარგონ, თავისი ხელით. ვინც პირობას შეასრულებს, ის გაიგებს, სად არის დამარხული ის, რასაც ყველა ეძებს.',
        'რეჟისორმა სცენაზე ნამდვილი მიწა შემოიტანა: სპექტაკლის განმავლობაში ბაღი მაყურებლის თვალწინ იზრდება. მთავარ როლს ვახტანგ მელაძე ასრულებს, რომელიც დიდ სცენას შვიდი წლის შემდეგ უბრუნდება.',
        'სპექტაკლი ორ მოქმედებად მიდის, ერთი შესვენებით. დაგვიანებით მოსულებს დარბაზში მხოლოდ შესვენებაზე ვუშვებთ.',
      ],
      en: [
        'The king no longer believes in thrones or armies. He leaves his children nothing but a garden and one condition: each must plant a tree every year, with their own hands. Whoever keeps the promise will learn where the thing they are all looking for is buried.',
        'The director has brought real earth on to the stage, and the garden grows in front of the audience as the play goes on. The king is Vakhtang Meladze, back on the great stage after seven years.',
        'The play has two acts and one interval. Latecomers are let in at the interval only.',
      ],
    },
    performers: [
      {
        name: { ka: 'ვახტანგ მელაძე', en: 'Vakhtang Meladze' },
        role: { ka: 'მეფე', en: 'The King' },
      },
      {
        name: { ka: 'მარიამ ჩიკვაიძე', en: 'Mariam Chikvaidze' },
        role: { ka: 'უმცროსი ქალიშვილი', en: 'The youngest daughter' },
      },
      {
        name: { ka: 'ლევან ხურცია', en: 'Levan Khurtsia' },
        role: { ka: 'რეჟისორი', en: 'Director' },
      },
    ],
    ageLimit: 12,
    durationMinutes: 150,
    popularity: 910,
    isPinned: true,
    isMainBanner: true,
    shortUrl: 'garden',
    publishedDaysAgo: 30,
    posterTitle: ['მეფის', 'ბაღი'],
    events: [
      { when: '-4 19:00', hall: 'rustaveli', prices: greatStage, sold: 0.98 },
      { when: '+2 19:00', hall: 'rustaveli', prices: greatStage, sold: 0.83 },
      { when: 'sun0 18:00', hall: 'rustaveli', prices: greatStage, sold: 0.76 },
      { when: '+16 19:00', hall: 'rustaveli', prices: greatStage, sold: 0.3 },
    ],
  },
  {
    slug: 'the-last-tram',
    subcategory: 'comedy',
    merchant: 1,
    name: { ka: 'უკანასკნელი ტრამვაი', en: 'The Last Tram' },
    summary: {
      ka: '2006 წლის დეკემბერი, თბილისის ბოლო ტრამვაი. ცხრა მგზავრი, ერთი კონდუქტორი და ჩემოდანი, რომელიც არავისია.',
      en: 'December 2006, the last tram in Tbilisi. Nine passengers, one conductor and a suitcase that belongs to nobody.',
    },
    description: {
      ka: [
        'ტრამვაი ბოლო რეისზე გადის და დეპომდე არასოდეს მიდის: გზაში ჯერ დენი ქრება, მერე მოთმინება. მგზავრები იძულებული არიან, ერთმანეთს დაელაპარაკონ, რაც ქალაქში დიდი ხანია აღარავის უცდია.',
        'ზურა ლომიძის კომედია ნამდვილ ამბებს ეყრდნობა, რომლებიც ავტორმა ყოფილი კონდუქტორებისგან ჩაიწერა. მუსიკას სცენაზე ცოცხლად უკრავენ: აკორდეონი, ბასი და ზარი.',
      ],
      en: [
        'The tram leaves on its last run and never gets to the depot: first the power fails, then everybody’s patience. The passengers have no choice but to talk to each other, which nobody in the city has tried for a long time.',
        'Zura Lomidze’s comedy rests on true stories he recorded from former conductors. The music is played live on stage by an accordion, a bass and a bell.',
      ],
    },
    performers: [
      {
        name: { ka: 'ზურა ლომიძე', en: 'Zura Lomidze' },
        role: { ka: 'ავტორი და რეჟისორი', en: 'Author and director' },
      },
      {
        name: { ka: 'ნანა ფურცელაძე', en: 'Nana Purtseladze' },
        role: { ka: 'კონდუქტორი', en: 'The conductor' },
      },
    ],
    ageLimit: 12,
    durationMinutes: 100,
    popularity: 700,
    publishedDaysAgo: 75,
    posterTitle: ['უკანასკნელი', 'ტრამვაი'],
    events: [
      {
        when: '+0 20:00',
        hall: 'rustaveli-small',
        prices: { front: 40, rear: 30 },
        sold: 0.74,
        forbidsSingleSeats: true,
      },
      {
        when: '+8 20:00',
        hall: 'rustaveli-small',
        prices: { front: 40, rear: 30 },
        sold: 0.4,
        forbidsSingleSeats: true,
      },
    ],
  },
  {
    slug: 'two-chairs',
    subcategory: 'experimental',
    merchant: 1,
    name: { ka: 'ორი სკამი', en: 'Two Chairs' },
    summary: {
      ka: 'დედა და ქალიშვილი ოცი წლის შემდეგ ერთ ოთახში სხედან. სამოცდაათი წუთი, ორი მსახიობი, არც ერთი დეკორაცია.',
      en: 'A mother and a daughter sit down in one room after twenty years. Seventy minutes, two actors, no scenery at all.',
    },
    description: {
      ka: [
        'პიესა საუბრების ჩანაწერებიდან აიწყო: ავტორმა ოცდათორმეტ ოჯახს სთხოვა, ის საუბარი გაემართათ, რომელსაც ყოველთვის გვიან წყვეტდნენ. მათგან თორმეტი დათანხმდა.',
        'მაყურებელი სცენას ორი მხრიდან უსხდება და ერთმანეთის სახეებსაც ხედავს. სპექტაკლის შემდეგ მსახიობები დარბაზში რჩებიან; ვისაც სურს, მათთან საუბარი შეუძლია.',
      ],
      en: [
        'The play was put together from recorded talks: the author asked thirty-two families to have the conversation they had always broken off too soon. Twelve of them agreed.',
        'The audience sits on two sides of the stage and sees its own faces too. Afterwards the actors stay in the hall, and whoever wishes may talk to them.',
      ],
    },
    performers: [
      { name: { ka: 'ეკა ქუთათელაძე', en: 'Eka Kutateladze' }, role: { ka: 'დედა', en: 'Mother' } },
      {
        name: { ka: 'სალომე დვალი', en: 'Salome Dvali' },
        role: { ka: 'ქალიშვილი', en: 'Daughter' },
      },
    ],
    ageLimit: 16,
    durationMinutes: 70,
    popularity: 560,
    publishedDaysAgo: 21,
    posterTitle: ['ორი', 'სკამი'],
    events: [
      {
        when: '+1 20:00',
        hall: 'rustaveli-studio',
        prices: { front: 35, rear: 25 },
        sold: 0.97,
        placesPerOrderMax: 4,
      },
      {
        when: '+15 20:00',
        hall: 'rustaveli-studio',
        prices: { front: 35, rear: 25 },
        sold: 0.45,
        placesPerOrderMax: 4,
      },
    ],
  },
  {
    slug: 'the-tigers-trail',
    subcategory: 'drama',
    merchant: 1,
    name: { ka: 'ვეფხვის კვალზე', en: 'On the Tiger’s Trail' },
    summary: {
      ka: 'რუსთაველის პოემის ორი გმირი დღევანდელ ბათუმში: ტაქსის მძღოლი, მეზღვაური და მეგობრობა, რომელიც ზღვაზე ძლიერია.',
      en: 'Two heroes of Rustaveli’s poem in the Batumi of today: a taxi driver, a sailor and a friendship stronger than the sea.',
    },
    description: {
      ka: [
        'ავთანდილი ღამით ტაქსის ატარებს, ტარიელი გემს ელოდება, რომელიც აღარ მოდის. ისინი ნავსადგურის ბოლო კაფეში ხვდებიან ერთმანეთს და აღმოჩნდება, რომ ერთსა და იმავე ადამიანს ეძებენ.',
        'ტექსტი პოემის შაირსა და ქუჩის ლაპარაკს შორის გადადის ისე, რომ ზღვარი უჩინარდება. ორკესტრს დასარტყამების ჯგუფი ცვლის, სცენას კი — წყლით სავსე აუზი.',
      ],
      en: [
        'Avtandil drives a taxi at night; Tariel waits for a ship that no longer comes. They meet in the last café of the port and find that they are looking for the same person.',
        'The text slips between the verse of the poem and the talk of the street until the line disappears. In place of an orchestra there are drums, and in place of a stage a pool of water.',
      ],
    },
    performers: [
      {
        name: { ka: 'თორნიკე ბაკურაძე', en: 'Tornike Bakuradze' },
        role: { ka: 'ავთანდილი', en: 'Avtandil' },
      },
      {
        name: { ka: 'გელა შერვაშიძე', en: 'Gela Shervashidze' },
        role: { ka: 'ტარიელი', en: 'Tariel' },
      },
    ],
    ageLimit: 12,
    durationMinutes: 120,
    popularity: 540,
    publishedDaysAgo: 16,
    posterTitle: ['ვეფხვის', 'კვალზე'],
    events: [
      { when: 'sat0 19:00', hall: 'batumi', prices: greatStage, sold: 0.58 },
      { when: '+22 19:00', hall: 'batumi', prices: greatStage, sold: 0.15 },
    ],
  },
  {
    slug: 'house-above-the-river',
    subcategory: 'drama',
    merchant: 1,
    name: { ka: 'სახლი რიონზე', en: 'The House above the Rioni' },
    summary: {
      ka: 'ერთი სახლი, ოთხი თაობა და წყალი, რომელიც ყოველ გაზაფხულზე კართან მოდის.',
      en: 'One house, four generations, and the water that comes to the door every spring.',
    },
    description: {
      ka: [
        'სახლს 1921 წელს აშენებენ და დღეს ყიდიან. ამ ასი წლის ამბავს ქვედა სართულის ერთი ოთახი ყვება, სადაც ყოველთვის ვიღაც ბრუნდება: ფრონტიდან, ემიგრაციიდან, ბაზრიდან.',
        'სპექტაკლი ქუთაისის თეატრის მთელ დასს აერთიანებს. ერთსა და იმავე როლს სხვადასხვა თაობის მსახიობები ასრულებენ და ხანდახან სცენაზე ერთადაც ჩნდებიან.',
      ],
      en: [
        'The house is built in 1921 and sold today. The story of those hundred years is told by one room on the ground floor, where somebody is always coming back: from the front, from abroad, from the market.',
        'The whole company of the Kutaisi theatre is on stage. The same part is played by actors of different generations, who sometimes appear side by side.',
      ],
    },
    performers: [
      {
        name: { ka: 'ნუგზარ კვაშალი', en: 'Nugzar Kvashali' },
        role: { ka: 'რეჟისორი', en: 'Director' },
      },
      { name: { ka: 'იზა გიგაური', en: 'Iza Gigauri' }, role: { ka: 'ბებია', en: 'Grandmother' } },
    ],
    durationMinutes: 135,
    popularity: 350,
    publishedDaysAgo: 48,
    posterTitle: ['სახლი', 'რიონზე'],
    events: [{ when: '+3 18:00', hall: 'kutaisi', prices: { front: 25, rear: 15 }, sold: 0.49 }],
  },
  {
    slug: 'the-exam',
    subcategory: 'comedy',
    merchant: 1,
    name: { ka: 'გამოცდა', en: 'The Exam' },
    summary: {
      ka: 'ლიტერატურის მასწავლებელი 53 წლისაა და სერტიფიკატისთვის გამოცდაზე გადის. მის გვერდით მისი ყოფილი მოსწავლე ზის.',
      en: 'A literature teacher of 53 sits an exam to keep her certificate. At the next desk is a former pupil of hers.',
    },
    description: {
      ka: [
        'გამოცდას სამი საათი ეძლევა და სპექტაკლიც თითქმის ამდენ ხანს გრძელდება, ოღონდ წუთები თანდათან მოკლდება. კითხვები ნამდვილია, პასუხები — არა ყოველთვის.',
        'რუსთავის თეატრის კომედია ფესტივალზე მაყურებლის პრიზით დაჯილდოვდა. მასწავლებლებს სალაროში პედაგოგის მოწმობით ფასდაკლება აქვთ.',
      ],
      en: [
        'The exam takes three hours and so, nearly, does the play, except that the minutes keep getting shorter. The questions are real; the answers not always.',
        'The comedy of the Rustavi theatre won the audience prize at its festival. Teachers get a reduction at the box office with their school card.',
      ],
    },
    performers: [
      {
        name: { ka: 'მანანა ხიდაშელი', en: 'Manana Khidasheli' },
        role: { ka: 'მასწავლებელი', en: 'The teacher' },
      },
      {
        name: { ka: 'აჩი გაბუნია', en: 'Achi Gabunia' },
        role: { ka: 'მოსწავლე', en: 'The pupil' },
      },
    ],
    ageLimit: 6,
    durationMinutes: 110,
    popularity: 380,
    publishedDaysAgo: 52,
    posterTitle: ['გამოცდა'],
    events: [
      { when: 'sun0 17:00', hall: 'rustavi', prices: { front: 25, rear: 15 }, sold: 0.6 },
      { when: '+19 19:00', hall: 'rustavi', prices: { front: 25, rear: 15 }, sold: 0.1 },
    ],
  },
  {
    slug: 'wine-season',
    subcategory: 'comedy',
    merchant: 1,
    name: { ka: 'რთველი', en: 'The Harvest' },
    summary: {
      ka: 'ორი მეზობელი, ერთი ღობე და ქვევრი ზუსტად ღობის ქვეშ. კახური კომედია სუფრითა და უსუფროდ.',
      en: 'Two neighbours, one fence and a wine jar buried exactly under it. A Kakhetian comedy, with a feast and without one.',
    },
    description: {
      ka: [
        'პაპის ნაანდერძევი ქვევრი ორ ეზოს შორის აღმოჩნდა და ახლა მეზობლები წყვეტენ, ვისია ღვინო, რომელიც ჯერ არც დაყენებულა. საქმეში ჯერ აგრონომი ერევა, მერე ნოტარიუსი, ბოლოს — მთელი სოფელი.',
        'სპექტაკლი თელავში ყოველ შემოდგომაზე იდგმება. ფინალის შემდეგ ფოიეში მაჭარს გაგასინჯებთ.',
      ],
      en: [
        'The jar grandfather left turns out to lie between two yards, and the neighbours argue over a wine that has not yet been made. First an agronomist takes a hand, then a notary, in the end the whole village.',
        'The comedy is put on in Telavi every autumn. After the finale there is new wine to taste in the foyer.',
      ],
    },
    performers: [
      {
        name: { ka: 'შოთა ნატროშვილი', en: 'Shota Natroshvili' },
        role: { ka: 'მარცხენა მეზობელი', en: 'The neighbour on the left' },
      },
      {
        name: { ka: 'ვაჟა ბურდული', en: 'Vazha Burduli' },
        role: { ka: 'მარჯვენა მეზობელი', en: 'The neighbour on the right' },
      },
    ],
    ageLimit: 12,
    durationMinutes: 95,
    popularity: 360,
    publishedDaysAgo: 44,
    posterTitle: ['რთველი'],
    events: [
      { when: '-12 19:00', hall: 'telavi', prices: { front: 25, rear: 15 }, sold: 0.95 },
      { when: '+10 19:00', hall: 'telavi', prices: { front: 25, rear: 15 }, sold: 0.42 },
    ],
  },
  {
    slug: 'hamlet-90',
    subcategory: 'experimental',
    merchant: 1,
    name: { ka: 'ჰამლეტი, 90 წუთი', en: 'Hamlet, 90 Minutes' },
    summary: {
      ka: 'დახურული ჩვენება დრამის სტუდენტებისთვის: ერთი მსახიობი და თერთმეტი ნიღაბი.',
      en: 'A closed showing for students of drama: one actor and eleven masks.',
    },
    description: {
      ka: [
        'სპექტაკლი ჯერ მზადდება და მას მხოლოდ მოწვეული მაყურებელი ნახავს. განხილვა ჩვენების შემდეგ გაიმართება.',
        'თუ ბმული მიიღეთ, გთხოვთ, სხვას არ გადასცეთ: დარბაზი პატარაა.',
      ],
      en: [
        'The production is still in the making and is seen by invited guests only. It is discussed after the showing.',
        'If you were sent the link, please do not pass it on: the hall is small.',
      ],
    },
    performers: [
      {
        name: { ka: 'რეზო თავართქილაძე', en: 'Rezo Tavartkiladze' },
        role: { ka: 'ყველა', en: 'Everybody' },
      },
    ],
    ageLimit: 12,
    durationMinutes: 90,
    popularity: 100,
    previewKey: 'hamlet-rehearsal',
    publishedDaysAgo: 3,
    posterTitle: ['ჰამლეტი', '90 წუთი'],
    events: [
      { when: '+5 16:00', hall: 'rustaveli-studio', prices: { front: 10, rear: 10 }, sold: 0.2 },
    ],
  },
]
