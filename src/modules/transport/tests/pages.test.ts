/**
 * Goal: journey pages display and send what their address contains, whatever that is. Method: addresses are
 * written and read back, malformed ones included, and the choice is compared with the call that holds it.
 */
import { describe, expect, test } from 'vitest'
import type { TicketTypes } from '../web/search-data.ts'
import {
  addDays,
  nothingChosen,
  oneAdult,
  partyOf,
  readSearch,
  searchPath,
  stepOf,
  withRightDates,
  type SearchAddress,
} from '../web/address.ts'
import { brandOfPath } from '../web/brands.ts'
import { languageOf } from '../web/carrier-text.ts'
import {
  classOf,
  hasRoom,
  hasSeatPreference,
  holdOf,
  readChoice,
  riderOf,
  totalOf,
  withChoice,
} from '../web/choice.ts'
import { chooseJourney } from '../sale-contract.ts'
import { brands } from '../kinds.ts'

const family: SearchAddress = {
  from: 'tbilisi',
  to: 'batumi',
  date: '2026-12-05',
  returnDate: '2026-12-07',
  riders: { ...oneAdult, adult: 2, child: 1 },
  there: '12.0.4_31.2.5',
  back: null,
  before: '2026-12-05T16:00:00.000Z',
  after: null,
}

function parse(path: string): SearchAddress {
  return readSearch(new URL(path, 'https://bileti.example').searchParams)
}

describe('addresses', () => {
  test('reads back the search written into an address, for every brand', () => {
    for (const brand of [null, ...brands]) {
      const path = searchPath(brand, family)
      expect(parse(path)).toEqual(family)
      expect(brandOfPath(`/en${path}`)).toBe(brand)
    }
  })

  test('ignores invalid parameters', () => {
    expect(parse('/railway/search?date=2026-02-30&return=soon&adults=-1&children=x')).toEqual({
      ...family,
      from: '',
      to: '',
      date: '',
      returnDate: null,
      riders: oneAdult,
      there: null,
      before: null,
    })
    expect(parse('/railway/search?adults=9&children=9').riders).toEqual(oneAdult)
    expect(partyOf(parse('/railway/search?adults=2&students=1').riders)).toEqual([
      'adult',
      'adult',
      'student',
    ])
  })

  test('goes from outward to return journey to tickets; a one-way search skips the return', () => {
    expect(stepOf({ ...family, there: null })).toBe('there')
    expect(stepOf(family)).toBe('back')
    expect(stepOf({ ...family, back: '7.0.3' })).toBe('tickets')
    expect(stepOf({ ...family, returnDate: null })).toBe('tickets')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })
})

test('moves a past date to today, and a return before the departure to its day', () => {
  const search = { ...nothingChosen, from: 'tbilisi', to: 'batumi', there: '7.0.3', back: '8.0.3' }
  const right = (date: string, returnDate: string | null) =>
    withRightDates({ ...search, date, returnDate }, '2026-12-05')
  expect(right('2026-12-06', '2026-12-06')).toBeNull()
  expect(right('2026-12-06', null)).toBeNull()
  expect(right('', null)).toBeNull()
  expect(right('2020-01-01', '2019-01-01')).toMatchObject({
    date: '2026-12-05',
    returnDate: '2026-12-05',
    there: null,
    back: null,
  })
  expect(right('2026-12-09', '2026-12-03')).toMatchObject({
    date: '2026-12-09',
    returnDate: '2026-12-09',
    there: '7.0.3',
    back: null,
  })
})

test('prefers a carrier’s Russian or Azerbaijani text if the browser prefers that language to the page’s', () => {
  expect(languageOf(['ru-RU', 'en'], 'en')).toBe('ru')
  expect(languageOf(['az'], 'ka')).toBe('az')
  expect(languageOf(['tr-TR', 'az-AZ', 'ka'], 'ka')).toBe('az')
  expect(languageOf(['en-US', 'ru'], 'en')).toBeNull()
  expect(languageOf(['ka', 'ru'], 'ka')).toBeNull()
  expect(languageOf([], 'ka')).toBeNull()
})

const stop = {
  stopId: 1,
  name: 'Tbilisi',
  placeCode: 'tbilisi',
  at: '2026-12-05T06:00:00.000Z',
  expectedAt: '2026-12-05T06:00:00.000Z',
  timeZone: 'Asia/Tbilisi',
  platform: null,
}

const gel = (amount: number) => ({ amount, currency: 'GEL' as const })

function typesOf(
  runId: number,
  seatsLeft: readonly [number, number],
  kinds: readonly string[] = ['adult', 'child'],
): TicketTypes {
  const riders = (adult: number) =>
    kinds.map((rider) => ({
      rider,
      ticketTypeId: 1,
      name: rider,
      price: gel(rider === 'adult' ? adult : adult / 2),
      fee: gel(100),
      total: gel((rider === 'adult' ? adult : adult / 2) + 100),
      proof: null,
      ageMin: null,
      ageMax: null,
    }))
  const offer = (classCode: string, left: number, adult: number) => ({
    classCode,
    name: classCode,
    seatsLeft: left,
    spacesLeft: classCode === 'second' ? 2 : 0,
    price: gel(adult + 100),
    riders: riders(adult),
  })
  return {
    segment: {
      runId,
      legFrom: 0,
      legTo: 4,
      brand: 'railway',
      mode: 'train',
      carrier: 'Georgian Railway',
      vehicle: '804',
      headsign: 'Batumi',
      from: stop,
      to: stop,
      stopsBetween: 3,
      sameVehicle: false,
      staysSeated: false,
      alerts: [],
      sale: 'open',
      saleOpensAt: null,
      classes: [],
    },
    classes: [offer('first', seatsLeft[0], 6000), offer('second', seatsLeft[1], 3000)],
    baggage: [
      {
        optionCode: 'bicycle',
        ticketTypeId: 9,
        name: 'Bicycle',
        price: gel(500),
        perPassengerMax: 1,
        left: 2,
      },
    ],
    terms: {
      passengersMax: 9,
      hasSeatChoice: true,
      returns: [],
      changeFee: null,
      changeUntil: null,
      text: '',
      texts: { ka: '', en: '' },
    },
  }
}

