import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { compileCacheEnvironment } from '../../tools/compile-cache.ts'
import { waitFor } from '../support/wait.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A process of the shop with its complete output. */
export interface Watched {
  said(): string
  /** What the process answers to a message; it has to answer each. */
  ask(message: string): Promise<unknown>
  stop(): Promise<void>
}

/** Starts a process as an installation would, and resolves when it is ready. */
export async function watch(options: {
  readonly file: string
  readonly environment: Readonly<Record<string, string>>
  readonly isReady: (said: string) => Promise<boolean>
}): Promise<Watched> {
  const child = spawn(process.execPath, [options.file], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...compileCacheEnvironment, ...options.environment },
    // The IPC channel closes when this process ends, which also ends the child.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  const watched: Watched = {
    said: () => said,
    async ask(message) {
      const answer = once(child, 'message', { signal: AbortSignal.timeout(60_000) })
      child.send(message)
      return ((await answer) as unknown[])[0]
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
  const isDecided = async () =>
    child.exitCode !== null || (await options.isReady(said).catch(() => false))
  try {
    await waitFor(`${options.file} starts`, isDecided, { seconds: 90 })
    if (child.exitCode === null) return watched
    throw new Error(`It ended with ${child.exitCode}`)
  } catch (error) {
    await watched.stop()
    throw new Error(`${options.file} did not start: ${said.slice(-2_000)}`, { cause: error })
  }
}

/** The server of a shop at this origin. */
export function watchServer(
  origin: string,
  environment: Readonly<Record<string, string>>,
): Promise<Watched> {
  return watch({
    file: 'src/apps/server/main.ts',
    environment: { PORT: new URL(origin).port, PUBLIC_ORIGIN: origin, ...environment },
    isReady: async () => (await fetch(`${origin}/readyz`)).ok,
  })
}
