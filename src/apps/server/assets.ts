import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#platform/config.ts'

const clientFolder = fileURLToPath(new URL('../../../build/client/', import.meta.url))
const year = 31_536_000

/** Built scripts and styles (named by their content, cached for ever) and the posters of the data directory. */
export async function registerAssets(app: FastifyInstance, config: Config): Promise<void> {
  const media = resolve(config.DATA_DIR, 'media')
  mkdirSync(media, { recursive: true })
  await app.register(fastifyStatic, {
    root: media,
    prefix: '/media/',
    maxAge: 86_400_000,
    index: false,
  })
  const assets = resolve(clientFolder, 'assets')
  if (!existsSync(assets)) return
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/assets/',
    decorateReply: false,
    immutable: true,
    maxAge: year * 1000,
    preCompressed: true,
    index: false,
  })
  for (const entry of readdirSync(clientFolder, { withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    // What the server writes itself wins over a file of the same name that an older build has left.
    if (app.hasRoute({ method: 'GET', url: `/${entry.name}` })) continue
    app.get(`/${entry.name}`, (_request, reply) =>
      reply.sendFile(entry.name, clientFolder, { maxAge: 3_600_000 }),
    )
  }
}
