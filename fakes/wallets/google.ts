import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import { addLocalGuard } from '../local-guard.ts'
import { addTokenService } from '../shared/google-token.ts'
import { acceptBodies } from '../shared/server.ts'
import { faultsShape, type WalletFaults } from './faults.ts'

export type Fields = Record<string, unknown>

/** Google's token service and the part of the Wallet API that updates passes. */
export async function startGoogleWallet(options: {
  readonly port: number
  readonly host: string
  /** PEM of the service account, to verify token requests; without it they are not verified. */
  readonly publicKey: string | undefined
  readonly faults: WalletFaults
}) {
  const { faults } = options
  let url = ''
  const objects = new Map<string, Fields>()
  const google = fastify()
  addLocalGuard(google)
  acceptBodies(google)
  const tokens = addTokenService(google, { publicKey: options.publicKey, urlOf: () => url })
  google.patch('/walletobjects/v1/:resource/:id', async (request, reply) => {
    const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    if (!tokens.has(bearer)) return reply.code(401).send({ error: { code: 401 } })
    if (faults.refuseGoogleNext > 0) {
      faults.refuseGoogleNext -= 1
      return reply.code(503).send({ error: { code: 503 } })
    }
    const { resource, id } = request.params as { readonly resource: string; readonly id: string }
    const known = objects.get(`${resource} ${id}`)
    if (!known) return reply.code(404).send({ error: { code: 404, status: 'NOT_FOUND' } })
    const changed = merge(known, request.body as Fields)
    objects.set(`${resource} ${id}`, changed)
    return changed
  })
  const save = (link: string): void => keep(objects, link)
  google.post('/__control/save', async (request) => {
    save(z.strictObject({ link: z.string() }).parse(request.body).link)
    return { objects: objects.size }
  })
  google.post('/__control/misbehave', async (request) =>
    Object.assign(faults, faultsShape.partial().parse(request.body)),
  )
  google.get('/__control/objects', async () => Object.fromEntries(objects))
  await google.listen({ port: options.port, host: options.host })
  url = `http://127.0.0.1:${(google.server.address() as AddressInfo).port}`
  return { url, objects, save, stop: () => google.close() }
}

/** Saves the passes of a link, as Google does when a user follows it. */
function keep(objects: Map<string, Fields>, link: string): void {
  const { payload } = decodeJwt<{ payload: Record<string, Fields[]> }>(
    link.slice(link.lastIndexOf('/') + 1),
  )
  for (const [list, entries] of Object.entries(payload)) {
    const resource = list.replace(/Classes$/, 'Class').replace(/Objects$/, 'Object')
    for (const entry of entries) {
      const name = `${resource} ${String(entry['id'])}`
      if (!objects.has(name)) objects.set(name, entry)
    }
  }
}

/** JSON merge patch (RFC 7396): null removes a field, nested objects are merged. */
function merge(known: Fields, change: Fields): Fields {
  const merged: Fields = { ...known }
  for (const [name, value] of Object.entries(change)) {
    const before = merged[name]
    if (value === null) delete merged[name]
    else if (isFields(value) && isFields(before)) merged[name] = merge(before, value)
    else merged[name] = value
  }
  return merged
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
