/** Carriers of the demo with their terms. Fares, classes and terms are examples. */
import type { AgencyTerms, Brand, RiderTerms, TimetableText } from '#modules/timetable/shapes.ts'

const hour = 3_600
const day = 24 * hour

const rider = (
  code: string,
  [ka, en, ru, az]: readonly [string, string, string, string],
  discountBasisPoints: number,
  more: Partial<RiderTerms> = {},
): RiderTerms => ({
  code,
  name: { ka, en, ru, az },
  discountBasisPoints,
  proof: null,
  ageMin: null,
  ageMax: null,
  ...more,
})

const adult = rider('adult', ['ზრდასრული', 'Adult', 'Взрослый', 'Böyük'], 0)
const child = rider('child', ['ბავშვი 5–13', 'Child 5–13', 'Ребёнок 5–13', 'Uşaq 5–13'], 5_000, {
  proof: 'birth-certificate',
  ageMin: 5,
  ageMax: 13,
})
const infant = rider(
  'infant',
  ['ბავშვი 5 წლამდე', 'Child under 5', 'Ребёнок до 5', 'Uşaq 5 yaşadək'],
  10_000,
  {
    proof: 'birth-certificate',
    ageMin: 0,
    ageMax: 4,
  },
)
const student = rider('student', ['სტუდენტი', 'Student', 'Студент', 'Tələbə'], 2_000, {
  proof: 'student-card',
})
const pensioner = rider('pensioner', ['პენსიონერი', 'Pensioner', 'Пенсионер', 'Pensiyaçı'], 2_000, {
  proof: 'pension-card',
})
const wheelchair = rider(
  'wheelchair',
  ['ეტლით მოსარგებლე', 'Wheelchair user', 'Пассажир в коляске', 'Əlil arabasında sərnişin'],
  5_000,
  { proof: 'disability-certificate' },
)
const companion = rider(
  'companion',
  ['თანმხლები', 'Companion', 'Сопровождающий', 'Müşayiətçi'],
  10_000,
)

const base: AgencyTerms = {
  holdSeconds: 900,
  saleOpensDays: 40,
  saleClosesSeconds: 600,
  passengersMax: 9,
  riders: [adult, child],
  refundTiers: [],
  childReturnsWithAdult: false,
  changeFeeMinor: 500,
  changeUntilSeconds: 3 * hour,
  freeAfterDelaySeconds: 3_600,
  nameChange: { feeMinor: 0, untilSeconds: hour, most: 2 },
  serviceFeeMinor: 100,
  channelBasisPoints: {},
  code: 'qr',
  asksDocument: false,
  asksBirthDate: false,
  asksNameKa: false,
  seatChoice: true,
  mayPassOn: true,
  perKilometreMinor: null,
  text: { ka: '', en: '' },
}

const tier = (untilSeconds: number, deductionBasisPoints: number) => ({
  untilSeconds,
  deductionBasisPoints,
})

export interface StepSeed {
  readonly kind: 'season' | 'days-ahead' | 'occupancy' | 'weekday'
  readonly from: number
  /** Exclusive. */
  readonly until: number
  readonly basisPoints: number
}

export interface CarrierSeed {
  readonly brand: Brand
  readonly merchant: { readonly id: number; readonly slug: string; readonly name: TimetableText }
  readonly phone: string
  readonly terms: AgencyTerms
  readonly steps?: readonly StepSeed[]
  readonly baggage: readonly {
    readonly code: string
    readonly name: TimetableText
    readonly priceMinor: number
    readonly perPassengerMax: number
  }[]
}

const suitcase = (priceMinor: number) => ({
  code: 'suitcase',
  name: {
    ka: 'ჩემოდანი 23 კგ-მდე',
    en: 'Suitcase up to 23 kg',
    ru: 'Чемодан до 23 кг',
    az: '23 kq-dək çamadan',
  },
  priceMinor,
  perPassengerMax: 2,
})
const bicycle = (priceMinor: number) => ({
  code: 'bicycle',
  name: { ka: 'ველოსიპედი', en: 'Bicycle', ru: 'Велосипед', az: 'Velosiped' },
  priceMinor,
  perPassengerMax: 1,
})
const skis = {
  code: 'skis',
  name: {
    ka: 'თხილამურები',
    en: 'Skis or snowboard',
    ru: 'Лыжи или сноуборд',
    az: 'Xizək və ya snoubord',
  },
  priceMinor: 500,
  perPassengerMax: 1,
}

/** Higher prices in summer on routes to the sea. */
const summer: StepSeed = { kind: 'season', from: 701, until: 901, basisPoints: 11_000 }

