import { createSecureServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { WalletFaults } from './faults.ts'

export interface PassPush {
  readonly token: string
  readonly topic: string
  readonly at: string
}

/**
 * Apple's push service over HTTP/2 with TLS: clients with a certificate under the root may push to their
 * own passes.
 */
export async function startApplePush(options: {
  readonly port: number
  readonly host: string
  readonly certificate: string
  readonly key: string
  readonly root: string
  readonly faults: WalletFaults
}) {
  const { host, certificate, key, root, faults } = options
  const pushes: PassPush[] = []
  const sessions = new Set<ServerHttp2Session>()
  const apple = createSecureServer({
    key,
    cert: certificate,
    ca: root,
    requestCert: true,
    rejectUnauthorized: true,
  })
  apple.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  apple.on('sessionError', () => {})
  apple.on('stream', (stream: ServerHttp2Stream, headers) => {
    stream.on('error', () => {})
    stream.resume()
    const answer = (status: number, reason?: string): void => {
      if (stream.destroyed) return
      stream.respond({ ':status': status })
      stream.end(reason === undefined ? '' : JSON.stringify({ reason }))
    }
    const token = /^\/3\/device\/([\w%-]+)$/.exec(String(headers[':path']))?.[1]
    const topic = String(headers['apns-topic'] ?? '')
    // A pass certificate is valid only for passes of its own type.
    const socket = stream.session?.socket as TLSSocket | undefined
    const subject: Readonly<Record<string, unknown>> = {
      ...socket?.getPeerCertificate().subject,
    }
    const own = subject['UID']
    if (headers[':method'] !== 'POST' || token === undefined) return answer(404, 'BadPath')
    if (topic !== own) return answer(400, 'TopicDisallowed')
    if (faults.refuseNext > 0) {
      faults.refuseNext -= 1
      return answer(503, 'ServiceUnavailable')
    }
    if (faults.goneTokens.includes(token)) return answer(410, 'Unregistered')
    pushes.push({ token, topic, at: new Date().toISOString() })
    answer(200)
  })
  await new Promise<void>((resolve) => apple.listen(options.port, host, resolve))
  return {
    url: `https://127.0.0.1:${(apple.address() as AddressInfo).port}`,
    pushes: pushes as readonly PassPush[],
    async stop() {
      for (const session of sessions) session.destroy()
      await new Promise((resolve) => apple.close(resolve))
    },
  }
}
