import { createHmac, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { z } from 'zod'
import { html } from '../html.ts'
import { addLocalGuard } from '../local-guard.ts'

export interface FacebookFake {
  readonly url: string
  readonly port: number
  misbehave(faults: Partial<FacebookFaults>): void
  stop(): Promise<void>
}

const faultsShape = z.strictObject({
  /** The person grants access, but not to the email address. */
  withoutEmail: z.boolean(),
  /** Number of calls answered with HTTP 500. */
  errorNext: z.int().min(0),
})
export type FacebookFaults = z.output<typeof faultsShape>

/** Test accounts. */
const people = [
  { id: '10001', name: 'Nino Beridze', email: 'nino.fb@example.ge' },
  { id: '10002', name: 'Giorgi Maisuradze', email: 'giorgi.fb@example.ge' },
  { id: '10003', name: 'Demo Customer', email: 'demo@bileti.example' },
] as const

const dialogQuery = z.object({
  client_id: z.string(),
  redirect_uri: z.url(),
  state: z.string(),
})

/** A fake of Facebook's login: the dialog, the token exchange and the user profile. */
export async function startFacebook(options: {
  port: number
  host?: string
  appId?: string
  appSecret?: string
}): Promise<FacebookFake> {
  const { appId = 'demo-app', appSecret = 'demo-app-secret' } = options
  const faults: FacebookFaults = { withoutEmail: false, errorNext: 0 }
  const codes = new Map<string, { personId: string; redirect: string }>()
  const tokens = new Map<string, string>()
  const server = fastify({ forceCloseConnections: true })
  addLocalGuard(server)
  server.get('/:version/dialog/oauth', async (request, reply) => {
    const query = dialogQuery.safeParse(request.query)
    if (!query.success || query.data.client_id !== appId)
      return reply.code(400).send('The app is not set up')
    const { redirect_uri: redirect, state } = query.data
    const choices = people.map((person) => {
      const code = randomBytes(16).toString('base64url')
      codes.set(code, { personId: person.id, redirect })
      const address = `${redirect}?${new URLSearchParams({ code, state })}`
      return html`<li><a href="${address}">${person.name}</a> <small>${person.email}</small></li>`
    })
    const denied = `${redirect}?${new URLSearchParams({ error: 'access_denied', state })}`
    return reply.type('text/html; charset=utf-8').send(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <title>Demo Facebook</title>
          </head>
          <body style="max-width:30rem;margin:3rem auto;font:18px/1.6 system-ui;padding:0 1rem">
            <h1>Demo Facebook</h1>
            <p>Bileti asks who you are. Continue as:</p>
            <ul>
              ${choices}
            </ul>
            <p><a href="${denied}">Cancel</a></p>
          </body>
        </html>`.html,
    )
  })
  server.get<{ Querystring: Record<string, string> }>(
    '/:version/oauth/access_token',
    async (request, reply) => {
      if (failsNow(faults)) return reply.code(500).send(graphError(2, 'Try later'))
      const { client_id, client_secret, redirect_uri, code = '' } = request.query
      const known = codes.get(code)
      codes.delete(code)
      const fits =
        client_id === appId && client_secret === appSecret && known?.redirect === redirect_uri
      if (!known || !fits) return reply.code(400).send(graphError(100, 'Invalid code'))
      const token = randomBytes(24).toString('base64url')
      tokens.set(token, known.personId)
      return { access_token: token, token_type: 'bearer', expires_in: 5_183_944 }
    },
  )
  server.get<{ Querystring: Record<string, string> }>('/:version/me', async (request, reply) => {
    if (failsNow(faults)) return reply.code(500).send(graphError(2, 'Try later'))
    const { access_token: token = '', appsecret_proof: proof } = request.query
    const person = people.find(({ id }) => id === tokens.get(token))
    if (!person) return reply.code(400).send(graphError(190, 'Invalid token'))
    if (proof !== createHmac('sha256', appSecret).update(token).digest('hex'))
      return reply.code(400).send(graphError(100, 'Invalid appsecret_proof'))
    const { id, name, email } = person
    return faults.withoutEmail ? { id, name } : { id, name, email }
  })
  server.post('/__control/misbehave', async (request, reply) => {
    const parsed = faultsShape.partial().safeParse(request.body)
    if (!parsed.success) return reply.code(400).send({ error: z.prettifyError(parsed.error) })
    return Object.assign(faults, parsed.data)
  })
  await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    misbehave: (given) => void Object.assign(faults, given),
    stop: () => server.close(),
  }
}

function failsNow(faults: FacebookFaults): boolean {
  if (faults.errorNext === 0) return false
  faults.errorNext -= 1
  return true
}

function graphError(code: number, message: string) {
  return { error: { message, type: 'OAuthException', code } }
}