describe('the choice', () => {
  const { riders } = family
  const none = readChoice(new URLSearchParams())

  test('is written to the address and read back', () => {
    const choice = {
      classes: { 12: 'first' },
      baggage: { '12.bicycle': 1 },
      preference: 'window' as const,
      mayChangeSeats: true,
    }
    const query = withChoice(new URLSearchParams('from=tbilisi'), choice)
    expect(query.get('from')).toBe('tbilisi')
    expect(readChoice(query)).toEqual(choice)
    expect(withChoice(query, none).toString()).toBe('from=tbilisi')
    expect(readChoice(new URLSearchParams('bags=12.bicycle:-4,x:1.5,y&seat=roof'))).toEqual(none)
  })

  test('uses the cheapest class with enough seats, and totals the party with fees', () => {
    const types = [typesOf(12, [40, 40]), typesOf(31, [40, 2])]
    expect(classOf(types[0]!, none, riders)?.classCode).toBe('second')
    expect(classOf(types[1]!, none, riders)?.classCode).toBe('first')
    // Two adults and a child: 2 × 31 + 16 in second class, 2 × 61 + 31 in first, and a bicycle.
    const choice = { ...none, baggage: { '31.bicycle': 1 } }
    expect(totalOf(types, choice, riders)).toEqual(gel(6200 + 1600 + 12_200 + 3100 + 500))
    expect(totalOf([typesOf(12, [1, 1])], none, riders)).toBeNull()
    expect(totalOf([], none, riders)).toBeNull()
  })

  test('offers a class without a wheelchair space only to parties with somebody in a seat', () => {
    const alone = { ...oneAdult, adult: 0, wheelchair: 1, companion: 1 }
    const [first, second] = typesOf(12, [40, 0], ['adult', 'wheelchair', 'companion']).classes
    expect(first && hasRoom(first, alone)).toBe(false)
    expect(second && hasRoom(second, alone)).toBe(true)
    expect(first && hasRoom(first, { ...alone, adult: 1 })).toBe(true)
    expect(second && hasRoom(second, { ...alone, adult: 1 })).toBe(false)
    // A companion for whom the carrier has no fare sits like everybody else; a wheelchair user never does.
    const [elsewhere] = typesOf(12, [1, 0], ['adult', 'wheelchair']).classes
    expect(elsewhere && hasRoom(elsewhere, alone)).toBe(true)
    expect(elsewhere && riderOf(elsewhere, 'companion')?.rider).toBe('adult')
    const [unknown] = typesOf(12, [2, 2]).classes
    expect(unknown && riderOf(unknown, 'wheelchair')).toBeUndefined()
  })

  test('asks nobody where to sit whose only passengers have spaces of their own', () => {
    const types = typesOf(12, [40, 40], ['adult', 'wheelchair', 'companion'])
    const alone = { ...oneAdult, adult: 0, wheelchair: 2 }
    expect(hasSeatPreference(types, alone)).toBe(false)
    expect(hasSeatPreference(types, { ...alone, companion: 1 })).toBe(false)
    expect(hasSeatPreference(types, { ...alone, adult: 1 })).toBe(true)
    const assigned = { ...types, terms: { ...types.terms, hasSeatChoice: false } }
    expect(hasSeatPreference(assigned, oneAdult)).toBe(false)
  })

  test('holds outward and return journey with one call that conforms to the contract', () => {
    const types = [typesOf(12, [40, 40]), typesOf(31, [40, 40])]
    const journey = { segments: [types[0]!.segment] }
    const chosen = { there: journey, back: journey } as unknown as Parameters<
      typeof holdOf
    >[0]['chosen']
    const student = { ...riders, child: 0, student: 1 }
    const choice = { ...none, preference: 'window' as const, baggage: { '12.bicycle': 1 } }
    const body = holdOf({ chosen, types, search: { ...family, riders: student } }, choice)
    const { segments } = chooseJourney.body.parse(body)
    expect(segments.map(({ runId, direction }) => [runId, direction])).toEqual([
      [12, 0],
      [31, 1],
    ])
    // This carrier has no student fare, so students travel as adults.
    expect(segments[0]?.passengers.map(({ rider }) => rider)).toEqual(['adult', 'adult', 'adult'])
    expect(segments[0]?.baggage).toEqual([{ optionCode: 'bicycle', quantity: 1 }])
    expect(segments[1]?.baggage).toEqual([])
    expect(segments[0]?.preferences).toEqual(['window'])
  })
})
