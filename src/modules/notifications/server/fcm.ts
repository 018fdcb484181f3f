import { z } from 'zod'
import { openGoogleAccess } from '#platform/google-access.ts'
import { readJson } from '#platform/bounded-reply.ts'
import { secondsOf, type PushOutcome } from './outcome.ts'

export interface AppMessage {
  readonly token: string
  readonly title: string
  readonly body: string
  readonly url: string
  /** A newer message of the same tag replaces the older one on the device. */
  readonly tag: string
  readonly ttlSeconds: number
}

export interface Fcm {
  send(message: AppMessage): Promise<PushOutcome>
}

const timeoutMilliseconds = 10_000
const scope = 'https://www.googleapis.com/auth/firebase.messaging'
const errorReply = z.object({
  error: z.object({
    status: z.string().optional(),
    details: z.array(z.looseObject({ errorCode: z.string().optional() })).optional(),
  }),
})

/** Sends to apps by FCM's HTTP v1, with an access token of the service account (RFC 7523). */
export function openFcm(options: {
  readonly url: string
  readonly tokenUrl: string
  readonly projectId: string
  readonly account: string
  /** Private key of the service account, PEM. */
  readonly key: string
}): Fcm {
  const { account, key, tokenUrl } = options
  const access = openGoogleAccess({ account, key, tokenUrl, scope })

  return {
    async send(message) {
      const bearer = await access.token()
      const response = await fetch(
        `${options.url}/v1/projects/${options.projectId}/messages:send`,
        {
          method: 'POST',
          signal: AbortSignal.timeout(timeoutMilliseconds),
          headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
          body: JSON.stringify({ message: fcmMessage(message) }),
        },
      )
      if (response.ok) return { kind: 'sent' }
      // A revoked access token is renewed with the next attempt.
      if (response.status === 401) access.drop()
      return outcomeOf(response)
    },
  }
}

function fcmMessage({ token, title, body, url, tag, ttlSeconds }: AppMessage) {
  return {
    token,
    notification: { title, body },
    data: { url, tag },
    android: { ttl: `${ttlSeconds}s`, collapse_key: tag, notification: { tag } },
    apns: { headers: { 'apns-collapse-id': tag.slice(0, 64) } },
  }
}

async function outcomeOf(response: Response): Promise<PushOutcome> {
  const parsed = errorReply.safeParse(await readJson(response).catch(() => null))
  const error = parsed.success ? parsed.data.error : undefined
  const code = error?.details?.find(({ errorCode }) => errorCode)?.errorCode ?? error?.status ?? ''
  if (code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH') return { kind: 'gone' }
  if (response.status === 401 || response.status === 429 || response.status >= 500)
    return { kind: 'later', seconds: secondsOf(response.headers.get('retry-after')) }
  return { kind: 'refused', why: `FCM answered ${response.status} ${code}` }
}
