import type { Context } from '#platform/context.ts'
import { UnreadableMessage } from '../realtime/protobuf.ts'
import { readRealtime } from '../realtime/read-message.ts'
import { takeRealtime, type RunNews } from './take-realtime.ts'

const answerMilliseconds = 10_000
const answerBytesMax = 20_000_000
/** What is older says nothing of now. */
const ageSecondsMax = 900

/**
 * Asks a carrier for its GTFS-Realtime message and writes it to the runs. What cannot be reached or read, or is older than
 * a quarter of an hour, changes nothing and is logged.
 */
export async function fetchRealtime(
  context: Context,
  options: { readonly feed: string; readonly url: string },
): Promise<readonly RunNews[]> {
  const { feed, url } = options
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(answerMilliseconds) })
    if (!response.ok || !response.body) throw new UnreadableMessage(`status ${response.status}`)
    const pieces: Uint8Array[] = []
    let bytes = 0
    for await (const piece of response.body) {
      bytes += piece.length
      if (bytes > answerBytesMax) throw new UnreadableMessage('too large')
      pieces.push(piece)
    }
    const message = readRealtime(Buffer.concat(pieces))
    const now = context.clock.now().getTime() / 1000
    if (message.madeAt !== null && now - message.madeAt > ageSecondsMax)
      throw new UnreadableMessage('too old')
    return await takeRealtime(context, feed, message)
  } catch (error) {
    if (error instanceof UnreadableMessage || error instanceof TypeError || isTimeout(error)) {
      context.log.warn({ err: error, feed }, 'no news of a carrier')
      return []
    }
    throw error
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}
