/**
 * Errors of pages to a service that speaks Sentry's protocol, with the times of one page in ten. No account, address or
 * query leaves: a page is named by its pattern. A visit is recorded only for those who allow statistics, without its words.
 */
import {
  BrowserClient,
  browserTracingIntegration,
  captureConsoleIntegration,
  defaultStackParser,
  dedupeIntegration,
  eventFiltersIntegration,
  functionToStringIntegration,
  getCurrentScope,
  globalHandlersIntegration,
  linkedErrorsIntegration,
  makeFetchTransport,
  type ErrorEvent,
  type EventHint,
} from '@sentry/browser'
import type { Consent } from './consent.ts'
import { isDropped, isRedirect, sampling } from './error-rules.ts'
import { statusOf } from './open-page.ts'
import { openRouter } from '../visitor/open-router.ts'

/** Starts reporting; answers what is to be called when a visitor allows statistics. */
export function startErrorReports(
  dsn: string,
  random: () => number = Math.random,
): (consent: Consent) => void {
  // By the time its times are sent another page may be open.
  const first = { isMissing: isMissingPage(), pattern: pagePattern(), address: pageAddress() }
  const client = new BrowserClient({
    dsn,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [
      eventFiltersIntegration(),
      functionToStringIntegration(),
      globalHandlersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      // What an error boundary has caught is told to the console alone.
      captureConsoleIntegration({ levels: ['error'] }),
      browserTracingIntegration({ instrumentNavigation: false }),
    ],
    tracesSampleRate: sampling.tracesSampleRate,
    // Whole transactions, as every service that speaks the protocol takes them.
    traceLifecycle: 'static',
    // Our own calls take no foreign headers along.
    tracePropagationTargets: [],
    sendClientReports: false,
    beforeSend: keptError,
    beforeSendTransaction: (transaction) =>
      first.isMissing
        ? null
        : { ...transaction, transaction: first.pattern, request: { url: first.address } },
    beforeBreadcrumb: () => null,
  })
  getCurrentScope().setClient(client)
  client.init()

  let isRecording = false
  return ({ statistics }) => {
    if (!statistics || isRecording) return
    const isWhole = random() < sampling.replaysSessionSampleRate
    if (!isWhole && random() >= sampling.replaysOnErrorSampleRate) return
    isRecording = true
    void import('./recording.ts').then(({ startRecording }) => startRecording(client, { isWhole }))
  }
}

/** The error as it is sent, or null. */
export function keptError(event: ErrorEvent, hint: EventHint): ErrorEvent | null {
  const error = hint.originalException
  if (isRedirect(error) || statusOf(error) === 404) return null
  const thrown = event.exception?.values ?? []
  // A complaint in the console that is no error.
  if (thrown.length === 0) return null
  const messages = thrown.flatMap(({ type, value }) => [type, value])
  if (isDropped([event.message, ...messages])) return null
  const { user: _user, breadcrumbs: _breadcrumbs, extra: _extra, ...rest } = event
  return { ...rest, transaction: pagePattern(), request: { url: pageAddress() } }
}

function pagePattern(): string {
  const id = openRouter()?.state.matches.at(-1)?.route.id ?? ''
  return id.slice(id.indexOf(':') + 1)
}

/** The pattern in place of the path, which on some pages opens an order. */
function pageAddress(): string {
  return location.origin + pagePattern()
}

function isMissingPage(): boolean {
  return Object.values(openRouter()?.state.errors ?? {}).some((error) => statusOf(error) === 404)
}
