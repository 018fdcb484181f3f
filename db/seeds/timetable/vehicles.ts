/** Generates the seat plans of coaches and buses: rows of seats on both sides of an aisle. */
import { placeAttribute, type TimetableText, type VehiclePlan } from '#modules/timetable/shapes.ts'

export interface SeatSeed {
  readonly coach: number
  readonly label: string
  readonly classCode: string
  readonly x: number
  readonly y: number
  readonly facing: number
  readonly attributes: number
}

export interface VehicleSeed {
  readonly code: string
  readonly name: TimetableText
  readonly plan: VehiclePlan
  readonly seats: readonly SeatSeed[]
}

interface Section {
  readonly classCode: string
  readonly rows: number
  /** Number of seats on each side of the aisle, as in `2+2`. */
  readonly left: number
  readonly right: number
  /** Whether rows face each other across a table. */
  readonly hasTables?: boolean
  /** Number of wheelchair spaces with a companion seat, at the end. */
  readonly wheelchairs?: number
  /** Number of last seats blocked by the carrier. */
  readonly keptBack?: number
}

interface Deck {
  readonly coach: number
  readonly deck: number
  readonly sections: readonly Section[]
}

const coachName = (number: number, deck: number): TimetableText =>
  deck === 0
    ? {
        ka: `ვაგონი ${number}`,
        en: `Coach ${number}`,
        ru: `Вагон ${number}`,
        az: `${number}-ci vaqon`,
      }
    : deck === 1
      ? {
          ka: `ვაგონი ${number}, ქვედა სართული`,
          en: `Coach ${number}, lower deck`,
          ru: `Вагон ${number}, нижний этаж`,
          az: `${number}-ci vaqon, alt mərtəbə`,
        }
      : {
          ka: `ვაგონი ${number}, ზედა სართული`,
          en: `Coach ${number}, upper deck`,
          ru: `Вагон ${number}, верхний этаж`,
          az: `${number}-ci vaqon, üst mərtəbə`,
        }

/** A bus has no coaches: what is in it is its saloon, or one of its decks. */
const saloonName = (_number: number, deck: number): TimetableText =>
  deck === 0
    ? { ka: 'სალონი', en: 'Saloon', ru: 'Салон', az: 'Salon' }
    : deck === 1
      ? { ka: 'ქვედა სართული', en: 'Lower deck', ru: 'Нижний этаж', az: 'Alt mərtəbə' }
      : { ka: 'ზედა სართული', en: 'Upper deck', ru: 'Верхний этаж', az: 'Üst mərtəbə' }

/** Builds a vehicle from its decks; seats are numbered through each coach. */
export function buildVehicle(
  code: string,
  name: TimetableText,
  decks: readonly Deck[],
  nameOf = coachName,
): VehicleSeed {
  const numbers = new Map<number, number>()
  const built = decks.map((deck) => buildDeck(deck, numbers, nameOf))
  return {
    code,
    name,
    plan: { coaches: built.map(({ plan }) => plan) },
    seats: built.flatMap(({ seats }) => seats),
  }
}

function buildDeck(
  { coach, deck, sections }: Deck,
  numbers: Map<number, number>,
  nameOf: typeof coachName,
) {
  const seats: SeatSeed[] = []
  const marks: VehiclePlan['coaches'][number]['marks'] = [
    { kind: 'door', x: 0, y: 0, width: 1, height: 1 },
  ]
  let x = 1
  let height = 0
  const next = (): string => {
    const number = (numbers.get(coach) ?? 0) + 1
    numbers.set(coach, number)
    return String(number)
  }
  for (const section of sections) {
    const width = section.left + section.right + 1
    height = Math.max(height, width)
    for (let row = 0; row < section.rows; row += 1) {
      const facing = section.hasTables ? (row % 2 === 0 ? 1 : -1) : 1
      if (section.hasTables && row % 2 === 0 && row + 1 < section.rows) {
        marks.push({ kind: 'table', x: x + 1, y: 0, width: 1, height: section.left })
        marks.push({
          kind: 'table',
          x: x + 1,
          y: section.left + 1,
          width: 1,
          height: section.right,
        })
      }
      for (let y = 0; y < width; y += 1) {
        if (y === section.left) continue
        const isWindow = y === 0 || y === width - 1
        const isAisle = y === section.left - 1 || y === section.left + 1
        seats.push({
          coach,
          label: next(),
          classCode: section.classCode,
          x,
          y,
          facing,
          attributes:
            (isWindow ? placeAttribute.window : 0) |
            (isAisle ? placeAttribute.aisle : 0) |
            (section.hasTables ? placeAttribute.table : 0) |
            (deck === 2 ? placeAttribute.upperDeck : 0),
        })
      }
      x += section.hasTables && row % 2 === 0 ? 2 : 1
    }
    for (let chair = 0; chair < (section.wheelchairs ?? 0); chair += 1) {
      for (const [y, attributes] of [
        [0, placeAttribute.wheelchair],
        [1, placeAttribute.companion],
      ] as const)
        seats.push({
          coach,
          label: next(),
          classCode: section.classCode,
          x,
          y,
          facing: 1,
          attributes,
        })
      x += 1
    }
    keepBack(seats, section.keptBack ?? 0)
    x += 1
  }
  marks.push({ kind: 'door', x, y: 0, width: 1, height: 1 })
  return {
    plan: { number: coach, name: nameOf(coach, deck), deck, width: x + 1, height, marks },
    seats,
  }
}

function keepBack(seats: SeatSeed[], count: number): void {
  for (let index = seats.length - count; index < seats.length; index += 1) {
    const seat = seats[index]
    if (seat) seats[index] = { ...seat, attributes: seat.attributes | placeAttribute.keptBack }
  }
}

