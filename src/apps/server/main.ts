import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { ServerBuild } from 'react-router'
import { answerWorkersMetrics } from './metrics.ts'
import { serve } from './serve.ts'
import { ConfigError, readConfig } from '#platform/config.ts'

const buildFile = new URL('../../../build/server/index.js', import.meta.url)

/** The pages as `npm run build` left them, if it has run. */
async function builtPages(): Promise<ServerBuild | undefined> {
  if (!existsSync(fileURLToPath(buildFile))) return undefined
  return (await import(buildFile.href)) as ServerBuild
}

/** Starts the processes and replaces one that dies; a stop is forwarded to all. */
function supervise(count: number): void {
  answerWorkersMetrics()
  let stopping = false
  for (let index = 0; index < count; index += 1) cluster.fork()
  cluster.on('exit', (_worker, code) => {
    if (stopping) {
      if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(0)
    } else {
      if (code === 2) process.exit(2)
      setTimeout(() => cluster.fork(), 500)
    }
  })
  const stop = (): void => {
    stopping = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

try {
  const config = readConfig(process.env)
  const { DATABASE_URL } = config
  if (!DATABASE_URL)
    throw new ConfigError('Settings are not usable: DATABASE_URL is not set (npm start sets it)')
  if (cluster.isPrimary && config.WORKERS > 1) {
    supervise(Math.min(config.WORKERS, availableParallelism() * 4))
  } else {
    await serve({ ...config, DATABASE_URL }, { build: await builtPages() })
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(2)
}
