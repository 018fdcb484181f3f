import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const clientFolder = fileURLToPath(new URL('../../../build/client/', import.meta.url))
const year = 31_536_000

/** Serves built scripts and styles, whose names contain a content hash, with an unlimited cache lifetime. */
export async function registerAssets(app: FastifyInstance): Promise<void> {
  const assets = resolve(clientFolder, 'assets')
  if (!existsSync(assets)) return
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/assets/',
    immutable: true,
    maxAge: year * 1000,
    preCompressed: true,
    index: false,
  })
  for (const entry of readdirSync(clientFolder, { withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    // Routes registered by the server take precedence over files of the same name left by an older build.
    if (app.hasRoute({ method: 'GET', url: `/${entry.name}` })) continue
    app.get(`/${entry.name}`, (_request, reply) =>
      reply.sendFile(entry.name, clientFolder, { maxAge: 3_600_000 }),
    )
  }
}
