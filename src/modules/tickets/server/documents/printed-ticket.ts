import type { Locale } from '#kernel/locale.ts'
import type { CodeKind } from '../ticket-source.ts'

/** What is printed: sentences only, so that all letters are known before the first is drawn. */
export interface PrintedHead {
  readonly locale: Locale
  readonly title: string
  /** Who issues the document, as the page names them. */
  readonly author: string
}

/** A PDF of tickets before it is drawn: it crosses to a worker thread as it is. */
export interface PrintedDocument extends PrintedHead {
  readonly tickets: readonly PrintedTicket[]
}

export interface PrintedTicket {
  /** "Ticket 1 of 2". */
  readonly count: string
  readonly name: string
  /** Of the edge and the time (`#a8123a`), dark enough on white; absent: the shop's own. */
  readonly colour?: string
  readonly time: string
  readonly date: string
  readonly weekdayAndDoors: string
  readonly venue: string
  readonly address: string
  readonly seatFacts: readonly SeatFact[]
  /** Text of the code; null where paper may carry none. */
  readonly code: string | null
  readonly codeKind?: CodeKind
  /** Says what the picture of the code is, to those who cannot see it. */
  readonly codeAlt: string
  /** Printed in place of the code. */
  readonly insteadOfCode: string | null
  /** Names with values beside the code; a name may be empty. */
  readonly facts: readonly (readonly [string, string])[]
  /** In groups of five. */
  readonly identifier: string
  readonly rules: string
}

export interface SeatFact {
  readonly name: string
  readonly value: string
  readonly isLong: boolean
}
