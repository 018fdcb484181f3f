/**
 * Reports page errors to a service that speaks Sentry's protocol, with the timings of one page in ten. No account,
 * address or query is sent: a page is named by its route pattern. A visit is recorded only with consent to
 * statistics, with texts masked.
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

/** Starts reporting; returns the function to call when a visitor allows statistics. */
export function startErrorReports(
  dsn: string,
  random: () => number = Math.random,
): (consent: Consent) => void {
  // Another page may be open by the time the timings are sent.
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
      // Errors caught by an error boundary are only logged to the console.
      captureConsoleIntegration({ levels: ['error'] }),
      browserTracingIntegration({ instrumentNavigation: false }),
    ],
    tracesSampleRate: sampling.tracesSampleRate,
    // Whole transactions, which all services with this protocol accept.
    traceLifecycle: 'static',
    // No tracing headers are added to our own calls.
    tracePropagationTargets: [],
    sendClientReports: false,
    beforeSend: filterError,
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

/** The error as it is sent, or null to drop it. */
export function filterError(event: ErrorEvent, hint: EventHint): ErrorEvent | null {
  const error = hint.originalException
  if (isRedirect(error) || statusOf(error) === 404) return null
  const thrown = event.exception?.values ?? []
  // A console message without an error.
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

/** The route pattern instead of the path, which is a credential on some pages. */
function pageAddress(): string {
  return location.origin + pagePattern()
}

function isMissingPage(): boolean {
  return Object.values(openRouter()?.state.errors ?? {}).some((error) => statusOf(error) === 404)
}
