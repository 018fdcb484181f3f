/** Campaign pages of the demo. Partners and offers are invented; the sold items are those of the demo. */
import { starring } from './campaign-starring.ts'
import type { CampaignSeed } from './campaign-seed.ts'

const presaleQuestions: CampaignSeed['questions'] = [
  {
    question: { ka: 'ნებისმიერი ბარათით შემიძლია გადახდა?', en: 'Can I pay with any card?' },
    answer: {
      ka: 'დიახ. ბარათის მფლობელები გაყიდვის შესახებ მხოლოდ უფრო ადრე იგებენ: ბილეთს ნებისმიერი ბარათით იყიდით.',
      en: 'Yes. Card holders only hear about the sale first; tickets can be bought with any card.',
    },
  },
  {
    question: { ka: 'რამდენი ბილეთის ყიდვა შეიძლება?', en: 'How many tickets can I buy?' },
    answer: {
      ka: 'იმდენის, რამდენსაც ღონისძიების გვერდი აჩვენებს. ლიმიტი ყველასთვის ერთია.',
      en: 'The limit is on the page of the event and is the same for everybody.',
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
            ka: 'წერილი ახალ ღონისძიებებზე, სანამ ისინი მთავარ გვერდზე გამოჩნდება.',
            en: 'An e-mail about new events before they reach the home page.',
          },
          {
            ka: 'ყველა შეკვეთა და ბილეთი ერთ ანგარიშში, ნებისმიერ მოწყობილობაზე.',
            en: 'All orders and tickets in one account, on any device.',
          },
          {
            ka: 'წევრის ბარათი, რომელიც პარტნიორ დარბაზებში მოქმედებს.',
            en: 'A membership card that partner venues accept.',
          },
        ],
      },
      {
        title: { ka: 'როგორ გავწევრიანდე', en: 'How to join' },
        paragraphs: [
          {
            ka: 'შექმენით ანგარიში ელფოსტით. წევრობას რეგისტრაციისას ირჩევთ და ნებისმიერ დროს შეწყვეტთ.',
            en: 'Create an account with your e-mail. You choose membership when you register and can end it at any time.',
          },
        ],
        link: { path: '/auth/register', text: { ka: 'რეგისტრაცია', en: 'Register' } },
      },
    ],
    questions: [
      {
        question: { ka: 'წევრობა ფასიანია?', en: 'Does membership cost anything?' },
        answer: {
          ka: 'არა. წევრობაც და მისი შეწყვეტაც უფასოა.',
          en: 'No. Joining and leaving are both free.',
        },
      },
      {
        question: { ka: 'როგორ იყენებთ ჩემს მონაცემებს?', en: 'How do you use my data?' },
        answer: {
          ka: 'მხოლოდ შეკვეთებისა და იმ წერილებისთვის, რომლებზეც თანხმობა მოგვეცით.',
          en: 'Only for your orders and for the e-mails you agreed to.',
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
      en: 'With our card partner: tickets for the big concert are on sale now.',
    },
    sections: [
      {
        title: { ka: 'სამი ნაბიჯი', en: 'Three steps' },
        points: [
          { ka: 'აირჩიეთ ადგილი რუკაზე.', en: 'Choose your seat on the map.' },
          { ka: 'გადაიხადეთ ბარათით 15 წუთში.', en: 'Pay by card within 15 minutes.' },
          { ka: 'ბილეთს ელფოსტით მიიღებთ.', en: 'Your ticket arrives by e-mail.' },
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
      en: 'The anniversary concert, with our card partner.',
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
    title: { ka: '30 მაისი', en: '30 May' },
    summary: {
      ka: 'ერთი დღე, ერთი ქალაქი და ბევრი სცენა ღია ცის ქვეშ.',
      en: 'One day, one city and many stages under the open sky.',
    },
    sections: [
      {
        title: { ka: 'მანამდე', en: 'Until then' },
        paragraphs: [
          {
            ka: 'პროგრამა გაზაფხულზე გამოქვეყნდება. მანამდე ნახეთ, რა ხდება ქალაქში ახლა.',
            en: 'The programme comes out in spring. Until then, here is what is on in the city now.',
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
    title: { ka: 'კონცერტის დღის ცნობარი', en: 'Your concert day guide' },
    summary: {
      ka: 'როდის იღება კარი, რა შეიძლება შეიტანოთ და როგორ მოხვიდეთ.',
      en: 'When doors open, what you can bring and how to get there.',
    },
    sections: [
      {
        title: { ka: 'კარი', en: 'Doors' },
        paragraphs: [
          {
            ka: 'კარი დაწყებამდე ერთი საათით ადრე იღება. ზუსტი დრო ბილეთზე წერია.',
            en: 'Doors open an hour before the start. The exact time is on your ticket.',
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
          {
            ka: 'ქოლგა: წვიმის შემთხვევაში საწვიმარი წამოიღეთ.',
            en: 'Umbrellas: bring a raincoat instead.',
          },
        ],
      },
      {
        title: { ka: 'როგორ მოხვიდეთ', en: 'How to get there' },
        paragraphs: [
          {
            ka: 'ყველა დარბაზს თავისი გვერდი აქვს: მისამართი, რუკა და ხელმისაწვდომობა.',
            en: 'Every venue has a page with its address, map and accessibility.',
          },
        ],
        link: { path: '/venues', text: { ka: 'დარბაზები', en: 'Venues' } },
      },
    ],
  },
  {
    path: '/starringgeorgia',
    theme: 'partner',
    title: { ka: 'მთავარ როლში\u00a0— საქართველო', en: 'Starring Georgia' },
    summary: {
      ka: 'სტუმრებისთვის, ვინც ქალაქს სცენიდან იცნობს: სპექტაკლი დღეს, მატარებელი ხვალ.',
      en: 'For visitors who discover a city through its stages: a play tonight, a train tomorrow.',
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
