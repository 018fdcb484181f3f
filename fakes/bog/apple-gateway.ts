import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export interface AppleGateway {
  readonly url: string
  /** Bodies of the received requests, in order. */
  readonly asked: readonly Readonly<Record<string, unknown>>[]
  stop(): Promise<void>
}

/**
 * Apple Pay's gateway: returns a merchant session for one payment to clients with a certificate issued
 * under the root.
 */
export async function startAppleGateway(options: {
  readonly port: number
  readonly host?: string | undefined
  /** PEM. */
  readonly certificate: string
  readonly key: string
  readonly root: string
}): Promise<AppleGateway> {
  const { certificate, key, root, host = '127.0.0.1', port } = options
  const asked: Record<string, unknown>[] = []
  const server = createServer(
    { cert: certificate, key, ca: root, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      let text = ''
      request.setEncoding('utf8')
      request.on('data', (part: string) => (text += part))
      request.on('end', () => {
        const isSession =
          request.method === 'POST' && request.url === '/paymentservices/paymentSession'
        if (!isSession) return void response.writeHead(404).end()
        const body = JSON.parse(text) as Record<string, unknown>
        asked.push(body)
        const now = Date.now()
        response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            epochTimestamp: now,
            expiresAt: now + 300_000,
            merchantSessionIdentifier: `SSH${randomUUID()}`,
            nonce: randomBytes(4).toString('hex'),
            merchantIdentifier: body['merchantIdentifier'],
            domainName: body['initiativeContext'],
            displayName: body['displayName'],
            signature: randomBytes(32).toString('hex'),
          }),
        )
      })
    },
  )
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
