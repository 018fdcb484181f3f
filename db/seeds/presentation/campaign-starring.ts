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
      en: 'A country that fits on one stage: music, a table and the road between them.',
    },
    sections: [
      {
        title: { ka: 'საღამო თქვენია', en: 'The evening is yours' },
        paragraphs: [
          {
            ka: 'აირჩიეთ სპექტაკლი ან კონცერტი, დანარჩენს გზაზე იპოვით.',
            en: 'Choose a play or a concert; the rest you will find on the way.',
          },
        ],
        link: {
          path: '/starring/checkout',
          text: { ka: 'ბილეთებზე გადასვლა', en: 'On to the tickets' },
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
          { ka: 'ხალხური გუნდი „მთების ხმები“.', en: 'The folk choir of Voices of the Mountains.' },
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
      ka: 'დარბაზების, გამყიდველებისა და გზების საერთო კამპანია.',
      en: 'A common campaign of halls, shops and roads.',
    },
    sections: [
      {
        title: { ka: 'რატომ ვიწყებთ', en: 'Why we do it' },
        paragraphs: [
          {
            ka: 'სტუმარი ქალაქს ერთი კარგი საღამოთი იმახსოვრებს. გვინდა, რომ ეს საღამო იოლად იპოვოს.',
            en: 'A guest remembers a city by one good evening. We want that evening to be easy to find.',
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
          { ka: 'სიმღერა სამ ხმაში იწყება.', en: 'A song begins in three voices.' },
          { ka: 'სუფრას თამადა უძღვება.', en: 'A table has a master of toasts.' },
          { ka: 'ღვინო ქვევრში დგება.', en: 'Wine is made in clay under the ground.' },
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
        title: { ka: 'ერთი დღის მარშრუტები', en: 'Routes of a day' },
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
            en: 'Khinkali are eaten by hand; the knot stays on the plate.',
          },
          { ka: 'ხაჭაპური ყველა კუთხეში სხვაა.', en: 'Khachapuri is another one in every region.' },
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
      en: 'How to get to the hall and back.',
    },
    sections: [
      {
        title: { ka: 'დარბაზამდე', en: 'To the hall' },
        paragraphs: [
          {
            ka: 'თითოეული დარბაზის გვერდზეა მისამართი და მიმართულება რუკაზე.',
            en: 'The page of each venue has its address and directions on a map.',
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
      en: 'What guests ask us most often.',
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
        question: { ka: 'უცხოური ბარათით გადავიხდი?', en: 'May I pay with a foreign card?' },
        answer: {
          ka: 'დიახ. თანხა ლარში ჩამოიჭრება, თქვენი ბანკი გადაცვლის.',
          en: 'Yes. The amount is charged in lari and your bank exchanges it.',
        },
      },
      {
        question: { ka: 'ბილეთი უნდა დავბეჭდო?', en: 'Do I have to print the ticket?' },
        answer: {
          ka: 'არა, ტელეფონის ეკრანი საკმარისია.',
          en: 'No, the screen of your phone is enough.',
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
            ka: 'ყველაფერი იმით დაიწყო, რომ სტუმარმა კარგი სპექტაკლი მეორე დღეს აღმოაჩინა. ბილეთი უკვე აღარ იყო.',
            en: 'It began with a guest who found out about a good play a day too late. There was no ticket left.',
          },
          {
            ka: 'მას შემდეგ აფიშა, ადგილი და გადახდა ერთ გვერდზეა, ორ ენაზე.',
            en: 'Since then the programme, the place and the payment are on one page, in two languages.',
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
    title: { ka: 'შეხვედრამდე დარბაზში', en: 'See you in the hall' },
    summary: {
      ka: 'ბილეთები წერილით გამოგეგზავნათ და შეკვეთების გვერდზეც ინახება.',
      en: 'Your tickets are on their way by letter and are kept with your orders as well.',
    },
    sections: [
      {
        title: { ka: 'რა არის შემდეგ', en: 'What comes next' },
        paragraphs: [
          {
            ka: 'მოემზადეთ საღამოსთვის: გზა და დარბაზის მისამართი წინასწარ ნახეთ.',
            en: 'Prepare for the evening: look up the way and the address of the venue.',
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
      ka: 'თანხა არ ჩამოჭრილა ან სრულად დაგიბრუნდებათ. ადგილები, სანამ დრო გაქვთ, ისევ თქვენია.',
      en: 'Nothing was charged, or it comes back in full. While your time lasts the places are still yours.',
    },
    sections: [
      {
        title: { ka: 'სცადეთ ხელახლა', en: 'Try again' },
        paragraphs: [
          {
            ka: 'დაგიბრუნებთ თქვენს შეკვეთასთან, თუ ის ჯერ კიდევ ღიაა.',
            en: 'We take you back to your order if it is still open.',
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
