import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Emails } from './emails.ts'
import type { EmailView } from './page.ts'
import { liveScript, mailboxHeaders, writePage } from './page.ts'
import type { Misbehaviour, SmtpCounts } from './smtp.ts'
import { misbehaviourShape } from './smtp.ts'

export type WebParts = { mails: Emails; faults: Misbehaviour; counts: SmtpCounts }

const listQuery = z.object({
  to: z.string().optional(),
  like: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(500).optional(),
})

/**
 * Emails are untrusted. They are displayed in a frame with an opaque origin, without scripts and without
 * loading anything; links open in a new tab.
 */
const emailFrameHeaders = {
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

type ById = { Params: { id: string } }

/** Adds the pages, the JSON calls and the control calls. */
export function addWeb(server: FastifyInstance, parts: WebParts): void {
  addPages(server, parts.mails)
  addMessages(server, parts.mails)
  addContents(server, parts.mails)
  addEvents(server, parts.mails)
  addControl(server, parts)
}

function addPages(server: FastifyInstance, mails: Emails): void {
  server.get<{ Querystring: { to?: string } }>('/', async (request, reply) => {
    const to = request.query.to ?? ''
    return reply
      .headers(mailboxHeaders)
      .send(writePage({ mails: mails.list({ like: to }), to, open: null }))
  })
  server.get<ById & { Querystring: { to?: string; view?: string } }>(
    '/m/:id',
    async (request, reply) => {
      const mail = await mails.read(request.params.id)
      if (!mail) return reply.redirect('/', 303)
      const to = request.query.to ?? ''
      const view = viewOf(request.query.view, mail.html !== null)
      const page = writePage({ mails: mails.list({ like: to }), to, open: { mail, view } })
      return reply.headers(mailboxHeaders).send(page)
    },
  )
  server.get('/live.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(liveScript),
  )
}

function viewOf(asked: string | undefined, hasHtml: boolean): EmailView {
  if (asked === 'headers' || asked === 'text') return asked
  return hasHtml ? 'html' : 'text'
}

function addMessages(server: FastifyInstance, mails: Emails): void {
  server.get('/api/messages', async (request, reply) => {
    const query = listQuery.safeParse(request.query)
    if (!query.success) return reply.code(400).send({ error: z.prettifyError(query.error) })
    const messages = mails.list(query.data)
    return { count: messages.length, messages }
  })
  server.get<ById>('/api/messages/:id', async (request, reply) => {
    const mail = await mails.read(request.params.id)
    return mail ?? notFound(reply)
  })
  server.delete('/api/messages', async () => {
    mails.clear()
    return { count: 0 }
  })
}

function addContents(server: FastifyInstance, mails: Emails): void {
  server.get<ById>('/api/messages/:id/html', async (request, reply) => {
    const page = await mails.readHtml(request.params.id)
    if (page === null) return notFound(reply)
    return reply
      .headers(emailFrameHeaders)
      .type('text/html; charset=utf-8')
      .send(openLinksOutside(page))
  })
  server.get<ById>('/api/messages/:id/raw', async (request, reply) => {
    const raw = mails.readRaw(request.params.id)
    if (!raw) return notFound(reply)
    return sendFile(reply, `${request.params.id}.eml`, 'message/rfc822', raw)
  })
  server.get<{ Params: { id: string; index: string } }>(
    '/api/messages/:id/attachments/:index',
    async (request, reply) => {
      const file = await mails.readFile(request.params.id, Number(request.params.index))
      if (!file) return notFound(reply)
      return sendFile(reply, file.filename, file.mimeType, Buffer.from(file.content))
    },
  )
}

/** Makes links open in a new tab. The doctype stays first, because without it browsers use quirks mode. */
function openLinksOutside(page: string): string {
  const base = '<base target="_blank">'
  const head = /<head[^>]*>/i.exec(page)
  if (!head) return `<!doctype html>${base}${page}`
  const end = head.index + head[0].length
  return `${page.slice(0, end)}${base}${page.slice(end)}`
}

function sendFile(reply: FastifyReply, name: string, mimeType: string, content: Buffer) {
  return reply
    .headers(emailFrameHeaders)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeFileName(name)}`)
    .type(mimeType)
    .send(content)
}

/** Characters that encodeURIComponent leaves unescaped although RFC 8187 does not allow them. */
function encodeFileName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function addEvents(server: FastifyInstance, mails: Emails): void {
  server.get('/api/events', (request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    reply.raw.write('retry: 1000\n\n')
    const stop = mails.listen((summary) => {
      reply.raw.write(`event: change\ndata: ${JSON.stringify({ id: summary?.id ?? null })}\n\n`)
    })
    request.raw.once('close', stop)
  })
}

function addControl(server: FastifyInstance, { mails, faults, counts }: WebParts): void {
  server.post('/__control/misbehave', async (request, reply) => {
    const body = misbehaviourShape.safeParse(request.body)
    if (!body.success) return reply.code(400).send({ error: z.prettifyError(body.error) })
    return Object.assign(faults, body.data)
  })
  server.post('/__control/reset', async () => {
    for (const key of Object.keys(faults)) delete faults[key as keyof Misbehaviour]
    return faults
  })
  server.get('/__control/state', async () => ({
    misbehaviour: faults,
    counts,
    held: mails.list().length,
  }))
}

function notFound(reply: FastifyReply) {
  return reply.code(404).send({ error: 'There is no such letter.' })
}
