/** Bus lines: real towns in the order of the road, with plausible times. */
import type { Brand, TimetableText } from '#modules/timetable/shapes.ts'
import { coachBus, comfortBus, doubleDeckBus, minibus, type VehicleSeed } from './vehicles.ts'

export interface LineSeed {
  readonly brand: Exclude<Brand, 'railway'>
  readonly number: string
  readonly vehicle: VehicleSeed
  /** Town code and minutes since the first departure. */
  readonly calls: readonly (readonly [string, number])[]
  /** Local departure times at the first stop. */
  readonly out: readonly string[]
  /** Local departure times at the last stop, for the return direction. */
  readonly back: readonly string[]
  /** Days of operation, bit 0 is Monday; every day if absent. */
  readonly weekdays?: number
  /** Price per straight-line kilometre in the cheapest class. */
  readonly perKilometreMinor: number
  /** Displayed, but sold only at the office. */
  readonly isOfficeOnly?: boolean
}

/** Stop names of a carrier, where they differ from the town's bus station. */
export const stopNames: Readonly<Record<string, TimetableText>> = {
  'ortachala tbilisi': {
    ka: 'ორთაჭალის ავტოსადგური',
    en: 'Ortachala bus station',
    ru: 'Автовокзал Ортачала',
    az: 'Ortaçala avtovağzalı',
  },
  'ortachala istanbul': {
    ka: 'ესენლერის ავტოსადგური',
    en: 'Esenler bus station',
    ru: 'Автовокзал Эсенлер',
    az: 'Esenler avtovağzalı',
  },
  'omnibus tbilisi': {
    ka: 'ცენტრალური ავტოსადგური',
    en: 'Central bus station',
    ru: 'Центральный автовокзал',
    az: 'Mərkəzi avtovağzal',
  },
  'georgianbus tbilisi': {
    ka: 'თავისუფლების მოედანი',
    en: 'Liberty Square',
    ru: 'Площадь Свободы',
    az: 'Azadlıq meydanı',
  },
  'georgianbus batumi': {
    ka: 'ბათუმის ბულვარი',
    en: 'Batumi Boulevard',
    ru: 'Батумский бульвар',
    az: 'Batumi bulvarı',
  },
  'georgianbus kutaisi-airport': {
    ka: 'აეროპორტის ტერმინალი',
    en: 'Airport terminal',
    ru: 'Терминал аэропорта',
    az: 'Hava limanı terminalı',
  },
  'citybus tbilisi': { ka: 'დიდუბე', en: 'Didube', ru: 'Дидубе', az: 'Didube' },
  'metrogeorgia tbilisi': {
    ka: 'სადგურის მოედანი',
    en: 'Station Square',
    ru: 'Вокзальная площадь',
    az: 'Vağzal meydanı',
  },
}

