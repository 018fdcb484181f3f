import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that Linux gives to outgoing connections and to `listen(0)` (from 32768): one of those could be taken
 * by a client between this search and its use, or while a server that had it starts anew.
 */
const portsFrom = 15_000
const portsTo = 32_768
const attemptsMax = 200

/**
 * A port of 127.0.0.1 that nothing listens on. Another process may still take it first: what must not fail tries again.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const port = randomInt(portsFrom, portsTo)
    if (await isFreePort(port)) return port
  }
  throw new Error(`No free port between ${portsFrom} and ${portsTo} on 127.0.0.1`)
}

/** Whether a server can listen on a port of 127.0.0.1 now. */
export function isFreePort(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
