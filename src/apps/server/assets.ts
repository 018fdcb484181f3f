import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { acceptedEncoding } from '#platform/http/accepted-encoding.ts'
import { shownAnywhere } from '#platform/http/public-picture.ts'

const builtFolder = fileURLToPath(new URL('../../../build/client/', import.meta.url))
const year = 31_536_000

/** Content types of what a build puts into `assets`. */
const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.jsonld': 'application/ld+json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const endings = { br: '.br', gzip: '.gz' } as const
type Coding = keyof typeof endings
const codings = Object.keys(endings) as Coding[]

/**
 * Serves built scripts and styles, whose names contain a content hash, with an unlimited cache lifetime; and the other
 * files of the build.
 */
export async function registerAssets(
  app: FastifyInstance,
  clientFolder = builtFolder,
): Promise<void> {
  const assets = resolve(clientFolder, 'assets')
  if (!existsSync(assets)) return
  serveKept(app, assets)
  await app.register(fastifyStatic, { root: clientFolder, serve: false })
  for (const entry of readdirSync(clientFolder, { withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    // Routes registered by the server take precedence over files of the same name left by an older build.
    if (app.hasRoute({ method: 'GET', url: `/${entry.name}` })) continue
    const isPicture = /\.(?:ico|png|svg)$/.test(entry.name)
    app.get(`/${entry.name}`, (_request, reply) => {
      // Messengers and search engines show the shop's own pictures beside its name.
      if (isPicture) reply.header(...shownAnywhere)
      return reply.sendFile(entry.name, clientFolder, { maxAge: 3_600_000 })
    })
  }
}

/**
 * `/assets`: files are read once and kept, together some megabytes. A page loads dozens of them. From the disk, with the
 * directory read to compare names, each took 2 ms of a processor instead of 0.1 ms.
 */
function serveKept(app: FastifyInstance, folder: string): void {
  const names = new Set(readdirSync(folder))
  const kept = new Map<string, Buffer>()
  const encodingsOf = (name: string): Coding[] =>
    codings.filter((one) => names.has(name + endings[one]))
  const read = async (name: string): Promise<Buffer | undefined> => {
    const known = kept.get(name)
    if (known) return known
    try {
      const content = await readFile(join(folder, name))
      kept.set(name, content)
      return content
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const name = request.params['*']
    const contentType = contentTypes[extname(name)]
    if (contentType === undefined || !names.has(name)) return reply.callNotFound()
    const encoding = acceptedEncoding(request.headers['accept-encoding'], encodingsOf(name))
    const etag = `"${name}${encoding ? `-${encoding}` : ''}"`
    const isKnown = request.headers['if-none-match'] === etag
    const body = isKnown ? null : await read(encoding ? name + endings[encoding] : name)
    // A newer build has removed it.
    if (body === undefined) return reply.callNotFound()
    reply
      .header('cache-control', `public, max-age=${year}, immutable`)
      .header('vary', 'accept-encoding')
      .header('etag', etag)
    if (body === null) return reply.code(304).send()
    if (encoding) reply.header('content-encoding', encoding)
    return reply.type(contentType).send(body)
  })
}
