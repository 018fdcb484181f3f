/**
 * Goal: where to sit is said by the words of the place: the hall of a film, the saloon of a bus, the coach of a train.
 * Method: the part of the page is rendered to a string, and the facts of the PDF are read.
 */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextsProvider } from '#design/texts.tsx'
import type { LocalizedText } from '#kernel/locale.ts'
import type { PlaceNaming } from '#kernel/place-naming.ts'
import english from '../messages/en.json' with { type: 'json' }
import { seatFactsOf } from '../server/documents/compose-printed.ts'
import { documentTexts } from '../server/documents/labels.ts'
import type { HeldTicket } from '../server/queries/held-tickets.ts'
import type { TicketCardView } from '../shapes.ts'
import { SeatFacts } from '../web/parts/seat-facts.tsx'

interface Sold {
  readonly kind: 'screening' | 'journey' | 'event'
  readonly section: LocalizedText
  readonly hall?: LocalizedText
  readonly naming?: PlaceNaming
}

function onPage({ kind, section, hall, naming }: Sold): string {
  const ticket = {
    item: { about: { kind, hall: hall?.en, from: { platform: null } } },
    event: {},
    section: section.en,
    row: kind === 'journey' ? null : '5',
    seat: '12',
    names: naming ? { section: naming.section?.en, row: naming.row?.en, seats: [] } : null,
  }
  const element = createElement(TextsProvider, {
    locale: 'en',
    modules: { tickets: english },
    // oxlint-disable-next-line react/no-children-prop -- the provider's type asks for it
    children: createElement(SeatFacts, { ticket: ticket as unknown as TicketCardView }),
  })
  return renderToStaticMarkup(element).replaceAll(/(?:<[^>]+>)+/g, '|')
}

function onPaper({ kind, section, hall, naming }: Sold): string {
  const held = {
    ticket: { section, row: kind === 'journey' ? null : '5', seat: '12' },
    line: { detail: naming ? { naming } : {} },
    subject: { kind, hall },
  }
  const facts = seatFactsOf(held as unknown as HeldTicket, {
    locale: 'en',
    texts: documentTexts('en'),
  })
  return facts.map(({ name, value }) => `${name}: ${value}`).join('|')
}

const hall = { ka: 'დარბაზი 2', en: 'Hall 2' }
const cases: readonly (readonly [string, Sold, string, string])[] = [
  [
    'the hall of a film, and not what its plan is called',
    { kind: 'screening', section: { ka: 'დარბაზი', en: 'Hall' }, hall },
    '|Hall|2|Row|5|Seat|12|',
    'Hall: 2|Row: 5|Seat: 12',
  ],
  [
    'the balcony of a cinema beside its hall',
    { kind: 'screening', section: { ka: 'აივანი', en: 'Balcony' }, hall },
    '|Hall|2|Section|Balcony|Row|5|Seat|12|',
    'Hall: 2|Section: Balcony|Row: 5|Seat: 12',
  ],
  [
    'the deck of a bus, which has no coaches',
    {
      kind: 'journey',
      section: { ka: 'ქვედა სართული', en: 'Lower deck' },
      naming: { section: { ka: 'სალონი', en: 'Saloon' } },
    },
    '|Saloon|Lower deck|Seat|12|',
    'Saloon: Lower deck|Seat: 12',
  ],
  [
    'the coach of a train',
    { kind: 'journey', section: { ka: 'ვაგონი 3', en: 'Coach 3' } },
    '|Coach|3|Seat|12|',
    'Coach: 3|Seat: 12',
  ],
  [
    'a box, which is no row',
    {
      kind: 'event',
      section: { ka: 'ლოჟები', en: 'Boxes' },
      naming: { row: { ka: 'ლოჟა', en: 'Box' } },
    },
    '|Section|Boxes|Box|5|Seat|12|',
    'Section: Boxes|Box: 5|Seat: 12',
  ],
]

test.each(cases)('%s', (_, sold, page, paper) => {
  expect(onPage(sold)).toBe(page)
  expect(onPaper(sold)).toBe(paper)
})
