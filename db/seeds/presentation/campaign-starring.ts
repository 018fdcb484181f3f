/** The campaign /starring and its pages, for visitors of the country. */
import type { LocalizedText } from '#kernel/locale.ts'
import type { CampaignSeed } from './campaign-seed.ts'

const title: LocalizedText = { ka: 'მთავარ როლში', en: 'Starring' }

export const starring: readonly CampaignSeed[] = [
  {
    path: '/starring',
    theme: 'dark',
    title,
    summary: {
      ka: 'ქვეყანა, რომელიც ერთ სცენაზე ეტევა: მუსიკა, სუფრა და გზა მათ შორის.',
      en: 'A country that fits on one stage: music, a feast and the road between them.',
    },
    sections: [
      {
        title: { ka: 'საღამო თქვენია', en: 'The evening is yours' },
        paragraphs: [
          {
            ka: 'აირჩიეთ სპექტაკლი ან კონცერტი, დანარჩენს გზაზე იპოვით.',
            en: 'Choose a play or a concert; you will find the rest on the way.',
          },
        ],
        link: {
          path: '/starring/checkout',
          text: { ka: 'ბილეთების ნახვა', en: 'See tickets' },
        },
      },
    ],
    shows: ['voices-of-the-mountains', 'swan-lake', 'night-jazz-mtatsminda'],
  },
  {
    path: '/starring/constellation',
    theme: 'dark',
    title: { ka: 'თანავარსკვლავედი', en: 'Constellation' },
    summary: {
      ka: 'ადამიანები, რომლებიც ამ საღამოებს ქმნიან.',
      en: 'The people who make these evenings.',
    },
    sections: [
      {
        title: { ka: 'სცენაზე', en: 'On stage' },
        points: [
          { ka: '„მთის ხმების“ ხალხური გუნდი.', en: 'The folk choir of Voices of the Mountains.' },
          {
            ka: 'ბალეტის დასი, რომელიც გედებად იქცევა.',
            en: 'The ballet company that turns into swans.',
          },
          {
            ka: 'კვარტეტი, რომელიც შუაღამემდე უკრავს.',
            en: 'A quartet that plays until midnight.',
          },
        ],
      },
    ],
    shows: ['voices-of-the-mountains', 'four-strings'],
  },
  {
    path: '/starring/about-us',
    theme: 'dark',
    title: { ka: 'ჩვენ შესახებ', en: 'About us' },
    summary: {
      ka: 'დარბაზების, გამყიდველებისა და გადამზიდავების საერთო კამპანია.',
      en: 'A joint campaign of venues, shops and carriers.',
    },
    sections: [
      {
        title: { ka: 'რატომ დავიწყეთ', en: 'Why we do it' },
        paragraphs: [
          {
            ka: 'სტუმარი ქალაქს ერთი კარგი საღამოთი იმახსოვრებს. გვინდა, რომ ეს საღამო იოლად იპოვოს.',
            en: 'Visitors remember a city by one good evening. We want that evening to be easy to find.',
          },
        ],
      },
    ],
  },
  {
    path: '/starring/this-is-us',
    theme: 'dark',
    title: { ka: 'ეს ჩვენ ვართ', en: 'This is us' },
    summary: {
      ka: 'ქვეყანა ხუთ წინადადებაში.',
      en: 'A country in five sentences.',
    },
    sections: [
      {
        title: { ka: 'დაიმახსოვრეთ', en: 'To remember' },
        points: [
          { ka: 'ანბანს დიდი ასოები არ აქვს.', en: 'The alphabet has no capitals.' },
          { ka: 'სიმღერა სამხმიანია.', en: 'Songs are sung in three voices.' },
          { ka: 'სუფრას თამადა უძღვება.', en: 'Every feast has a toastmaster.' },
          { ka: 'ღვინო ქვევრში დგება.', en: 'Wine is made in clay jars under the ground.' },
          { ka: 'საღამო გვიან მთავრდება.', en: 'The evening ends late.' },
        ],
      },
    ],
  },
  {
    path: '/starring/explore/travelers-delights',
    theme: 'dark',
    title: { ka: 'მოგზაურის სიხარული', en: 'Traveller’s delights' },
    summary: {
      ka: 'რა ნახოთ დღისით, როცა სცენა ჯერ დახურულია.',
      en: 'What to see by day, while the stage is still closed.',
    },
    sections: [
      {
        title: { ka: 'ერთი დღის მარშრუტები', en: 'Day routes' },
        points: [
          {
            ka: 'თბილისი: აბანოთუბნიდან მთაწმინდამდე ფეხით.',
            en: 'Tbilisi: on foot from the baths to Mtatsminda.',
          },
          {
            ka: 'მცხეთა: ნახევარი საათი და ორი მდინარე.',
            en: 'Mtskheta: half an hour away, where two rivers meet.',
          },
          {
            ka: 'ბათუმი: ბულვარი, ზღვა და ბაღი.',
            en: 'Batumi: the boulevard, the sea and the garden.',
          },
        ],
      },
    ],
    shows: ['lights-of-mtskheta', 'courtyards', 'memory-of-colour'],
  },
  {
    path: '/starring/explore/culinary-experience',
    theme: 'dark',
    title: { ka: 'გემოს გზა', en: 'A culinary experience' },
    summary: {
      ka: 'სუფრა, სადაც მსახიობიც თქვენ ხართ.',
      en: 'A table where you are one of the actors.',
    },
    sections: [
      {
        title: { ka: 'რით დავიწყოთ', en: 'Where to begin' },
        points: [
          {
            ka: 'ხინკალი ხელით იჭმევა, კუდი თეფშზე რჩება.',
            en: 'Khinkali are eaten by hand; the knot is left on the plate.',
          },
          { ka: 'ხაჭაპური ყველა კუთხეში სხვაა.', en: 'Every region has its own khachapuri.' },
          { ka: 'ახალი ღვინო შემოდგომაზე ისინჯება.', en: 'The new wine is tasted in autumn.' },
        ],
      },
    ],
    shows: ['new-wine', 'wine-season'],
  },
  {
    path: '/starring/explore/transit-hub',
    theme: 'dark',
    title: { ka: 'გზის კვანძი', en: 'Transit hub' },
    summary: {
      ka: 'როგორ მოხვიდეთ დარბაზამდე და უკან.',
      en: 'How to get to the venue and back.',
    },
    sections: [
      {
        title: { ka: 'დარბაზამდე', en: 'To the venue' },
        paragraphs: [
          {
            ka: 'თითოეული დარბაზის გვერდზეა მისამართი და მიმართულება რუკაზე.',
            en: 'Each venue’s page has its address and directions on a map.',
          },
        ],
        link: { path: '/venues', text: { ka: 'დარბაზები', en: 'Venues' } },
      },
    ],
  },
  {
    path: '/starring/faq',
    theme: 'dark',
    title: { ka: 'კითხვები', en: 'Questions' },
    summary: {
      ka: 'რასაც სტუმრები ყველაზე ხშირად გვეკითხებიან.',
      en: 'What visitors ask us most often.',
    },
    questions: [
      {
        question: { ka: 'ქართული უნდა ვიცოდე?', en: 'Do I need to know Georgian?' },
        answer: {
          ka: 'კონცერტსა და ბალეტს თარგმანი არ სჭირდება; ოპერას სუბტიტრები აქვს.',
          en: 'Concerts and ballet need no translation; the opera has surtitles.',
        },
      },
      {
        question: { ka: 'უცხოური ბარათით გადავიხდი?', en: 'Can I pay with a foreign card?' },
        answer: {
          ka: 'დიახ. თანხა ლარში ჩამოიჭრება და თქვენი ბანკი მას დააკონვერტირებს.',
          en: 'Yes. You are charged in lari and your bank converts it.',
        },
      },
      {
        question: { ka: 'ბილეთი უნდა დავბეჭდო?', en: 'Do I have to print the ticket?' },
        answer: {
          ka: 'არა, ტელეფონის ეკრანი საკმარისია.',
          en: 'No, your phone’s screen is enough.',
        },
      },
    ],
  },
  {
    path: '/starring/our-story',
    theme: 'dark',
    title: { ka: 'ჩვენი ამბავი', en: 'Our story' },
    summary: {
      ka: 'ერთი ცარიელი სკამიდან სავსე დარბაზამდე.',
      en: 'From one empty chair to a full hall.',
    },
    sections: [
      {
        title: { ka: 'დასაწყისი', en: 'The beginning' },
        paragraphs: [
          {
            ka: 'ყველაფერი იმით დაიწყო, რომ სტუმარმა კარგი სპექტაკლის შესახებ ერთი დღით გვიან გაიგო. ბილეთი უკვე აღარ იყო.',
            en: 'It began with a visitor who heard about a good play a day too late. There were no tickets left.',
          },
          {
            ka: 'მას შემდეგ აფიშა, ადგილი და გადახდა ერთ გვერდზეა, ორ ენაზე.',
            en: 'Since then the programme, the seats and the payment have been on one page, in two languages.',
          },
        ],
      },
    ],
  },
  {
    path: '/starring/checkout/success',
    theme: 'dark',
    isOutOfMenu: true,
    hidesFooter: true,
    title: { ka: 'დარბაზში შევხვდებით', en: 'See you there' },
    summary: {
      ka: 'ბილეთები ელფოსტით გამოგეგზავნათ და შეკვეთების გვერდზეც ინახება.',
      en: 'Your tickets are on their way by e-mail. You can also find them with your orders.',
    },
    sections: [
      {
        title: { ka: 'რა არის შემდეგ', en: 'What comes next' },
        paragraphs: [
          {
            ka: 'მოემზადეთ საღამოსთვის: გზა და დარბაზის მისამართი წინასწარ ნახეთ.',
            en: 'Get ready for the evening: look up the venue’s address and how to get there.',
          },
        ],
        link: { path: '/account/orders', text: { ka: 'ჩემი შეკვეთები', en: 'My orders' } },
      },
    ],
  },
  {
    path: '/starring/checkout/failure',
    theme: 'dark',
    isOutOfMenu: true,
    hidesFooter: true,
    title: { ka: 'გადახდა ვერ შესრულდა', en: 'The payment did not go through' },
    summary: {
      ka: 'თანხა არ ჩამოგეჭრათ, ან სრულად დაგიბრუნდებათ. სანამ დრო არ ამოიწურება, ადგილები თქვენთვის ინახება.',
      en: 'You were not charged, or will be refunded in full. Your seats are held until the time runs out.',
    },
    sections: [
      {
        title: { ka: 'სცადეთ ხელახლა', en: 'Try again' },
        paragraphs: [
          {
            ka: 'დაუბრუნდით თქვენს შეკვეთას, თუ ის ჯერ კიდევ ღიაა.',
            en: 'Go back to your order if it is still open.',
          },
        ],
        link: {
          path: '/starring/checkout',
          text: { ka: 'შეკვეთაზე დაბრუნება', en: 'Back to the order' },
        },
      },
    ],
  },
]
