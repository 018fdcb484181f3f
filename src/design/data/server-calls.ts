import { createContext } from 'react-router'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import type { Locale } from '#kernel/locale.ts'
import type { PageHosts } from './page-hosts.ts'

/** Public settings of error reporting and analytics; null: not configured. */
export interface MeasuringSettings {
  /** The script that reads the data layer. */
  readonly scriptUrl: string | null
  readonly errorsDsn: string | null
  readonly facebookPixelUrl: string | null
  readonly googleAdsUrl: string | null
}

/** Provided by the server to a page's loader: in-process calls, and who the visitor is. */
export interface ServerCalls {
  /** Executes a call like the API. Throws `CallError` when it is refused. */
  send<C extends Call>(call: C, input?: CallInput<C>): Promise<ReplyOf<C>>
  /** Null for public pages. */
  readonly actor: 'visitor' | 'guest' | 'customer' | null
  readonly locale: Locale
  /** Public origin of the shop, without a trailing slash. */
  readonly origin: string
  /** Origin of login, register and logout, without a trailing slash. */
  readonly authOrigin: string
  /** Origins of calls, streams and files, where they differ from the shop's. */
  readonly hosts: PageHosts
  /** Null without analytics. */
  readonly measuring: MeasuringSettings | null
  /** Logs an error on the server, with secrets redacted. */
  reportError(error: unknown, request?: { readonly method: string; readonly path: string }): void
}

/** One instance for the whole build: the server imports it from the build's entry module. */
export const serverCallsContext = createContext<ServerCalls>()
