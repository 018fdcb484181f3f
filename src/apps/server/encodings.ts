/** Callers that refuse the plain form of an answer (`identity;q=0`): they get a coded one, or none. */
import { Readable } from 'node:stream'
import { createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { localeFor, wantedLanguages } from '#kernel/locale.ts'
import { fail } from '#kernel/result.ts'
import { acceptedEncoding, acceptsNothing, refusesPlain } from '#platform/http/accepted-encoding.ts'
import { sendFailure } from '#platform/http/send.ts'

const coders = {
  gzip: createGzip,
  br: createBrotliCompress,
  zstd: createZstdCompress,
} as const

const codings = Object.keys(coders) as (keyof typeof coders)[]

/** Whether no form of any answer is acceptable. */
export function isUnanswerable(accepts: string | undefined): boolean {
  return acceptsNothing(accepts, codings)
}

/** Register it after the common headers. Routes that code their answers themselves are left as they are. */
export function registerEncodings(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isUnanswerable(request.headers['accept-encoding'])) return done()
    const locale = localeFor(wantedLanguages(request.headers['accept-language']))
    reply.header('vary', 'accept-encoding')
    sendFailure(reply, fail('NotAcceptable'), locale)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const accepts = request.headers['accept-encoding']
    if (!refusesPlain(accepts) || reply.hasHeader('content-encoding')) return done(null, payload)
    const coding = acceptedEncoding(accepts, codings)
    const plain = coding && request.method !== 'HEAD' ? streamOf(payload) : null
    if (coding === null || plain === null) return done(null, payload)
    // The tag is that of the plain form.
    reply.removeHeader('content-length').removeHeader('etag')
    reply.header('content-encoding', coding).header('vary', withEncoding(reply))
    done(null, plain.pipe(coders[coding]()))
  })
}

/** Null when there is nothing to code. */
function streamOf(payload: unknown): Readable | null {
  if (payload instanceof Readable) return payload
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
  return Buffer.isBuffer(bytes) && bytes.length > 0 ? Readable.from([bytes]) : null
}

function withEncoding(reply: FastifyReply): string {
  const vary = String(reply.getHeader('vary') ?? '')
  if (vary.includes('accept-encoding')) return vary
  return vary === '' ? 'accept-encoding' : `${vary}, accept-encoding`
}
