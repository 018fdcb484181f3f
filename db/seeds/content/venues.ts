/** Venues of the demo: real places with seat maps drawn for the demo. */
import type { LocalizedText } from '#kernel/locale.ts'
import type { VenueSeed } from './types.ts'
import { restaurantVenues } from './venues-restaurants.ts'
import { venuesAbroad } from './venues-abroad.ts'

const tbilisi: LocalizedText = { ka: 'თბილისი', en: 'Tbilisi' }

const venuesOfShows: readonly VenueSeed[] = [
  {
    id: 1,
    slug: 'tbilisi-opera',
    kind: 'opera',
    name: { ka: 'თბილისის ოპერისა და ბალეტის თეატრი', en: 'Tbilisi Opera and Ballet Theatre' },
    city: tbilisi,
    address: { ka: 'რუსთაველის გამზირი 25', en: '25 Rustaveli Avenue' },
    latitude: 41.70131,
    longitude: 44.79633,
    halls: [{ key: 'opera', layout: 'opera', name: { ka: 'დიდი დარბაზი', en: 'Main auditorium' } }],
  },
  {
    id: 2,
    slug: 'rustaveli-theatre',
    kind: 'theatre',
    name: { ka: 'რუსთაველის თეატრი', en: 'Rustaveli Theatre' },
    city: tbilisi,
    address: { ka: 'რუსთაველის გამზირი 17', en: '17 Rustaveli Avenue' },
    latitude: 41.69927,
    longitude: 44.79788,
    halls: [
      { key: 'rustaveli', layout: 'theatre', name: { ka: 'დიდი სცენა', en: 'Great stage' } },
      {
        key: 'rustaveli-small',
        layout: 'smallHall283',
        name: { ka: 'მცირე სცენა', en: 'Small stage' },
      },
      {
        key: 'rustaveli-studio',
        layout: 'smallHall182',
        name: { ka: 'ექსპერიმენტული სცენა', en: 'Studio stage' },
      },
    ],
  },
  {
    id: 3,
    slug: 'tbilisi-concert-hall',
    kind: 'hall',
    name: { ka: 'თბილისის საკონცერტო დარბაზი', en: 'Tbilisi Concert Hall' },
    city: tbilisi,
    address: { ka: 'მელიქიშვილის გამზირი 1', en: '1 Melikishvili Avenue' },
    latitude: 41.70776,
    longitude: 44.78551,
    halls: [
      {
        key: 'concert-hall',
        layout: 'theatre',
        name: { ka: 'საკონცერტო დარბაზი', en: 'Concert hall' },
      },
    ],
  },
  {
    id: 4,
    slug: 'sports-palace',
    kind: 'arena',
    name: { ka: 'თბილისის სპორტის სასახლე', en: 'Tbilisi Sports Palace' },
    city: tbilisi,
    address: { ka: '26 მაისის მოედანი 1', en: '1 May 26 Square' },
    latitude: 41.72052,
    longitude: 44.77939,
    capacity: 11_000,
    halls: [
      {
        key: 'sports-palace',
        layout: 'arena',
        name: { ka: 'არენა, საკონცერტო განლაგება', en: 'Arena, concert layout' },
      },
      {
        key: 'palace-basketball',
        layout: 'palaceBasketball',
        name: { ka: 'კალათბურთის განლაგება', en: 'Basketball layout' },
      },
      {
        key: 'palace-concert',
        layout: 'palaceConcert',
        name: { ka: 'სცენა შუაში', en: 'Stage in the middle' },
      },
    ],
  },
  {
    id: 5,
    slug: 'dinamo-arena',
    kind: 'stadium',
    name: { ka: 'დინამო არენა', en: 'Dinamo Arena' },
    city: tbilisi,
    address: { ka: 'აკაკი წერეთლის გამზირი 2', en: '2 Akaki Tsereteli Avenue' },
    latitude: 41.72292,
    longitude: 44.78976,
    halls: [{ key: 'dinamo', layout: 'stadium', name: { ka: 'სტადიონი', en: 'Stadium' } }],
  },
  {
    id: 6,
    slug: 'black-sea-arena',
    kind: 'arena',
    name: { ka: 'ბლექ სი არენა', en: 'Black Sea Arena' },
    city: { ka: 'შეკვეთილი', en: 'Shekvetili' },
    address: { ka: 'შეკვეთილი, ოზურგეთის მუნიციპალიტეტი', en: 'Shekvetili, Ozurgeti district' },
    latitude: 41.91934,
    longitude: 41.77228,
    halls: [
      {
        key: 'black-sea-arena',
        layout: 'arena',
        name: { ka: 'ღია არენა', en: 'Open-air arena' },
      },
    ],
  },
  {
    id: 7,
    slug: 'batumi-drama-theatre',
    kind: 'theatre',
    name: { ka: 'ბათუმის დრამატული თეატრი', en: 'Batumi Drama Theatre' },
    city: { ka: 'ბათუმი', en: 'Batumi' },
    address: { ka: 'შოთა რუსთაველის ქუჩა 1', en: '1 Shota Rustaveli Street' },
    latitude: 41.65173,
    longitude: 41.63634,
    halls: [{ key: 'batumi', layout: 'theatre', name: { ka: 'დიდი დარბაზი', en: 'Main hall' } }],
  },
  {
    id: 8,
    slug: 'meskhishvili-theatre',
    kind: 'theatre',
    name: { ka: 'მესხიშვილის თეატრი', en: 'Meskhishvili Theatre' },
    city: { ka: 'ქუთაისი', en: 'Kutaisi' },
    address: { ka: 'დავით აღმაშენებლის მოედანი 1', en: '1 David Aghmashenebeli Square' },
    latitude: 42.27122,
    longitude: 42.70553,
    halls: [
      { key: 'kutaisi', layout: 'smallHall283', name: { ka: 'მთავარი სცენა', en: 'Main stage' } },
    ],
  },
  {
    id: 9,
    slug: 'rustavi-theatre',
    kind: 'theatre',
    name: { ka: 'რუსთავის თეატრი', en: 'Rustavi Theatre' },
    city: { ka: 'რუსთავი', en: 'Rustavi' },
    address: { ka: 'მშვიდობის ქუჩა 2', en: '2 Mshvidoba Street' },
    latitude: 41.54652,
    longitude: 45.00914,
    halls: [
      { key: 'rustavi', layout: 'smallHall283', name: { ka: 'დიდი დარბაზი', en: 'Main hall' } },
    ],
  },
  {
    id: 10,
    slug: 'telavi-theatre',
    kind: 'theatre',
    name: { ka: 'თელავის თეატრი', en: 'Telavi Theatre' },
    city: { ka: 'თელავი', en: 'Telavi' },
    address: { ka: 'ერეკლე მეორის გამზირი 1', en: '1 Erekle II Avenue' },
    latitude: 41.91966,
    longitude: 45.47436,
    halls: [
      { key: 'telavi', layout: 'smallHall182', name: { ka: 'მთავარი სცენა', en: 'Main stage' } },
    ],
  },
  {
    id: 11,
    slug: 'saqarkhno',
    kind: 'club',
    name: { ka: 'საქარხნო', en: 'Saqarkhno' },
    city: tbilisi,
    address: { ka: 'ეგნატე ნინოშვილის ქუჩა 24', en: '24 Egnate Ninoshvili Street' },
    latitude: 41.70951,
    longitude: 44.80284,
    halls: [{ key: 'club', layout: 'club', name: { ka: 'კლუბი', en: 'Club' } }],
  },
  {
    id: 12,
    slug: 'mtatsminda-club',
    kind: 'club',
    name: { ka: 'მთაწმინდის კლუბი', en: 'Mtatsminda Club' },
    city: tbilisi,
    address: { ka: 'ბესიკის ქუჩა 15', en: '15 Besiki Street' },
    latitude: 41.69832,
    longitude: 44.79284,
    halls: [
      {
        key: 'tables',
        layout: 'tableHall',
        name: { ka: 'დარბაზი მაგიდებით', en: 'Hall with tables' },
      },
    ],
  },
  {
    id: 13,
    slug: 'mtskheta-amphitheatre',
    kind: 'open-air',
    name: { ka: 'მცხეთის ამფითეატრი', en: 'Mtskheta Amphitheatre' },
    city: { ka: 'მცხეთა', en: 'Mtskheta' },
    address: { ka: 'არსუკიძის ქუჩა 10', en: '10 Arsukidze Street' },
    latitude: 41.84213,
    longitude: 44.72068,
    halls: [
      {
        key: 'mtskheta',
        name: { ka: 'ღია ცის ქვეშ', en: 'Open air' },
        pools: [
          {
            key: 'steps',
            name: { ka: 'ამფითეატრის საფეხურები', en: 'Amphitheatre steps' },
            capacity: 1_100,
          },
          { key: 'lawn', name: { ka: 'გაზონი', en: 'Lawn' }, capacity: 400 },
        ],
      },
    ],
  },
  {
    id: 14,
    slug: 'national-gallery',
    kind: 'gallery',
    name: { ka: 'ეროვნული გალერეა', en: 'National Gallery' },
    city: tbilisi,
    address: { ka: 'რუსთაველის გამზირი 11', en: '11 Rustaveli Avenue' },
    latitude: 41.69774,
    longitude: 44.79967,
    halls: [
      {
        key: 'gallery',
        name: { ka: 'საგამოფენო დარბაზები', en: 'Exhibition halls' },
        pools: [
          { key: 'adult', name: { ka: 'ზრდასრული', en: 'Adult' }, capacity: 180 },
          { key: 'student', name: { ka: 'მოსწავლე, სტუდენტი', en: 'Student' }, capacity: 60 },
        ],
      },
    ],
  },
  {
    id: 15,
    slug: 'rike-park',
    kind: 'open-air',
    name: { ka: 'რიყის პარკი', en: 'Rike Park' },
    city: tbilisi,
    address: { ka: 'რიყის პარკი', en: 'Rike Park' },
    latitude: 41.69331,
    longitude: 44.81049,
    halls: [
      {
        key: 'rike',
        name: { ka: 'პარკი', en: 'The park' },
        pools: [{ key: 'entry', name: { ka: 'მონაწილე', en: 'Runner' }, capacity: 3_000 }],
      },
    ],
  },
]

/** Restaurants and venues abroad are appended, so that existing ids do not change. */
export const venues: readonly VenueSeed[] = [...venuesOfShows, ...restaurantVenues, ...venuesAbroad]
