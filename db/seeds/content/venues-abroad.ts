/** Venues abroad: real places with their local time zones. */
import type { VenueSeed } from './types.ts'

export const venuesAbroad: readonly VenueSeed[] = [
  {
    id: 19,
    slug: 'wiener-konzerthaus',
    kind: 'hall',
    name: { ka: 'ვენის კონცერთჰაუსი', en: 'Wiener Konzerthaus' },
    city: { ka: 'ვენა', en: 'Vienna' },
    address: { ka: 'ლოთრინგერშტრასე 20', en: '20 Lothringerstrasse' },
    latitude: 48.20051,
    longitude: 16.37727,
    timeZone: 'Europe/Vienna',
    halls: [
      {
        key: 'vienna',
        layout: 'smallHall283',
        name: { ka: 'შუბერტის დარბაზი', en: 'Schubert Hall' },
      },
    ],
  },
  {
    id: 20,
    slug: 'union-chapel',
    kind: 'hall',
    name: { ka: 'იუნიონ ჩეპელი', en: 'Union Chapel' },
    city: { ka: 'ლონდონი', en: 'London' },
    address: { ka: 'კომპტონ ავენიუ 19', en: '19 Compton Avenue' },
    latitude: 51.54434,
    longitude: -0.10254,
    timeZone: 'Europe/London',
    halls: [
      {
        key: 'london',
        name: { ka: 'დარბაზი', en: 'The hall' },
        pools: [
          { key: 'stalls', name: { ka: 'პარტერი', en: 'Stalls' }, capacity: 500 },
          { key: 'gallery', name: { ka: 'გალერეა', en: 'Gallery' }, capacity: 400 },
        ],
      },
    ],
  },
  {
    id: 21,
    slug: 'beacon-theatre',
    kind: 'theatre',
    name: { ka: 'ბიკონის თეატრი', en: 'Beacon Theatre' },
    city: { ka: 'ნიუ-იორკი', en: 'New York' },
    address: { ka: 'ბროდვეი 2124', en: '2124 Broadway' },
    latitude: 40.78052,
    longitude: -73.98117,
    timeZone: 'America/New_York',
    halls: [
      {
        key: 'new-york',
        name: { ka: 'დარბაზი', en: 'The hall' },
        pools: [
          { key: 'orchestra', name: { ka: 'პარტერი', en: 'Orchestra' }, capacity: 900 },
          { key: 'balcony', name: { ka: 'აივანი', en: 'Balcony' }, capacity: 500 },
        ],
      },
    ],
  },
]
