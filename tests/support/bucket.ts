/** A bucket of an S3-compatible store: keeps objects in memory and checks the signature of every request. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface StoredObject {
  readonly content: Buffer
  readonly contentType: string
  readonly etag: string
}

export interface Bucket {
  readonly url: string
  close(): Promise<void>
}

export interface BucketKey {
  readonly id: string
  readonly secret: string
}

export async function openBucket(name: string, key: BucketKey): Promise<Bucket> {
  const objects = new Map<string, StoredObject>()
  const server = createServer((request, response) => {
    void answer(request, response, { objects, key, prefix: `/${name}/` })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/${name}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  bucket: {
    readonly objects: Map<string, StoredObject>
    readonly key: BucketKey
    readonly prefix: string
  },
): Promise<void> {
  const { method = '', url = '' } = request
  const content = await buffer(request)
  const end = (status: number, headers: Record<string, string> = {}, body?: Buffer | string) =>
    response.writeHead(status, headers).end(method === 'HEAD' ? undefined : body)
  if (!isSigned(request, content, bucket.key))
    return void end(403, {}, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
  if (!url.startsWith(bucket.prefix))
    return void end(404, {}, '<Error><Code>NoSuchBucket</Code></Error>')
  const name = decodeURIComponent(url.slice(bucket.prefix.length))
  if (method === 'PUT') {
    const contentType = request.headers['content-type'] ?? 'binary/octet-stream'
    const etag = `"${createHash('md5').update(content).digest('hex')}"`
    bucket.objects.set(name, { content, contentType, etag })
    return void end(200, { etag })
  }
  const found = bucket.objects.get(name)
  if (!found) return void end(404, {}, '<Error><Code>NoSuchKey</Code></Error>')
  end(200, { 'content-type': found.contentType, etag: found.etag }, found.content)
}

/** AWS Signature Version 4 in the authorization header, for requests without a query. */
function isSigned(request: IncomingMessage, content: Buffer, key: BucketKey): boolean {
  const { authorization = '' } = request.headers
  const stated =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/s3\/aws4_request), ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    )
  const [, id, scope = '', names = '', signature = ''] = stated ?? []
  if (id !== key.id) return false
  const signed = signatureOf({
    method: request.method ?? '',
    path: request.url ?? '',
    headers: names.split(';').map((name) => [name, String(request.headers[name] ?? '')]),
    content,
    at: String(request.headers['x-amz-date'] ?? ''),
    contentDigest: String(request.headers['x-amz-content-sha256'] ?? ''),
    scope,
    secret: key.secret,
  })
  return signed !== null && timingSafeEqual(Buffer.from(signed), Buffer.from(signature))
}

/** The signature of a request; null when its content is not the one whose digest it states. */
export function signatureOf(request: {
  readonly method: string
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly content: Buffer
  readonly at: string
  /** Of the content, or `UNSIGNED-PAYLOAD`. */
  readonly contentDigest: string
  /** Day, region, service and `aws4_request`. */
  readonly scope: string
  readonly secret: string
}): string | null {
  const { method, path, headers, content, at, contentDigest, scope, secret } = request
  if (contentDigest !== 'UNSIGNED-PAYLOAD' && contentDigest !== sha256(content)) return null
  const canonical = [
    method,
    path,
    '',
    ...headers.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    headers.map(([name]) => name).join(';'),
    contentDigest,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')
  const signingKey = scope
    .split('/')
    .reduce<Buffer>((from, part) => hmac(from, part), Buffer.from(`AWS4${secret}`))
  return hmac(signingKey, text).toString('hex')
}

function sha256(value: string | Buffer): string {
  return createHash('sha256').update(value).digest('hex')
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