export const lines: readonly LineSeed[] = [
  {
    brand: 'ortachala',
    number: 'E1',
    vehicle: coachBus,
    calls: [
      ['tbilisi', 0],
      ['vanadzor', 210],
      ['yerevan', 360],
    ],
    out: ['08:30', '10:30', '13:00', '17:00'],
    back: ['08:30', '11:00', '14:00', '17:00'],
    perKilometreMinor: 26,
  },
  {
    brand: 'ortachala',
    number: 'T1',
    vehicle: doubleDeckBus,
    calls: [
      ['tbilisi', 0],
      ['kutaisi', 240],
      ['batumi', 390],
      ['rize', 570],
      ['trabzon', 660],
    ],
    out: ['20:00'],
    back: ['19:00'],
    perKilometreMinor: 17,
  },
  {
    brand: 'ortachala',
    number: 'T2',
    vehicle: doubleDeckBus,
    calls: [
      ['tbilisi', 0],
      ['batumi', 370],
      ['trabzon', 640],
      ['istanbul', 1620],
    ],
    out: ['09:00'],
    back: ['10:00'],
    perKilometreMinor: 11,
  },
  {
    brand: 'ortachala',
    number: 'B1',
    vehicle: coachBus,
    calls: [
      ['tbilisi', 0],
      ['ganja', 240],
      ['baku', 570],
    ],
    out: ['21:00'],
    back: ['21:30'],
    weekdays: 0b1010101,
    perKilometreMinor: 12,
    isOfficeOnly: true,
  },
  {
    brand: 'omnibus',
    number: '101',
    vehicle: coachBus,
    calls: [
      ['tbilisi', 0],
      ['gori', 75],
      ['khashuri', 120],
      ['zestafoni', 185],
      ['kutaisi', 230],
    ],
    out: ['08:00', '11:00', '14:00', '17:30'],
    back: ['07:30', '10:30', '14:30', '18:00'],
    perKilometreMinor: 13,
  },
  {
    brand: 'omnibus',
    number: '103',
    vehicle: coachBus,
    calls: [
      ['tbilisi', 0],
      ['khashuri', 115],
      ['borjomi', 155],
      ['akhaltsikhe', 205],
    ],
    out: ['09:00', '15:00'],
    back: ['08:00', '15:30'],
    perKilometreMinor: 13,
  },
  {
    brand: 'omnibus',
    number: '105',
    vehicle: minibus,
    calls: [
      ['tbilisi', 0],
      ['telavi', 110],
    ],
    out: ['08:00', '10:00', '13:00', '16:00', '18:30'],
    back: ['07:00', '10:00', '13:00', '16:00', '18:00'],
    perKilometreMinor: 20,
  },
  {
    brand: 'omnibus',
    number: '107',
    vehicle: minibus,
    calls: [
      ['tbilisi', 0],
      ['sighnaghi', 110],
      ['lagodekhi', 160],
    ],
    out: ['09:30', '17:00'],
    back: ['07:30', '15:00'],
    perKilometreMinor: 15,
  },
  {
    brand: 'omnibus',
    number: '109',
    vehicle: minibus,
    calls: [
      ['tbilisi', 0],
      ['mtskheta', 25],
      ['gudauri', 135],
      ['stepantsminda', 180],
    ],
    out: ['08:30', '12:00', '16:00'],
    back: ['09:00', '13:00', '17:00'],
    perKilometreMinor: 21,
  },
  {
    brand: 'omnibus',
    number: '111',
    vehicle: minibus,
    calls: [
      ['borjomi', 0],
      ['bakuriani', 50],
    ],
    out: ['09:00', '12:00', '16:00', '19:00'],
    back: ['08:00', '10:30', '14:30', '17:30'],
    perKilometreMinor: 50,
  },
  {
    brand: 'georgianbus',
    number: 'KUT-TBS',
    vehicle: coachBus,
    calls: [
      ['kutaisi-airport', 0],
      ['tbilisi', 240],
    ],
    out: ['00:30', '03:00', '07:00', '11:30', '15:00', '19:30', '23:00'],
    back: ['00:15', '03:30', '07:30', '11:00', '15:30', '19:00', '22:30'],
    perKilometreMinor: 17,
  },
  {
    brand: 'georgianbus',
    number: 'KUT-BUS',
    vehicle: coachBus,
    calls: [
      ['kutaisi-airport', 0],
      ['kobuleti', 85],
      ['batumi', 120],
    ],
    out: ['01:00', '07:15', '12:00', '16:00', '20:30'],
    back: ['02:00', '06:30', '11:00', '15:00', '20:00'],
    perKilometreMinor: 26,
  },
  {
    brand: 'georgianbus',
    number: 'KUT-KTS',
    vehicle: minibus,
    calls: [
      ['kutaisi-airport', 0],
      ['kutaisi', 30],
    ],
    out: ['01:00', '07:00', '11:45', '15:30', '20:00', '23:15'],
    back: ['03:45', '08:00', '12:30', '16:30', '21:00'],
    perKilometreMinor: 48,
  },
  {
    brand: 'georgianbus',
    number: 'KUT-MES',
    vehicle: minibus,
    calls: [
      ['kutaisi-airport', 0],
      ['zugdidi', 90],
      ['mestia', 270],
    ],
    out: ['08:00'],
    back: ['13:00'],
    perKilometreMinor: 45,
  },
  {
    brand: 'citybus',
    number: '1',
    vehicle: comfortBus,
    calls: [
      ['tbilisi', 0],
      ['gori', 70],
      ['kutaisi', 220],
      ['kobuleti', 345],
      ['batumi', 380],
    ],
    out: ['07:00', '09:00', '12:00', '15:00', '23:30'],
    back: ['07:30', '10:00', '13:00', '16:00', '23:00'],
    perKilometreMinor: 14,
  },
  {
    brand: 'citybus',
    number: '2',
    vehicle: comfortBus,
    calls: [
      ['tbilisi', 0],
      ['kutaisi', 220],
      ['senaki', 265],
      ['zugdidi', 310],
    ],
    out: ['09:30', '16:00'],
    back: ['08:00', '15:30'],
    perKilometreMinor: 13,
  },
  {
    brand: 'citybus',
    number: '3',
    vehicle: comfortBus,
    calls: [
      ['tbilisi', 0],
      ['samtredia', 250],
      ['poti', 320],
    ],
    out: ['10:00', '17:30'],
    back: ['07:00', '15:00'],
    perKilometreMinor: 13,
  },
  {
    brand: 'citybus',
    number: '4',
    vehicle: minibus,
    calls: [
      ['tbilisi-airport', 0],
      ['tbilisi', 30],
      ['rustavi', 65],
    ],
    out: ['06:00', '09:00', '12:00', '15:00', '18:00', '21:00'],
    back: ['05:30', '08:30', '11:30', '14:30', '17:30', '20:30'],
    perKilometreMinor: 45,
  },
  {
    brand: 'metrogeorgia',
    number: 'M1',
    vehicle: doubleDeckBus,
    calls: [
      ['tbilisi', 0],
      ['kutaisi', 215],
      ['ureki', 310],
      ['kobuleti', 335],
      ['batumi', 365],
    ],
    out: ['08:00', '11:00', '14:00', '18:00', '21:00', '23:55'],
    back: ['08:00', '11:00', '14:00', '18:00', '21:00', '23:55'],
    perKilometreMinor: 15,
  },
  {
    brand: 'metrogeorgia',
    number: 'M2',
    vehicle: doubleDeckBus,
    calls: [
      ['tbilisi', 0],
      ['kutaisi', 215],
    ],
    out: ['09:30', '16:30'],
    back: ['09:30', '16:30'],
    perKilometreMinor: 14,
  },
]
