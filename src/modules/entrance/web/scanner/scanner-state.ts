/** The state of a scanner for pages. */
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
  /** Whose ticket it is; null if unknown. */
  readonly passenger: ScanView['passenger']
  /** Answers to the organiser's questions about the ticket, when its holder is let in. */
  readonly answers: ScanView['extras']
  /** The server's response; null if the device decided offline. */
  readonly scan: ScanView | null
  readonly usedAtSeconds: number | null
  /** Uses that a pass still has, as far as is known here; null for a ticket of one entry. */
  readonly usesLeft: number | null
  /** The server's clock at the time of the scan, in milliseconds. */
  readonly now: number
  /** Gates that admit the ticket's type; empty if unknown. */
  readonly gates: readonly string[]
  /** The code is unknown, and its letters are not those of a code: the keyboard's layout changes them. */
  readonly isOtherLayout: boolean
}

/** What is known of a scan by its code alone. */
export type Answer = Omit<Verdict, 'isOtherLayout'>

export type CachedList = Omit<
  ReplyOf<typeof entranceList>,
  'lines' | 'answers' | 'signature' | 'signedBy' | 'isWhole'
>

/** Passengers who board and leave at the device's stop. */
export type Passengers = ReplyOf<typeof entrancePassengers>

export interface ScannerState {
  readonly isReady: boolean
  readonly station: Station | null
  /** The station that was left last; its list is still on the device. */
  readonly leftStation: Station | null
  readonly list: CachedList | null
  readonly isOnline: boolean
  /** The session has expired: scans are stored until somebody signs in. */
  readonly mustSignIn: boolean
  readonly inside: number
  readonly expected: number
  readonly unsynced: number
  readonly verdict: Verdict | null
  /** Null for items without stops. */
  readonly passengers: Passengers | null
  readonly conflicts: readonly EntranceLogEntry[]
  readonly newest: readonly EntranceLogEntry[]
  /** How far the device's clock is from the server's. */
  readonly clockOffSeconds: number
  /** A list with an invalid signature was received and discarded. */
  readonly isListForged: boolean
  /** Whether signatures can be checked on the device; some browsers load a script for it. */
  readonly canVerify: boolean
}

export const nothing: ScannerState = {
  isReady: false,
  station: null,
  leftStation: null,
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
  canVerify: false,
}
