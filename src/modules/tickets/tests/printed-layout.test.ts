/**
 * Goal: long names and words stay on the paper and touch nothing, and screen readers read a ticket in its order. Method: every
 * field that people enter is filled with 200 letters or one word of 106, and another library says where the texts are.
 */
import { describe, expect, test } from 'vitest'
import type { Locale } from '#kernel/locale.ts'
import {
  readPdf,
  readPdfFacts,
  type PdfElement,
  type PdfPage,
} from '../../../../tests/support/read-pdf.ts'
import { isNightly } from '../../../../tests/support/tier.ts'
import { documentTexts } from '../server/documents/labels.ts'
import { drawPdf } from '../server/documents/draw-pdf.ts'
import type { PrintedTicket, SeatFact } from '../server/documents/printed-ticket.ts'
import { drawRoll } from '../server/documents/roll-pdf.ts'

const word =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftskonzertabendveranstaltung'
const entries = {
  'a word of 106 letters': { ka: 'ა'.repeat(106), en: word },
  '200 letters': {
    ka: 'ძალიან გრძელი სახელი '.repeat(10).slice(0, 200),
    en: 'The Extraordinarily Long Symphonic Evening of Jazz '.repeat(4).slice(0, 200),
  },
  'right-to-left words': { ka: 'לילה של קיץ '.repeat(16), en: 'مساء الخير يا صديقي '.repeat(10) },
  'words without spaces': {
    ka: '東京都千代田区丸の内'.repeat(20),
    en: 'กรุงเทพมหานครอมรรัตนโกสินทร์'.repeat(7),
  },
  'ordinary names': { ka: 'ჯაზის საღამო', en: 'Evening of jazz' },
}
const entryNames = Object.keys(entries) as (keyof typeof entries)[]

/** How many facts stand beside the code: few, more than fit under each other, more than there are lines. */
const factCounts = isNightly ? [2, 8, 40] : [8]

function ticketOf(locale: Locale, text: string, factCount: number): PrintedTicket {
  const texts = documentTexts(locale)
  const seat = (isLong: boolean): SeatFact => ({ name: text, value: text, isLong })
  return {
    count: texts('ticket', { kind: 'ticket', number: 1, count: 2 }),
    name: text,
    time: '20:00',
    date: '28–29 November 2027',
    weekdayAndDoors: `Sunday · ${texts('doors', { time: '19:00' })}`,
    venue: text,
    address: `${text}, ${text}`,
    seatFacts: factCount > 10 ? [seat(true)] : [seat(true), seat(false), seat(false)],
    code: factCount > 10 ? null : 'BILETI1.ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
    codeAlt: texts('codeAlt', { kind: 'qr', number: 'ABCDE FGHIJ' }),
    insteadOfCode: texts('openOnPhone'),
    facts: Array.from({ length: factCount }, (_, index) => [index === 1 ? '' : text, text]),
    identifier: 'ABCDE FGHIJ KLMNO',
    rules: `${texts('atTheDoor', { use: 'visit' })} ${texts('keepSecret', { use: 'visit' })}`,
  }
}

interface Area {
  readonly what: string
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}

/** Where ink can be: letters hang below their line by a fifth of their size. */
function areasOf({ texts, tree }: PdfPage): Area[] {
  const written = texts.map(({ text, x, y, width, size }) => ({
    what: text,
    left: x,
    right: x + width,
    bottom: y - size * 0.2,
    top: y + size * 0.7,
  }))
  const figures = elementsOf(tree).filter(({ role }) => role === 'Figure')
  const pictures = figures.map(({ alt = '', bbox = [] }) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = bbox
    return { what: alt, left, bottom, right, top }
  })
  return [...written, ...pictures]
}

function elementsOf(element: PdfElement | null): PdfElement[] {
  if (!element) return []
  const inside = element.children.filter((child): child is PdfElement => 'role' in child)
  return [element, ...inside.flatMap(elementsOf)]
}

/** Kerning may draw letters of one line nearer than their widths. */
const touch = 0.5

function overlaps(areas: readonly Area[]): string[] {
  return areas.flatMap((one, index) =>
    areas
      .slice(index + 1)
      .filter(
        (other) =>
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > touch &&
          Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom) > touch,
      )
      .map((other) => `${one.what} | ${other.what}`),
  )
}

function expectOnPaper(page: PdfPage, side: number, above = side): void {
  const areas = areasOf(page)
  expect(areas.length).toBeGreaterThan(5)
  const outside = areas.filter(
    ({ left, right, bottom, top }) =>
      left < side - touch ||
      right > page.width - side + touch ||
      bottom < above - touch ||
      top > page.height - above + touch,
  )
  expect(outside).toEqual([])
  expect(overlaps(areas)).toEqual([])
}

