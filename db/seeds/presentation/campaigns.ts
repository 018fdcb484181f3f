/** Campaign pages of the demo. Partners and offers are invented; the sold items are those of the demo. */
import { starring } from './campaign-starring.ts'
import type { CampaignSeed } from './campaign-seed.ts'

const presaleQuestions: CampaignSeed['questions'] = [
  {
    question: { ka: 'ყველა ბარათით შემიძლია გადახდა?', en: 'May I pay with any card?' },
    answer: {
      ka: 'დიახ. ბარათის აქცია მხოლოდ წინასწარი შეტყობინებაა: ბილეთს ნებისმიერი ბარათით იყიდით.',
      en: 'Yes. The campaign only tells card holders first: a ticket can be bought with any card.',
    },
  },
  {
    question: { ka: 'რამდენი ბილეთის ყიდვა შეიძლება?', en: 'How many tickets may I buy?' },
    answer: {
      ka: 'იმდენის, რამდენსაც ღონისძიების გვერდი აჩვენებს. ლიმიტი ყველასთვის ერთია.',
      en: 'As many as the page of the event says. The limit is the same for everybody.',
    },
  },
]

export const campaigns: readonly CampaignSeed[] = [
  {
    path: '/tktclubinfo',
    title: { ka: 'ბილეთის კლუბი', en: 'The Bileti club' },
    summary: {
      ka: 'მათთვის, ვინც თვეში ერთხელ მაინც დარბაზშია. წევრობა უფასოა.',
      en: 'For people who go out at least once a month. Membership is free.',
    },
    sections: [
      {
        title: { ka: 'რას გაძლევთ კლუბი', en: 'What the club gives you' },
        points: [
          {
            ka: 'ახალი ღონისძიებების წერილი, სანამ ისინი მთავარ გვერდზე მოხვდება.',
            en: 'An e-mail about new events before they reach the home page.',
          },
          {
            ka: 'ყველა შეკვეთა და ბილეთი ერთ ანგარიშში, ნებისმიერ მოწყობილობაზე.',
            en: 'All orders and tickets in one account, on any device.',
          },
          {
            ka: 'წევრის ბარათი, რომელსაც პარტნიორი დარბაზები იცნობენ.',
            en: 'A member’s card that partner venues accept.',
          },
        ],
      },
      {
        title: { ka: 'როგორ გავწევრიანდე', en: 'How to join' },
        paragraphs: [
          {
            ka: 'შექმენით ანგარიში ელფოსტით. წევრობას რეგისტრაციისას ირჩევთ და ნებისმიერ დროს შეწყვეტთ.',
            en: 'Open an account with your e-mail. You choose the membership when you register and may end it at any time.',
          },
        ],
        link: { path: '/auth/register', text: { ka: 'რეგისტრაცია', en: 'Register' } },
      },
    ],
    questions: [
      {
        question: { ka: 'წევრობა ფასიანია?', en: 'Does membership cost anything?' },
        answer: {
          ka: 'არა. ფასი არც წევრობას აქვს და არც მის შეწყვეტას.',
          en: 'No. Neither joining nor leaving has a price.',
        },
      },
      {
        question: { ka: 'რას აკეთებთ ჩემი მონაცემებით?', en: 'What do you do with my data?' },
        answer: {
          ka: 'ვიყენებთ მხოლოდ შეკვეთებისა და წერილებისთვის, რომლებზეც თანხმობა მოგვეცით.',
          en: 'We use them for your orders and for the letters you agreed to, and for nothing else.',
        },
      },
    ],
  },
  {
    path: '/onerepublic-visa',
    theme: 'partner',
    title: { ka: 'წინასწარი გაყიდვა: ნეონის ქალაქი', en: 'Presale: Neon City' },
    summary: {
      ka: 'ბარათის პარტნიორთან ერთად: დიდი კონცერტი, რომლის ბილეთებიც უკვე იყიდება.',
      en: 'Together with our card partner: a great concert whose tickets are on sale.',
    },
    sections: [
      {
        title: { ka: 'სამი ნაბიჯი', en: 'Three steps' },
        points: [
          { ka: 'აირჩიეთ ადგილი რუკაზე.', en: 'Choose a place on the map.' },
          { ka: 'გადაიხადეთ ბარათით 15 წუთში.', en: 'Pay by card within 15 minutes.' },
          { ka: 'ბილეთს წერილით მიიღებთ.', en: 'The ticket comes by letter.' },
        ],
      },
    ],
    shows: ['neon-city'],
    questions: presaleQuestions,
  },
  {
    path: '/bruno-mars-visa',
    theme: 'partner',
    title: { ka: 'წინასწარი გაყიდვა: რკინის ხიდი', en: 'Presale: Iron Bridge' },
    summary: {
      ka: 'საიუბილეო კონცერტი ბარათის პარტნიორთან ერთად.',
      en: 'The anniversary concert, together with our card partner.',
    },
    sections: [
      {
        title: { ka: 'რა უნდა ვიცოდე', en: 'Good to know' },
        paragraphs: [
          {
            ka: 'ფასი, რომელსაც ხედავთ, საბოლოოა და ყველა ბარათისთვის ერთია.',
            en: 'The price you see is final and the same for every card.',
          },
        ],
      },
    ],
    shows: ['iron-bridge-20'],
    questions: presaleQuestions,
  },
  {
    path: '/30may',
    theme: 'dark',
    title: { ka: 'ოცდაათი მაისი', en: 'The thirtieth of May' },
    summary: {
      ka: 'ერთი დღე, ერთი ქალაქი და ბევრი სცენა ღია ცის ქვეშ.',
      en: 'One day, one city and many stages under the open sky.',
    },
    sections: [
      {
        title: { ka: 'მანამდე', en: 'Until then' },
        paragraphs: [
          {
            ka: 'პროგრამა გაზაფხულზე გამოქვეყნდება. სანამ ელოდებით, აი რა ხდება ქალაქში ახლა.',
            en: 'The programme comes out in spring. While you wait, here is what the city has now.',
          },
        ],
        link: { path: '/category/festivals', text: { ka: 'ფესტივალები', en: 'Festivals' } },
      },
    ],
    shows: ['lights-of-mtskheta', 'new-wine', 'jazz-by-the-sea'],
  },
  {
    path: '/JTinfo',
    theme: 'light',
    title: { ka: 'კონცერტის დღის ცნობარი', en: 'A guide to the day of the concert' },
    summary: {
      ka: 'როდის იღება კარი, რა შეიძლება შეიტანოთ და როგორ მოხვიდეთ.',
      en: 'When doors open, what you may bring, and how to get there.',
    },
    sections: [
      {
        title: { ka: 'კარი', en: 'Doors' },
        paragraphs: [
          {
            ka: 'კარი დაწყებამდე ერთი საათით ადრე იღება. ზუსტი დრო ბილეთზე წერია.',
            en: 'Doors open an hour before the beginning. The exact time is on your ticket.',
          },
        ],
      },
      {
        title: { ka: 'რა არ უნდა წამოიღოთ', en: 'What to leave at home' },
        points: [
          { ka: 'შუშის ჭურჭელი და დიდი ჩანთა.', en: 'Glass and large bags.' },
          {
            ka: 'პროფესიული კამერა აკრედიტაციის გარეშე.',
            en: 'A professional camera without accreditation.',
          },
          { ka: 'ქოლგა: წვიმაში საწვიმარი ჯობია.', en: 'An umbrella: a raincoat serves better.' },
        ],
      },
      {
        title: { ka: 'როგორ მოხვიდეთ', en: 'How to get there' },
        paragraphs: [
          {
            ka: 'ყველა დარბაზის მისამართი, რუკა და ხელმისაწვდომობა ცალკე გვერდზეა.',
            en: 'The address, map and accessibility of every venue are on pages of their own.',
          },
        ],
        link: { path: '/venues', text: { ka: 'დარბაზები', en: 'Venues' } },
      },
    ],
  },
  {
    path: '/starringgeorgia',
    theme: 'partner',
    title: { ka: 'მთავარ როლში — საქართველო', en: 'Starring Georgia' },
    summary: {
      ka: 'სტუმრებისთვის, ვინც ქალაქს სცენიდან იცნობს: სპექტაკლი დღეს, მატარებელი ხვალ.',
      en: 'For guests who get to know a city from its stage: a play tonight, a train tomorrow.',
    },
    sections: [
      {
        title: { ka: 'გაეცანით კამპანიას', en: 'Meet the campaign' },
        paragraphs: [
          {
            ka: 'სამი მარშრუტი, სამი ქალაქი და საღამოები, რომლებიც თარგმანს არ საჭიროებს.',
            en: 'Three routes, three cities and evenings that need no translation.',
          },
        ],
        link: { path: '/starring', text: { ka: 'ყველა გვერდი', en: 'All pages' } },
      },
    ],
    shows: ['voices-of-the-mountains', 'swan-lake', 'new-wine'],
  },
  ...starring,
]
