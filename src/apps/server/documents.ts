import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFileSync } from 'node:fs'
import type { Call } from '#contract/call.ts'
import { openApiDocument, openApiSteps, type CallExample } from '#contract/openapi.ts'
import { withoutBlocking } from '#platform/without-blocking.ts'
import { replyNames } from './document-names.ts'
import { CachedPage, encodingOf, type PageAnswer } from './page-cache.ts'
import { referencePage, referencePolicy } from './reference-page.ts'

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

/**
 * Registers `/openapi.json` and the readable `/docs`, both generated from the implemented calls: once for a process, on
 * the first request, so that a crashed server restarts sooner.
 */
export function registerDocuments(app: FastifyInstance, options: DocumentedCalls): void {
  const examples = once(async () => readExamples())
  const openApi = once(async () => {
    const steps = openApiSteps(options.calls, {
      ...options,
      examples: await examples(),
      replies: replyNames,
    })
    return cachedDocument(JSON.stringify(await withoutBlocking(steps)), [
      ['content-type', 'application/json; charset=utf-8'],
    ])
  })
  const reference = once(async () =>
    cachedDocument(await withoutBlocking(referencePage(options.calls, await examples())), [
      ['content-type', 'text/html; charset=utf-8'],
      ['content-security-policy', referencePolicy],
    ]),
  )
  app.get('/openapi.json', async (request, reply) => send(request, reply, await openApi()))
  app.get('/docs', async (request, reply) => send(request, reply, await reference()))
}

/** The value of the first call, for all callers; a failure is tried again by the next one. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined
  return () => {
    value ??= make().catch((error: unknown) => {
      value = undefined
      throw error
    })
    return value
  }
}

function cachedDocument(text: string, headers: PageAnswer['headers']): CachedPage {
  return new CachedPage({ status: 200, headers, plain: Buffer.from(text) })
}

/** How long readers keep a document without asking again. */
const keptSeconds = 300

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  document: CachedPage,
): Promise<FastifyReply> {
  void reply
    .headers(Object.fromEntries(document.answer.headers))
    .header('cache-control', `public, max-age=${keptSeconds}`)
    .header('vary', 'accept-encoding')
    .header('etag', document.etag)
  if (request.headers['if-none-match'] === document.etag) return reply.code(304).send()
  const { encoding, body } = await document.encoded(encodingOf(request.headers['accept-encoding']))
  if (encoding) void reply.header('content-encoding', encoding)
  return reply.send(body)
}