const locales = ['ka', 'en'] as const
/** By day in languages by turns. */
const layouts = entryNames.flatMap((entry, index) =>
  locales
    .filter((_, position) => isNightly || position === index % locales.length)
    .map((locale) => ({ entry, locale })),
)

describe.each(layouts)('with $entry in every field, in $locale', ({ entry, locale }) => {
  test('nothing of a ticket touches', async () => {
    const text = entries[entry][locale]
    const tickets = factCounts.map((count) => ticketOf(locale, text, count))
    const head = { locale, title: text, author: documentTexts(locale)('brand') }
    const { content } = await drawPdf({ ...head, tickets })
    const pages = await readPdf(content)
    expect(pages).toHaveLength(tickets.length)
    // The inner edge of the card.
    for (const page of pages) expectOnPaper(page, 24 + 24, 24 + 4)
    const roll = await drawRoll({ ...head, tickets })
    for (const page of await readPdf(roll.content)) expectOnPaper(page, 12)
  })
})

describe('for screen readers', () => {
  const ticket = {
    ...ticketOf('en', 'Evening of jazz', 2),
    seatFacts: [
      { name: 'Row', value: '12', isLong: false },
      { name: 'Seat', value: '7', isLong: false },
    ],
    facts: [
      ['Price', '52 GEL'],
      ['Guest', 'Nino'],
    ],
  } as const

  /** The texts of the tree in its order, with what each element is. */
  function readAloud({ texts, tree }: PdfPage): (readonly [string, string])[] {
    return elementsOf(tree).flatMap((element): (readonly [string, string])[] => {
      if (element.role === 'Figure') return [['Figure', element.alt ?? '']]
      const marks = element.children.flatMap((child) => ('id' in child ? [child.id] : []))
      const words = texts.filter(({ mark }) => mark !== null && marks.includes(mark))
      return marks.length > 0 ? [[element.role, words.map(({ text }) => text).join(' ')]] : []
    })
  }

  test('a ticket has a title, a language and a tree in reading order, and all else is an artifact', async () => {
    const head = { locale: 'en', title: 'Jazz & <more>', author: 'Bileti' } as const
    const { content } = await drawPdf({ ...head, tickets: [ticket] })
    const [page] = await readPdf(content)
    if (!page) throw new Error('There is a page')
    expect(readAloud(page)).toEqual([
      ['P', 'Bileti'],
      ['P', 'Ticket 1 of 2'],
      ['H1', 'Evening of jazz'],
      ['P', '20:00 28–29 November 2027 Sunday · Doors 19:00'],
      ['P', 'Evening of jazz Evening of jazz, Evening of jazz'],
      ['P', 'Row 12'],
      ['P', 'Seat 7'],
      ['Figure', 'QR code of ticket ABCDE FGHIJ'],
      ['P', 'Price 52 GEL'],
      ['P', 'Guest Nino'],
      ['P', 'ABCDE FGHIJ KLMNO'],
      ['P', expect.stringMatching(/^Show this code .* gets in\.$/)],
    ])
    const facts = await readPdfFacts(content)
    expect(facts.info.Title).toBe('Jazz & <more>')
    expect(facts.info.Language).toBe('en')
    expect([facts.isMarked, facts.isTitleShown]).toEqual([true, true])
    expect(facts.metadata).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(facts.metadata).toContain('Jazz &amp; &lt;more></rdf:li>')
    expect(page.texts.filter(({ mark }) => mark === null)).toEqual([])
  })

  test('a ticket of a roll reads in the order in which it is printed', async () => {
    const { content } = await drawRoll({
      locale: 'en',
      title: 'Jazz',
      author: 'Bileti',
      tickets: [ticket],
    })
    const [page] = await readPdf(content)
    if (!page) throw new Error('There is a page')
    expect(readAloud(page)).toEqual([
      ['P', 'Bileti'],
      ['H1', 'Evening of jazz'],
      ['P', '28–29 November 2027 20:00'],
      ['P', 'Evening of jazz, Evening of jazz, Evening of jazz'],
      ['P', 'Row: 12'],
      ['P', 'Seat: 7'],
      ['P', 'Price: 52 GEL'],
      ['P', 'Guest: Nino'],
      ['Figure', 'QR code of ticket ABCDE FGHIJ'],
      ['P', 'ABCDE FGHIJ KLMNO'],
    ])
    expect(page.texts.filter(({ mark }) => mark === null)).toEqual([])
  })
})
