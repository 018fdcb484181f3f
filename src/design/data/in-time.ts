/** How long a page that asks again by itself waits for one reply; the server waits ten seconds for a bank. */
const replyMillisecondsMax = 15_000

/**
 * Sends with a time limit, for pages that ask until something has happened: a request that is never answered, as after
 * a change of the network, would end their asking. `leaving` ends it as well.
 */
export async function inTime<Reply>(
  send: (signal: AbortSignal) => Promise<Reply>,
  leaving?: AbortSignal,
): Promise<Reply> {
  const over = new AbortController()
  const end = (): void => over.abort()
  const timer = setTimeout(end, replyMillisecondsMax)
  leaving?.addEventListener('abort', end)
  if (leaving?.aborted) end()
  try {
    return await send(over.signal)
  } finally {
    clearTimeout(timer)
    leaving?.removeEventListener('abort', end)
  }
}
