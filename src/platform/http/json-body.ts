/** Parses JSON bodies: limited in bytes and depth, and never parsed for a caller who may not send them. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'

/** Maximum nesting depth of arrays and objects: no declared body comes near it, and recursive code can handle it. */
export const jsonDepthMax = 32

/** A body that is refused before any call sees it; the error handler answers its code. */
export class BodyRefused extends Error {
  readonly errorCode: ErrorCode
  readonly statusCode = 400

  constructor(errorCode: ErrorCode) {
    super(errorCode)
    this.name = 'BodyRefused'
    this.errorCode = errorCode
  }
}

const quote = 34
const backslash = 92
const openers = new Set([91, 123])
const closers = new Set([93, 125])

/** Whether the text opens more arrays and objects inside each other than allowed: one pass, no recursion. */
export function isTooDeep(text: string, depthMax: number = jsonDepthMax): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === quote) at = endOfString(text, at)
    else if (openers.has(sign)) {
      depth += 1
      if (depth > depthMax) return true
    } else if (closers.has(sign)) depth -= 1
  }
  return false
}

/** Position of the quote that closes the string opened at `at`; the end of the text when none does. */
function endOfString(text: string, at: number): number {
  for (let next = at + 1; next < text.length; next += 1) {
    const sign = text.charCodeAt(next)
    if (sign === backslash) next += 1
    else if (sign === quote) return next
  }
  return text.length
}

type Parser = ReturnType<FastifyInstance['getDefaultJsonParser']>
type Done = (error: Error | null, body?: unknown) => void

/** An empty body is treated as absent: clients set the content type even when they send nothing. */
export function parseJson(request: FastifyRequest, text: string, parse: Parser, done: Done): void {
  if (text.length === 0) return done(null, undefined)
  if (isTooDeep(text)) return done(new BodyRefused('BodyTooDeep'), undefined)
  void parse(request, text, done)
}

/** Reads a whole stream whose length is known to be small. */
export async function readText(payload: AsyncIterable<Buffer | string>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of payload) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Replaces Fastify's JSON parser, and refuses compressed bodies, whose size is unknown before they are decompressed.
 */
export function registerJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    parseJson(request, String(body), parse, done),
  )
  app.addHook('onRequest', (request, _reply, done) => {
    const encoding = request.headers['content-encoding']
    const isPlain = encoding === undefined || encoding === 'identity'
    done(isPlain ? undefined : new BodyRefused('UnsupportedMediaType'))
  })
}
