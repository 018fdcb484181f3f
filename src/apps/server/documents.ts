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

/** The OpenAPI document of this installation: its calls, with the names of their replies and requests that tests send. */
export function documentOf({
  calls,
  ...options
}: DocumentedCalls): Readonly<Record<string, unknown>> {
  const examples = readExamples()
  return openApiDocument(calls, { ...options, examples, replies: replyNames })
}

/** Requests by the id of their call: single ones, and steps of the partners’ scenarios in their place. */
function readExamples(): Readonly<Record<string, CallExample>> {
  const file = new URL('./call-examples.json', import.meta.url)
  const { requests, walks } = JSON.parse(readFileSync(file, 'utf8')) as Record<
    'requests' | 'walks',
    Record<string, CallExample>
  >
  return { ...requests, ...walks }
}

/** `/openapi.json` for programs, `/docs` for people; both made of the calls that are really answered. */
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
