/** Restaurants of the demo: invented, in real streets. */
import type { VenueSeed } from './types.ts'

const tableNames = [
  { key: 'two', name: { ka: 'მაგიდა 2 კაცზე', en: 'Table for 2' }, capacity: 6 },
  { key: 'four', name: { ka: 'მაგიდა 4 კაცზე', en: 'Table for 4' }, capacity: 5 },
  { key: 'eight', name: { ka: 'მაგიდა 8 კაცზე', en: 'Table for 8' }, capacity: 2 },
]

export const restaurantVenues: readonly VenueSeed[] = [
  {
    id: 16,
    slug: 'wine-balcony',
    kind: 'restaurant',
    name: { ka: 'ღვინის აივანი', en: 'The Wine Balcony' },
    city: { ka: 'თბილისი', en: 'Tbilisi' },
    address: { ka: 'ლადო ასათიანის ქუჩა 37', en: '37 Lado Asatiani Street' },
    latitude: 41.69082,
    longitude: 44.80123,
    capacity: 60,
    halls: [
      {
        key: 'wine-balcony',
        layout: 'restaurant',
        name: { ka: 'დარბაზი და აივანი', en: 'Dining room and balcony' },
      },
      {
        key: 'wine-balcony-vouchers',
        name: { ka: 'ვაუჩერები', en: 'Vouchers' },
        pools: [
          { key: 'dinner', name: { ka: 'ვახშამი ორზე', en: 'Dinner for two' }, capacity: 200 },
        ],
      },
      {
        key: 'packages',
        name: { ka: 'პაკეტები', en: 'Packages' },
        pools: [
          { key: 'evening', name: { ka: 'საღამო ორზე', en: 'An evening for two' }, capacity: 100 },
        ],
      },
    ],
  },
  {
    id: 17,
    slug: 'sea-table',
    kind: 'restaurant',
    name: { ka: 'ზღვის სუფრა', en: 'The Sea Table' },
    city: { ka: 'ბათუმი', en: 'Batumi' },
    address: { ka: 'მემედ აბაშიძის ქუჩა 12', en: '12 Memed Abashidze Street' },
    latitude: 41.65012,
    longitude: 41.63871,
    capacity: 48,
    halls: [
      { key: 'sea-table', name: { ka: 'დარბაზი', en: 'Dining room' }, pools: tableNames },
      {
        key: 'sea-table-vouchers',
        name: { ka: 'ვაუჩერები', en: 'Vouchers' },
        pools: [
          { key: 'breakfast', name: { ka: 'საუზმე ორზე', en: 'Breakfast for two' }, capacity: 150 },
        ],
      },
    ],
  },
  {
    id: 18,
    slug: 'alazani-supra',
    kind: 'restaurant',
    name: { ka: 'ალაზნის სუფრა', en: 'The Alazani Supra' },
    city: { ka: 'სიღნაღი', en: 'Sighnaghi' },
    address: { ka: 'კოსტავას ქუჩა 8', en: '8 Kostava Street' },
    latitude: 41.61991,
    longitude: 45.92176,
    capacity: 48,
    halls: [
      { key: 'alazani-supra', name: { ka: 'ტერასა', en: 'Terrace' }, pools: tableNames },
      {
        key: 'alazani-vouchers',
        name: { ka: 'ვაუჩერები', en: 'Vouchers' },
        pools: [
          {
            key: 'tasting',
            name: { ka: 'ღვინის დეგუსტაცია ორზე', en: 'Wine tasting for two' },
            capacity: 120,
          },
        ],
      },
    ],
  },
]
