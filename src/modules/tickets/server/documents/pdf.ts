import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { Locale } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import type { HeldTicket } from '../queries/held-tickets.ts'
import { printedDocument } from './compose-printed.ts'
import { contentOf } from './missing-letters.ts'
import type { Pdf } from './make-pdf.ts'
import { isUsualText } from './type/letters.ts'

/** Documents that wait for a thread; more are refused, so that memory stays bounded under a flood. */
const waitingMax = 512
const idleMilliseconds = 30_000

let pool: Piscina | undefined

/** Threads that draw PDFs. They start with the first document and end after an idle period. */
function drawingThreads(): Piscina {
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
  { log }: Pick<Context, 'log'>,
  tickets: readonly HeldTicket[],
  locale: Locale,
): Promise<Uint8Array> {
  const pdf: Pdf = await drawingThreads().run(printedDocument(tickets, locale))
  return contentOf(log, pdf)
}

/**
 * Letters in these texts that no PDF can show: what prints as a mark in their place. The fonts are looked at on a
 * drawing thread, and only if a text has letters other than those of nearly all texts.
 */
export async function unprintableLetters(texts: readonly string[]): Promise<string[]> {
  const rare = texts.filter((text) => !isUsualText(text))
  if (rare.length === 0) return []
  const missing: readonly number[] = await drawingThreads().run(rare, { name: 'missingLetters' })
  return missing.map((code) => String.fromCodePoint(code))
}
