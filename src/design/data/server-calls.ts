import { createContext } from 'react-router'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import type { Locale } from '#kernel/locale.ts'

/** Where pages report to and what they count with; null: not set up. All of it is public. */
export interface MeasuringSettings {
  /** The script that reads the data layer. */
  readonly scriptUrl: string | null
  readonly errorsDsn: string | null
  readonly facebookPixelUrl: string | null
  readonly googleAdsUrl: string | null
}

/** What the server hands to a page's loader: the calls, answered in the same process, and who is asking. */
export interface ServerCalls {
  /** Answers a call like the API does. Throws `CallError` when it is refused. */
  send<C extends Call>(call: C, input?: CallInput<C>): Promise<ReplyOf<C>>
  /** Null where the page is the same for everybody. */
  readonly actor: 'visitor' | 'guest' | 'customer' | null
  readonly locale: Locale
  /** Origin shoppers see, without a trailing slash. */
  readonly origin: string
  /** Where login, register and logout live, without a trailing slash. */
  readonly authOrigin: string
  /** Null where nothing is measured. */
  readonly measuring: MeasuringSettings | null
  /** Writes what went wrong into the server's log, which keeps secrets out. */
  reportError(error: unknown): void
}

/** One instance for the whole build: the server reads it from the build's entry module. */
export const serverCallsContext = createContext<ServerCalls>()
