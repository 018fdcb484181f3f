import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { Locale } from '#kernel/locale.ts'
import type { HeldTicket } from '../queries/held-tickets.ts'
import { printedDocument } from './compose-printed.ts'
import type { PrintedDocument } from './printed-ticket.ts'

/** Documents that wait for a thread; more are refused, so that memory stays bounded under a flood. */
const waitingMax = 512
const idleMilliseconds = 30_000

let pool: Piscina<PrintedDocument, Uint8Array> | undefined

/** Threads that draw PDFs. They start with the first document and end after an idle period. */
function drawingThreads(): Piscina<PrintedDocument, Uint8Array> {
  pool ??= new Piscina({
    filename: new URL('./pdf-thread.ts', import.meta.url).href,
    // No preloaded module of the process (a test runner's, a profiler's) is repeated in the threads.
    execArgv: [],
    minThreads: 0,
    maxThreads: Math.max(1, availableParallelism()),
    maxQueue: waitingMax,
    idleTimeout: idleMilliseconds,
  })
  return pool
}

/**
 * The tickets as a PDF, one page each. It is drawn on a worker thread: 10 ms for two tickets that the event loop
 * does not spend. Rejects when more than 512 documents wait.
 */
export async function ticketsPdf(
  tickets: readonly HeldTicket[],
  locale: Locale,
): Promise<Uint8Array> {
  return drawingThreads().run(printedDocument(tickets, locale))
}
