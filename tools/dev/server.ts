import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { serve } from '#apps/server/serve.ts'
import { ConfigError, readConfig } from '#platform/config.ts'

/**
 * The server of `npm run dev`: the same process as in production, with Vite instead of built pages. Pages,
 * components, styles and texts are replaced in the browser without a reload where possible.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
let vite: ViteDevServer | undefined

async function newestBuild(): Promise<ServerBuild> {
  if (!vite) throw new Error('Vite has not started yet')
  return (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
}

async function addVite(app: FastifyInstance): Promise<void> {
  vite = await createVite({
    root,
    appType: 'custom',
    mode: 'development',
    // Node runs TypeScript, so the configuration needs no bundling.
    configLoader: 'native',
    server: {
      middlewareMode: true,
      hmr: { server: app.server },
      watch: { ignored: ignoredFolders },
    },
  })
  const { middlewares } = vite
  app.addHook('onRequest', (request, reply, done) => {
    // Vite answers its own requests and passes on all others.
    middlewares(request.raw, reply.raw, () => done())
  })
  // Vite adds inline styles and its client to pages, which the policy of built pages forbids.
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.removeHeader('content-security-policy')
    done(null, payload)
  })
  app.addHook('preClose', () => vite?.close())
}

const ignoredFolders = ['.cache', '.data', 'build', 'tests', 'fakes', 'bench', 'docs'].map(
  (name) => `${root}${name}/**`,
)

try {
  const config = readConfig(process.env)
  const { DATABASE_URL } = config
  if (!DATABASE_URL) throw new ConfigError('DATABASE_URL is not set (npm run dev sets it)')
  await serve({ ...config, DATABASE_URL }, { build: newestBuild, prepare: addVite })
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(2)
}
