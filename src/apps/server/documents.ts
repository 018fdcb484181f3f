import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Call } from '#contract/call.ts'
import { openApiDocument, type CallExample } from '#contract/openapi.ts'
import { replyNames } from './document-names.ts'
import { referencePage } from './reference-page.ts'

interface DocumentedCalls {
  readonly calls: readonly Call[]
  readonly origin: string
  readonly version: string
}

/** The OpenAPI document of this installation: its calls, named responses, and example requests taken from tests. */
export function documentOf({
  calls,
  ...options
}: DocumentedCalls): Readonly<Record<string, unknown>> {
  const examples = readExamples()
  return openApiDocument(calls, { ...options, examples, replies: replyNames })
}

/** Example requests by call id: standalone ones and steps of the partner scenarios. */
function readExamples(): Readonly<Record<string, CallExample>> {
  const file = new URL('./call-examples.json', import.meta.url)
  const { requests, walks } = JSON.parse(readFileSync(file, 'utf8')) as Record<
    'requests' | 'walks',
    Record<string, CallExample>
  >
  return { ...requests, ...walks }
}

/** Registers `/openapi.json` and the readable `/docs`, both generated from the implemented calls. */
export function registerDocuments(app: FastifyInstance, options: DocumentedCalls): void {
  // Built on first request, so that a crashed server restarts sooner.
  let text: string | undefined
  let packed: Buffer | undefined
  let examples: ReturnType<typeof readExamples> | undefined
  app.get('/openapi.json', (request, reply) => {
    text ??= JSON.stringify(documentOf(options))
    const isPacked = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    if (isPacked) void reply.header('content-encoding', 'gzip')
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .header('vary', 'accept-encoding')
      .send(isPacked ? (packed ??= gzipSync(text)) : text)
  })
  app.get('/docs', (_request, reply) => {
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
      )
      .send(referencePage(options.calls, nonce, (examples ??= readExamples())))
  })
}
