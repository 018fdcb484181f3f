/** State of a scanner as pages read it. */
import type { ReplyOf } from '#contract/call.ts'
import type {
  entranceList,
  entrancePassengers,
  EntranceLogEntry,
  ScanView,
} from '../../contract.ts'
import type { Outcome } from '../../outcomes.ts'
import type { Station } from './station.ts'

export interface Verdict {
  readonly number: number
  readonly outcome: Outcome
  readonly isOffline: boolean
  readonly typeName: string | null
  /** Boarding and leaving stop of its holder; null for items without stops. */
  readonly journey: ScanView['journey']
  /** The server's answer; null when the device answered by itself. */
  readonly scan: ScanView | null
  readonly usedAtSeconds: number | null
  /** The server's clock when it was scanned, in milliseconds. */
  readonly now: number
  /** Ways in that admit the ticket's type; empty where none is known. */
  readonly gates: readonly string[]
}

export type CachedList = Omit<
  ReplyOf<typeof entranceList>,
  'lines' | 'signature' | 'signedBy' | 'isWhole'
>

/** Passengers who board and leave at the device's stop. */
export type Passengers = ReplyOf<typeof entrancePassengers>

export interface ScannerState {
  readonly isReady: boolean
  readonly station: Station | null
  readonly list: CachedList | null
  readonly isOnline: boolean
  /** The session has expired: scans are stored until somebody signs in. */
  readonly mustSignIn: boolean
  readonly inside: number
  readonly expected: number
  readonly unsynced: number
  readonly verdict: Verdict | null
  /** Null where nobody gets on at a stop. */
  readonly passengers: Passengers | null
  readonly conflicts: readonly EntranceLogEntry[]
  readonly newest: readonly EntranceLogEntry[]
  /** How far the device's clock is from the server's. */
  readonly clockOffSeconds: number
  /** A list with an invalid signature was received and discarded. */
  readonly isListForged: boolean
}

export const nothing: ScannerState = {
  isReady: false,
  station: null,
  list: null,
  isOnline: true,
  mustSignIn: false,
  inside: 0,
  expected: 0,
  unsynced: 0,
  verdict: null,
  passengers: null,
  conflicts: [],
  newest: [],
  clockOffSeconds: 0,
  isListForged: false,
}
