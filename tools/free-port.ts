import { createServer } from 'node:net'

/** The wanted port, or a free one if it is in use. */
export function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', () =>
      wanted === 0 ? reject(new Error('No free port')) : resolve(freePort(0)),
    )
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : wanted))
    })
  })
}
