/** Cinemas of the demo: invented cinemas at real addresses. */
import type { LocalizedText } from '#kernel/locale.ts'
import type { HallPlanKey } from './layouts.ts'

export interface CinemaSeed {
  readonly slug: string
  readonly name: LocalizedText
  readonly city: LocalizedText
  readonly address: LocalizedText
  readonly latitude: number
  readonly longitude: number
  readonly isCapital: boolean
  readonly halls: readonly (readonly [
    plan: HallPlanKey,
    ...formats: ('2D' | '3D' | 'IMAX' | 'ScreenX')[],
  ])[]
}

const tbilisi: LocalizedText = { ka: 'თბილისი', en: 'Tbilisi' }

export const cinemas: readonly CinemaSeed[] = [
  {
    slug: 'kino-isari',
    name: { ka: 'კინო ისარი', en: 'Kino Isari' },
    city: tbilisi,
    address: { ka: 'აღმაშენებლის ხეივანი, მე-16 კმ', en: 'Aghmashenebeli Alley, 16th km' },
    latitude: 41.8029,
    longitude: 44.7682,
    isCapital: true,
    halls: [
      ['grand', '2D', 'IMAX'],
      ['large', '2D', '3D'],
      ['wide', '2D', 'ScreenX'],
      ['large', '2D', '3D'],
      ['medium', '2D', '3D'],
      ['medium', '2D'],
      ['small', '2D'],
      ['lounge', '2D'],
    ],
  },
  {
    slug: 'kino-samgori',
    name: { ka: 'კინო სამგორი', en: 'Kino Samgori' },
    city: tbilisi,
    address: { ka: 'კახეთის გზატკეცილი', en: 'Kakheti Highway' },
    latitude: 41.6895,
    longitude: 44.8999,
    isCapital: true,
    halls: [
      ['grand', '2D', 'IMAX'],
      ['large', '2D', '3D'],
      ['wide', '2D', 'ScreenX'],
      ['medium', '2D', '3D'],
      ['medium', '2D'],
      ['small', '2D'],
      ['lounge', '2D'],
    ],
  },
  {
    slug: 'kino-rustaveli',
    name: { ka: 'კინო გამზირი', en: 'Kino Gamziri' },
    city: tbilisi,
    address: { ka: 'რუსთაველის გამზირი', en: 'Rustaveli Avenue' },
    latitude: 41.6957,
    longitude: 44.8005,
    isCapital: true,
    halls: [
      ['large', '2D', '3D'],
      ['medium', '2D', '3D'],
      ['medium', '2D'],
      ['small', '2D'],
      ['small', '2D'],
      ['lounge', '2D'],
      ['lounge', '2D'],
    ],
  },
  {
    slug: 'kino-saburtalo',
    name: { ka: 'კინო საბურთალო', en: 'Kino Saburtalo' },
    city: tbilisi,
    address: { ka: 'პეკინის გამზირი', en: 'Pekini Avenue' },
    latitude: 41.7256,
    longitude: 44.7683,
    isCapital: true,
    halls: [
      ['large', '2D', '3D'],
      ['wide', '2D', 'ScreenX'],
      ['medium', '2D', '3D'],
      ['medium', '2D'],
      ['small', '2D'],
      ['small', '2D'],
    ],
  },
  {
    slug: 'kino-batumi',
    name: { ka: 'კინო ბულვარი', en: 'Kino Bulvari' },
    city: { ka: 'ბათუმი', en: 'Batumi' },
    address: { ka: 'შერიფ ხიმშიაშვილის ქუჩა', en: 'Sherif Khimshiashvili Street' },
    latitude: 41.6409,
    longitude: 41.6144,
    isCapital: false,
    halls: [
      ['large', '2D', '3D'],
      ['medium', '2D', '3D'],
      ['medium', '2D'],
      ['small', '2D'],
      ['small', '2D'],
      ['lounge', '2D'],
    ],
  },
  {
    slug: 'kino-kutaisi',
    name: { ka: 'კინო რიონი', en: 'Kino Rioni' },
    city: { ka: 'ქუთაისი', en: 'Kutaisi' },
    address: { ka: 'ჭავჭავაძის გამზირი', en: 'Chavchavadze Avenue' },
    latitude: 42.2662,
    longitude: 42.718,
    isCapital: false,
    halls: [
      ['large', '2D', '3D'],
      ['medium', '2D', '3D'],
      ['medium', '2D'],
      ['small', '2D'],
      ['small', '2D'],
      ['lounge', '2D'],
    ],
  },
]

export const products = [
  {
    id: 101,
    kind: 'glasses',
    name: { ka: '3D სათვალე', en: '3D glasses' },
    price_minor: 300,
    formats: ['3D', 'IMAX'],
  },
  {
    id: 102,
    kind: 'food',
    name: { ka: 'პოპკორნი, დიდი', en: 'Popcorn, large' },
    price_minor: 1_000,
    formats: null,
  },
  {
    id: 103,
    kind: 'food',
    name: { ka: 'პოპკორნი, პატარა', en: 'Popcorn, small' },
    price_minor: 700,
    formats: null,
  },
  {
    id: 104,
    kind: 'food',
    name: { ka: 'ნაჩოსი ყველის სოუსით', en: 'Nachos with cheese dip' },
    price_minor: 1_200,
    formats: null,
  },
  {
    id: 105,
    kind: 'drink',
    name: { ka: 'ლიმონათი, 0,5\u00A0ლ', en: 'Lemonade, 0.5\u00A0l' },
    price_minor: 550,
    formats: null,
  },
  {
    id: 106,
    kind: 'drink',
    name: { ka: 'წყალი, 0,5\u00A0ლ', en: 'Water, 0.5\u00A0l' },
    price_minor: 250,
    formats: null,
  },
] as const
