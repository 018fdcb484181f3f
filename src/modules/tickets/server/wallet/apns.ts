import { connect, constants, type ClientHttp2Session } from 'node:http2'
import { readPem } from './signers.ts'

/**
 * Outcome of a push to a device. `gone`: the pass was removed, so the registration must be deleted; `later`: to be
 * retried.
 */
export type PassPushOutcome =
  | { readonly kind: 'sent' | 'gone' }
  | { readonly kind: 'later'; readonly why: string }

/** The part of Apple's push service used for passes. */
export interface Apns {
  /** Notifies a device that one of its passes has changed; it then asks which, and fetches it. Never throws. */
  push(token: string): Promise<PassPushOutcome>
  close(): void
}

const timeoutMilliseconds = 10_000
/** Apple answers with a reason of one word. */
const answerLengthMax = 10_000
/** Refusals that concern the token itself. */
const tokenIsGone: ReadonlySet<string> = new Set([
  'BadDeviceToken',
  'DeviceTokenNotForTopic',
  'Unregistered',
])

export interface ApnsOptions {
  readonly url: string
  readonly passTypeId: string
  /** The certificate that signs the passes also authenticates here; PEM, or file paths. */
  readonly certificate: string
  readonly key: string
  readonly passphrase: string | undefined
  /** The authority between Apple's root and the certificate. */
  readonly authority: string
  /** Authority of the service's certificate; absent: those that Node trusts. */
  readonly serviceAuthority?: string | undefined
}

/** One HTTP/2 connection, opened with the first push and again whenever it has ended. */
export function openApns(options: ApnsOptions): Apns {
  let session: ClientHttp2Session | null = null

  function sessionOf(): ClientHttp2Session {
    if (session && !session.closed && !session.destroyed) return session
    const opened = connect(options.url, {
      cert: `${readPem(options.certificate)}\n${readPem(options.authority)}`,
      key: readPem(options.key),
      ...(options.passphrase === undefined ? {} : { passphrase: options.passphrase }),
      ...(options.serviceAuthority ? { ca: readPem(options.serviceAuthority) } : {}),
    })
    // The connection does not keep the process running; errors are reported by the pending request.
    opened.unref()
    opened.on('error', () => {})
    opened.on('goaway', () => opened.close())
    session = opened
    return opened
  }

  function request(token: string): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const stream = sessionOf().request({
        [constants.HTTP2_HEADER_METHOD]: 'POST',
        [constants.HTTP2_HEADER_PATH]: `/3/device/${encodeURIComponent(token)}`,
        'apns-topic': options.passTypeId,
      })
      let status = 0
      let body = ''
      stream.setEncoding('utf8')
      stream.setTimeout(timeoutMilliseconds, () => {
        stream.close(constants.NGHTTP2_CANCEL)
        reject(new Error('no answer'))
      })
      stream.on('response', (headers) => (status = Number(headers[':status'])))
      stream.on('data', (part: string) => {
        body += part
        if (body.length > answerLengthMax) stream.close(constants.NGHTTP2_CANCEL)
      })
      stream.on('error', reject)
      stream.on('close', () => (status > 0 ? resolve({ status, body }) : reject(new Error('lost'))))
      // Apple requires an empty message: the device asks for the changes.
      stream.end('{}')
    })
  }

  return {
    async push(token) {
      try {
        const { status, body } = await request(token)
        if (status === 200) return { kind: 'sent' }
        const reason = /"reason"\s*:\s*"(\w+)"/.exec(body)?.[1] ?? ''
        if (status === 410 || tokenIsGone.has(reason)) return { kind: 'gone' }
        return { kind: 'later', why: `${status} ${reason}` }
      } catch (error) {
        session?.destroy()
        return { kind: 'later', why: error instanceof Error ? error.message : String(error) }
      }
    },
    close() {
      session?.close()
      session = null
    },
  }
}