const second = (rows: number, more: Partial<Section> = {}): Section => ({
  classCode: 'second',
  rows,
  left: 3,
  right: 2,
  ...more,
})

/** Four double-deck coaches like the Stadler KISS: business class 2+2, the others 3+2. */
export const doubleDeckTrain = buildVehicle(
  'kiss',
  {
    ka: 'ორსართულიანი მატარებელი',
    en: 'Double-deck train',
    ru: 'Двухэтажный поезд',
    az: 'İkimərtəbəli qatar',
  },
  [
    {
      coach: 1,
      deck: 1,
      sections: [{ classCode: 'first', rows: 6, left: 3, right: 2, hasTables: true }],
    },
    {
      coach: 1,
      deck: 2,
      sections: [{ classCode: 'business', rows: 6, left: 2, right: 2, hasTables: true }],
    },
    { coach: 2, deck: 1, sections: [second(7, { wheelchairs: 2 })] },
    { coach: 2, deck: 2, sections: [second(9)] },
    { coach: 3, deck: 1, sections: [second(8)] },
    { coach: 3, deck: 2, sections: [second(9)] },
    { coach: 4, deck: 1, sections: [second(6, { keptBack: 2 })] },
    { coach: 4, deck: 2, sections: [second(9)] },
  ],
)

export const expressTrain = buildVehicle(
  'express',
  { ka: 'სწრაფი მატარებელი', en: 'Express train', ru: 'Скорый поезд', az: 'Sürət qatarı' },
  [
    {
      coach: 1,
      deck: 0,
      sections: [
        { classCode: 'first', rows: 10, left: 2, right: 1, hasTables: true, wheelchairs: 1 },
      ],
    },
    { coach: 2, deck: 0, sections: [{ classCode: 'second', rows: 16, left: 2, right: 2 }] },
    {
      coach: 3,
      deck: 0,
      sections: [{ classCode: 'second', rows: 16, left: 2, right: 2, keptBack: 2 }],
    },
  ],
)

export const suburbanTrain = buildVehicle(
  'suburban',
  { ka: 'ელექტრომატარებელი', en: 'Suburban train', ru: 'Электричка', az: 'Elektrik qatarı' },
  [
    { coach: 1, deck: 0, sections: [second(12, { wheelchairs: 1 })] },
    { coach: 2, deck: 0, sections: [second(13)] },
  ],
)

export const nightTrain = buildVehicle(
  'night',
  { ka: 'ღამის მატარებელი', en: 'Night train', ru: 'Ночной поезд', az: 'Gecə qatarı' },
  [
    { coach: 1, deck: 0, sections: [{ classCode: 'sleeper', rows: 9, left: 1, right: 1 }] },
    {
      coach: 2,
      deck: 0,
      sections: [{ classCode: 'couchette', rows: 9, left: 2, right: 2, hasTables: true }],
    },
    {
      coach: 3,
      deck: 0,
      sections: [{ classCode: 'couchette', rows: 9, left: 2, right: 2, hasTables: true }],
    },
  ],
)

const busName = { ka: 'ავტობუსი', en: 'Coach', ru: 'Автобус', az: 'Avtobus' }

export const coachBus = buildVehicle(
  'coach-49',
  busName,
  [
    {
      coach: 1,
      deck: 0,
      sections: [{ classCode: 'standard', rows: 12, left: 2, right: 2, keptBack: 1 }],
    },
  ],
  saloonName,
)

export const comfortBus = buildVehicle(
  'comfort-33',
  {
    ka: 'კომფორტის ავტობუსი',
    en: 'Comfort coach',
    ru: 'Автобус «Комфорт»',
    az: 'Komfort avtobusu',
  },
  [
    {
      coach: 1,
      deck: 0,
      sections: [
        { classCode: 'comfort', rows: 3, left: 2, right: 1 },
        { classCode: 'standard', rows: 8, left: 2, right: 1, wheelchairs: 1 },
      ],
    },
  ],
  saloonName,
)

export const doubleDeckBus = buildVehicle(
  'double-deck-69',
  {
    ka: 'ორსართულიანი ავტობუსი',
    en: 'Double-deck coach',
    ru: 'Двухэтажный автобус',
    az: 'İkimərtəbəli avtobus',
  },
  [
    {
      coach: 1,
      deck: 1,
      sections: [{ classCode: 'comfort', rows: 5, left: 2, right: 1, hasTables: true }],
    },
    { coach: 1, deck: 2, sections: [{ classCode: 'standard', rows: 13, left: 2, right: 2 }] },
  ],
  saloonName,
)

export const minibus = buildVehicle(
  'minibus-18',
  { ka: 'მიკროავტობუსი', en: 'Minibus', ru: 'Микроавтобус', az: 'Mikroavtobus' },
  [{ coach: 1, deck: 0, sections: [{ classCode: 'standard', rows: 6, left: 2, right: 1 }] }],
  saloonName,
)

export const classNames: Readonly<Record<string, TimetableText>> = {
  business: { ka: 'ბიზნესკლასი', en: 'Business', ru: 'Бизнес', az: 'Biznes' },
  first: { ka: 'I კლასი', en: 'First class', ru: 'I класс', az: 'I sinif' },
  second: { ka: 'II კლასი', en: 'Second class', ru: 'II класс', az: 'II sinif' },
  sleeper: { ka: 'საძილე ვაგონი', en: 'Sleeper', ru: 'Спальный вагон', az: 'Yataq vaqonu' },
  couchette: { ka: 'კუპე', en: 'Couchette', ru: 'Купе', az: 'Kupe' },
  comfort: { ka: 'კომფორტი', en: 'Comfort', ru: 'Комфорт', az: 'Komfort' },
  standard: { ka: 'სტანდარტი', en: 'Standard', ru: 'Стандарт', az: 'Standart' },
}
