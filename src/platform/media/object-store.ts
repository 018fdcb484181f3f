/** Pictures in an S3-compatible object store, for a shop on several machines. */
import { AwsClient } from 'aws4fetch'
import type { Config } from '#platform/config.ts'
import { readBytes, readStart } from '#platform/bounded-reply.ts'

/** A file as it was stored. */
export interface MediaFile {
  readonly content: Buffer
  readonly contentType: string
  readonly etag: string
}

export interface ObjectStore {
  /** Null when there is none; throws when the store does not answer. */
  read(path: string): Promise<MediaFile | null>
  has(path: string): Promise<boolean>
  write(path: string, content: Uint8Array<ArrayBuffer>, contentType: string): Promise<void>
}

const answerMillisecondsMax = 10_000
/** More than any picture that we store. */
const fileBytesMax = 64 * 1024 * 1024
const retries = 2

/** The configured store; null when none is configured, in which case pictures are in the data directory. */
export function openObjectStore(
  config: Pick<Config, 'MEDIA_S3_URL' | 'MEDIA_S3_REGION' | 'MEDIA_S3_KEY_ID' | 'MEDIA_S3_SECRET'>,
): ObjectStore | null {
  if (config.MEDIA_S3_URL === undefined) return null
  const bucket = config.MEDIA_S3_URL.replace(/\/+$/, '')
  const client = new AwsClient({
    service: 's3',
    region: config.MEDIA_S3_REGION,
    accessKeyId: config.MEDIA_S3_KEY_ID,
    secretAccessKey: config.MEDIA_S3_SECRET,
    retries,
  })
  const ask = (path: string, init: RequestInit): Promise<Response> =>
    client.fetch(`${bucket}/${path.split('/').map(encodeURIComponent).join('/')}`, {
      ...init,
      signal: AbortSignal.timeout(answerMillisecondsMax),
    })
  return {
    async read(path) {
      const answer = await ask(path, { method: 'GET' })
      if (answer.status === 404) return discarded(answer, null)
      if (!answer.ok) throw await refusal(answer, path)
      return {
        content: await readBytes(answer, fileBytesMax),
        contentType: answer.headers.get('content-type') ?? 'application/octet-stream',
        etag: answer.headers.get('etag') ?? '',
      }
    },
    async has(path) {
      const answer = await ask(path, { method: 'HEAD' })
      if (answer.status === 404) return false
      if (!answer.ok) throw await refusal(answer, path)
      return true
    },
    async write(path, content, contentType) {
      const headers = { 'content-type': contentType }
      const answer = await ask(path, { method: 'PUT', body: content, headers })
      if (!answer.ok) throw await refusal(answer, path)
      await discarded(answer, null)
    },
  }
}

/** An unread body would block its connection. */
async function discarded<Value>(answer: Response, value: Value): Promise<Value> {
  await answer.body?.cancel()
  return value
}

async function refusal(answer: Response, path: string): Promise<Error> {
  const { content } = await readStart(answer, 300)
  const said = content.toString()
  return new Error(`The object store refused ${path} (${answer.status}): ${said}`)
}
