/** The script that organisers put on their own sites. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { showWidget } from '#apps/web/embed/widget.ts'

/** The script for browsers: the source without types and comments. */
export function widgetScript(): string {
  const lines = showWidget.toString().split('\n')
  const code = lines
    .map((line) => line.trim().replaceAll(/ {2,}/g, ' '))
    .filter((line) => line !== '' && !/^(\/\*|\*|\/\/)/.test(line))
  return `(${code.join('\n')})()\n`
}

/** Serves `/widget.js` for pages of any site. */
export function registerWidgetScript(app: FastifyInstance): void {
  const body = widgetScript()
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  app.get('/widget.js', (request, reply) => {
    reply
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'public, max-age=3600')
      .header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('text/javascript; charset=utf-8').send(body)
  })
}
