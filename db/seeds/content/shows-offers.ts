import { showType } from '#contract/enumerations.ts'
import type { ShowSeed } from './types.ts'

const offer = {
  type: showType.Offer,
  subcategory: 'offers',
  merchant: 3,
  performers: [],
} as const

export const offers: readonly ShowSeed[] = [
  {
    ...offer,
    slug: 'dinner-for-two',
    name: { ka: 'ვახშამი ორზე სოლოლაკში', en: 'Dinner for two in Sololaki' },
    summary: {
      ka: 'სამი კერძი და ბოთლი ღვინო „ღვინის აივანზე“, ნებისმიერ საღამოს.',
      en: 'Three courses and a bottle of wine at the Wine Balcony, on any evening.',
    },
    description: {
      ka: ['ვაუჩერი ნებისმიერ დღეს მოქმედებს. მისვლამდე დარეკეთ, რომ მაგიდა დაგახვედროთ.'],
      en: [
        'The voucher is good on any day. Please call before you come, so that a table is ready.',
      ],
    },
    popularity: 300,
    publishedDaysAgo: 12,
    posterTitle: ['ვახშამი', 'ორზე'],
    events: [
      { when: '+90 23:59', hall: 'wine-balcony-vouchers', prices: { dinner: 120 }, isOffer: true },
    ],
  },
  {
    ...offer,
    slug: 'breakfast-by-the-sea',
    name: { ka: 'საუზმე ზღვასთან, ორზე', en: 'Breakfast by the sea, for two' },
    summary: {
      ka: 'აჭარული ხაჭაპური, ყავა და ფორთოხლის წვენი „ზღვის სუფრაზე“.',
      en: 'Adjarian khachapuri, coffee and orange juice at the Sea Table.',
    },
    description: {
      ka: ['ყოველ დილით 9-დან 12 საათამდე. დაჯავშნა საჭირო არ არის.'],
      en: ['Every morning from 9 to 12. There is no need to book.'],
    },
    popularity: 280,
    publishedDaysAgo: 10,
    posterTitle: ['საუზმე', 'ზღვასთან'],
    events: [
      { when: '+60 12:00', hall: 'sea-table-vouchers', prices: { breakfast: 39.9 }, isOffer: true },
    ],
  },
  {
    ...offer,
    slug: 'tasting-above-the-valley',
    name: { ka: 'დეგუსტაცია ალაზნის ველზე', en: 'A tasting above the Alazani valley' },
    summary: {
      ka: 'ხუთი ქვევრის ღვინო, ყველი და ჩურჩხელა სიღნაღის ტერასაზე, ორზე.',
      en: 'Five wines from the qvevri, cheese and churchkhela on a terrace in Sighnaghi, for two.',
    },
    description: {
      ka: ['დეგუსტაცია ყოველდღე, შუადღიდან ექვს საათამდე.'],
      en: ['Every day from noon to six.'],
    },
    popularity: 270,
    publishedDaysAgo: 8,
    posterTitle: ['დეგუსტაცია'],
    events: [
      { when: '+120 18:00', hall: 'alazani-vouchers', prices: { tasting: 85 }, isOffer: true },
    ],
  },
  {
    ...offer,
    type: showType.OfferPackage,
    slug: 'an-evening-for-two',
    name: { ka: 'საღამო ორზე: თეატრი და ვახშამი', en: 'An evening for two: theatre and dinner' },
    summary: {
      ka: 'ორი ადგილი „მეფის ბაღზე“ და ვახშამი სოლოლაკში, ერთად უფრო იაფად.',
      en: 'Two seats at The King’s Garden and dinner in Sololaki, for less than apart.',
    },
    description: {
      ka: [
        'ადგილებს პარტერში საუკეთესოთა შორის შეგირჩევთ. ვახშმის ვაუჩერი სპექტაკლის საღამოსაც მოქმედებს და შემდეგაც.',
        'პაკეტი ერთიანად იყიდება: ბილეთები და ვაუჩერი ერთ შეკვეთაშია.',
      ],
      en: [
        'You get the best seats left in the stalls. The dinner voucher is good on the evening of the play and later.',
        'The package is sold as one: the tickets and the voucher are in one order.',
      ],
    },
    popularity: 310,
    publishedDaysAgo: 5,
    posterTitle: ['საღამო', 'ორზე'],
    events: [
      {
        when: '+16 17:00',
        hall: 'packages',
        prices: { evening: 179 },
        isOffer: true,
        parts: {
          evening: [
            { show: 'the-kings-garden', event: 3, of: 'stalls', quantity: 2 },
            { show: 'dinner-for-two', event: 0, of: 'dinner', quantity: 1 },
          ],
        },
      },
    ],
  },
]
