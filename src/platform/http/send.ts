/** Writes the result of a call as an HTTP reply. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import type { Locale } from '#kernel/locale.ts'
import type { Failure, Result } from '#kernel/result.ts'
import { isRawReply, isStreamReply, type Implementation, type StreamReply } from './implement.ts'
import { isPublicPicture, shownAnywhere } from './public-picture.ts'
import { errorReply, type ReplyOptions } from './reply.ts'
import type { SharedBytes } from './shared-reply.ts'

/** Sends a body shared by many callers: compressed, or 304 when the caller already has it. */
export async function sendShared(
  { call }: Implementation,
  request: FastifyRequest,
  reply: FastifyReply,
  shared: SharedBytes,
): Promise<FastifyReply> {
  const { body, encoding } = await shared.encoded(request.headers['accept-encoding'])
  const etag = shared.etag(encoding)
  reply
    .header(
      'cache-control',
      call.cacheSeconds ? `public, max-age=${call.cacheSeconds}` : 'no-cache',
    )
    .header('vary', 'accept-encoding, accept-language, x-api-key')
    .header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type('application/json; charset=utf-8').send(body)
}

export function sendResult(
  implementation: Implementation,
  reply: FastifyReply,
  result: Result<unknown, ErrorCode>,
  locale: Locale,
): FastifyReply {
  if (!result.ok) return sendFailure(reply, result, locale)
  const { cacheSeconds } = implementation.call
  reply.header('cache-control', cacheSeconds ? `public, max-age=${cacheSeconds}` : 'no-store')
  // Shared caches store one copy per language and channel.
  if (cacheSeconds) reply.header('vary', 'accept-language, x-api-key')
  if (isStreamReply(result.value)) return sendStream(reply, result.value)
  if (isRawReply(result.value)) {
    const { contentType, content, filename, status = 200 } = result.value
    if (status === 401) reply.header('www-authenticate', 'Basic realm="payments"')
    if (filename)
      reply.header(
        'content-disposition',
        `attachment; filename="${filename.replaceAll(/[^\w.-]/g, '_')}"`,
      )
    if (isPublicPicture(implementation.call)) reply.header(...shownAnywhere)
    return reply
      .code(status)
      .type(contentType)
      .send(typeof content === 'string' ? content : Buffer.from(content))
  }
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(result.value))
}

/** Once the head is sent, the follower writes the body; proxies are asked not to buffer it. */
function sendStream(reply: FastifyReply, { contentType, follow }: StreamReply): FastifyReply {
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value)
  // The connection closes with the stream, so no chunked framing is needed: writing to thousands of clients is one
  // socket write each.
  raw.useChunkedEncodingByDefault = false
  raw.writeHead(200, { 'content-type': contentType, 'x-accel-buffering': 'no' })
  raw.flushHeaders()
  follow(raw)
  return reply
}

/** Says in the header when a refused request may be sent again. */
export function askToRetry(reply: FastifyReply, { detail }: Failure): void {
  const { retryAfterSeconds } = detail ?? {}
  if (typeof retryAfterSeconds === 'number') reply.header('retry-after', retryAfterSeconds)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As the call declares it. */
    readonly numbersRefusals?: boolean
  }
}

/** How refusals of the requested call are written. */
export function replyOptionsOf(request: FastifyRequest): ReplyOptions {
  const { numbersRefusals } = request.routeOptions.config
  return { requestId: request.id, isNumbered: numbersRefusals === true }
}

export function sendFailure(reply: FastifyReply, failure: Failure, locale: Locale): FastifyReply {
  const { status, body } = errorReply(failure, locale, replyOptionsOf(reply.request))
  askToRetry(reply, failure)
  return reply.code(status).header('cache-control', 'no-store').send(body)
}
