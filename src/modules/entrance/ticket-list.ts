import { tidyNumber } from '#modules/tickets/code-format.ts'

/**
 * The list of an item's tickets stored by a scanner: its lines, and the text that the server signs, so that a device
 * detects a forged list and a wrong clock. Pure, the same on the server and in the browser.
 */

/** One ticket in a scanner's list: no code can be created from it. */
export interface ListedTicket {
  readonly ticketId: number
  readonly issueNumber: number
  readonly ticketTypeId: number
  /** Whether it is valid unless used; otherwise it is returned or unpaid. */
  readonly isValid: boolean
  /** Valid, but its seat was lost. */
  readonly isWithoutPlace: boolean
  /** Unix seconds; null while unused. */
  readonly usedAtSeconds: number | null
  /**
   * First 48 bits of the SHA-256 of the printed identifier, or of the code that was printed elsewhere, base64: typed ones
   * are found, and none can be derived.
   */
  readonly identifierDigest: string
  /** The stop where its holder boards; 0 for items without stops. */
  readonly legFrom: number
  /** The stop where they get off. */
  readonly legTo: number
  /** Uses that a pass still has; absent for a ticket of one entry, and in lists stored by older versions. */
  readonly usesLeft?: number
  /** The end of a pass's own validity in Unix seconds; null: that of its item. */
  readonly endsAtSeconds?: number | null
  /** Answers to the organiser's questions, as the door may see them; absent without any. They are not signed. */
  readonly answers?: readonly { readonly label: string; readonly value: string }[]
}

/**
 * A line as sent: id, issue, type, valid (1), not (0) or without a place (2), used at (0 when not), digest, first leg,
 * end of legs; of a pass also its uses left and the end of its own validity (Unix seconds, 0 for that of its item).
 */
export type ListLine = readonly [
  ...line: [number, number, number, 0 | 1 | 2, number, string, number, number],
  ...uses: [] | [number, number],
]

export function listedTicket(line: ListLine): ListedTicket {
  const [id, issue, type, good, usedAt, digest, legFrom, legTo, usesLeft, endsAt] = line
  return {
    ...(usesLeft !== undefined && { usesLeft, endsAtSeconds: endsAt || null }),
    ticketId: id,
    issueNumber: issue,
    ticketTypeId: type,
    isValid: good !== 0,
    isWithoutPlace: good === 2,
    usedAtSeconds: usedAt === 0 ? null : usedAt,
    identifierDigest: digest,
    legFrom,
    legTo,
  }
}

export interface ListStatement {
  /** Name of the source that sells the item. */
  readonly source: string
  readonly itemId: number
  /** The complete list rather than changes only. */
  readonly isWhole: boolean
  /** Cursor for the next request of changes. */
  readonly cursor: string
  readonly serverTime: string
  readonly lines: readonly ListLine[]
}

/** The bytes that are signed (Ed25519, with the key that signs codes). */
export function listBytes(list: ListStatement): Uint8Array<ArrayBuffer> {
  const { source, itemId, isWhole, cursor, serverTime } = list
  const head = ['BLTLIST2', source, itemId, isWhole ? 1 : 0, cursor, serverTime]
  const text = [head.join(' '), ...list.lines.map((line) => line.join(' '))].join('\n')
  return new TextEncoder().encode(text)
}

/** The digest of a printed identifier, as lists carry it. */
export async function digestOf(identifier: string): Promise<string> {
  const bytes = new TextEncoder().encode(tidyNumber(identifier))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return btoa(String.fromCodePoint(...digest.subarray(0, 6)))
}