export const carriers: readonly CarrierSeed[] = [
  {
    brand: 'railway',
    merchant: {
      id: 21,
      slug: 'georgian-railway',
      name: {
        ka: 'საქართველოს რკინიგზა',
        en: 'Georgian Railway',
        ru: 'Грузинская железная дорога',
        az: 'Gürcüstan Dəmir Yolu',
      },
    },
    phone: '+995 1331',
    terms: {
      ...base,
      riders: [adult, child, infant, student, wheelchair, companion],
      refundTiers: [tier(15 * hour, 0), tier(4 * hour, 1_500), tier(hour, 3_000), tier(0, 10_000)],
      childReturnsWithAdult: true,
      changeFeeMinor: 200,
      changeUntilSeconds: hour,
      nameChange: { feeMinor: 300, untilSeconds: 4 * hour, most: 1 },
      code: 'aztec',
      asksDocument: true,
      asksBirthDate: true,
      asksNameKa: true,
      mayPassOn: false,
      text: {
        ka: 'ბილეთი სახელობითია: თან იქონიეთ საბუთი, რომლითაც იყიდეთ. ბავშვს 14 წლამდე სჭირდება დაბადების მოწმობა.',
        en: 'The ticket bears your name: bring the document you bought it with. Children under 14 need a birth certificate.',
        ru: 'Билет именной: возьмите документ, по которому он куплен. Детям до 14 лет нужно свидетельство о рождении.',
        az: 'Bilet adlıdır: aldığınız sənədi özünüzlə götürün. 14 yaşadək uşaqlara doğum haqqında şəhadətnamə lazımdır.',
      },
    },
    steps: [summer],
    baggage: [bicycle(500)],
  },
  {
    brand: 'ortachala',
    merchant: {
      id: 22,
      slug: 'ortachala',
      name: {
        ka: 'ორთაჭალის ხაზები',
        en: 'Ortachala Lines',
        ru: 'Линии Ортачала',
        az: 'Ortaçala xətləri',
      },
    },
    phone: '+995 32 275 34 33',
    terms: {
      ...base,
      riders: [adult, child, infant],
      refundTiers: [tier(day, 1_000), tier(4 * hour, 3_000), tier(0, 10_000)],
      changeUntilSeconds: day,
      changeFeeMinor: 1_000,
      serviceFeeMinor: 200,
      asksDocument: true,
      asksBirthDate: true,
      mayPassOn: false,
      text: {
        ka: 'საზღვრის გადასაკვეთად საჭიროა პასპორტი. იყავით სადგურზე 30 წუთით ადრე.',
        en: 'You need a passport to cross the border. Be at the station 30 minutes before departure.',
        ru: 'Для пересечения границы нужен паспорт. Будьте на станции за 30 минут до отправления.',
        az: 'Sərhədi keçmək üçün pasport lazımdır. Stansiyada 30 dəqiqə əvvəl olun.',
      },
    },
    baggage: [suitcase(1_000)],
  },
  {
    brand: 'omnibus',
    merchant: {
      id: 23,
      slug: 'omnibus',
      name: { ka: 'ომნიბუსი', en: 'Omnibus', ru: 'Омнибус', az: 'Omnibus' },
    },
    phone: '+995 32 220 08 00',
    terms: {
      ...base,
      refundTiers: [tier(12 * hour, 0), tier(2 * hour, 2_000), tier(0, 10_000)],
      saleClosesSeconds: 900,
    },
    baggage: [suitcase(500), skis],
  },
  {
    brand: 'georgianbus',
    merchant: {
      id: 24,
      slug: 'georgian-bus',
      name: { ka: 'ჯორჯიან ბასი', en: 'Georgian Bus', ru: 'Джорджиан Бас', az: 'Georgian Bus' },
    },
    phone: '+995 555 39 73 97',
    terms: {
      ...base,
      riders: [adult, child, infant],
      refundTiers: [tier(day, 0), tier(0, 10_000)],
      seatChoice: false,
      saleClosesSeconds: 300,
    },
    baggage: [suitcase(0), bicycle(2_000), skis],
  },
  {
    brand: 'citybus',
    merchant: {
      id: 25,
      slug: 'city-bus',
      name: { ka: 'სითი ბასი', en: 'City Bus', ru: 'Сити Бас', az: 'City Bus' },
    },
    phone: '+995 32 219 91 00',
    terms: {
      ...base,
      riders: [adult, child, infant, student, pensioner, wheelchair, companion],
      refundTiers: [tier(day, 500), tier(3 * hour, 2_500), tier(0, 10_000)],
      asksDocument: true,
    },
    steps: [
      { kind: 'days-ahead', from: 14, until: 400, basisPoints: 9_000 },
      { kind: 'days-ahead', from: 0, until: 1, basisPoints: 11_000 },
    ],
    baggage: [suitcase(700), skis],
  },
  {
    brand: 'metrogeorgia',
    merchant: {
      id: 26,
      slug: 'metro-georgia',
      name: { ka: 'მეტრო ჯორჯია', en: 'Metro Georgia', ru: 'Метро Джорджия', az: 'Metro Georgia' },
    },
    phone: '+995 32 236 36 36',
    terms: {
      ...base,
      riders: [adult, child, student],
      refundTiers: [tier(6 * hour, 1_000), tier(hour, 5_000), tier(0, 10_000)],
    },
    steps: [summer, { kind: 'occupancy', from: 80, until: 101, basisPoints: 11_500 }],
    baggage: [suitcase(500)],
  },
]
