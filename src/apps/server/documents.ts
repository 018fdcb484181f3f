import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import type { Call } from '#contract/call.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { referencePage } from './reference-page.ts'

/** `/openapi.json` for programs, `/docs` for people; both made of the calls that are really answered. */
export function registerDocuments(
  app: FastifyInstance,
  options: { readonly calls: readonly Call[]; readonly origin: string; readonly version: string },
): void {
  // Built on first request, so that a crashed server restarts sooner.
  let text: string | undefined
  app.get('/openapi.json', (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send((text ??= JSON.stringify(openApiDocument(options.calls, options)))),
  )
  app.get('/docs', (_request, reply) => {
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
      )
      .send(referencePage(options.calls, nonce))
  })
}
