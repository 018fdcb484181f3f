import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { waitFor } from '../../tests/support/wait.ts'

export interface TimedCommand {
  /** Command and words. */
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly seconds: number
}

/** How long output may stay open after the program's end: what it left running may hold it. */
const outputMillisecondsMax = 1_000

/**
 * What a program wrote to stdout. Rejects when it fails, or has not ended in time, with the last that it said; then its
 * process group is ended. Does not wait for processes that survive the program.
 */
export async function runInTime(options: TimedCommand): Promise<string> {
  const [file = '', ...words] = options.command
  const child = spawn(file, words, {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => (said[stream] += text))
  const closed = new Promise((resolve) => child.once('close', resolve))
  const why = await new Promise<string | null>((resolve) => {
    const timer = setTimeout(() => {
      resolve(`did not end within ${options.seconds} s`)
      if (child.pid !== undefined) endIfThere(-child.pid)
    }, options.seconds * 1_000)
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      resolve(code === 0 ? null : `ended with ${signal ?? `exit code ${code}`}`)
    })
  })
  await Promise.race([closed, pause(outputMillisecondsMax, undefined, { ref: false })])
  child.stdout.destroy()
  child.stderr.destroy()
  if (why !== null) {
    const last = `${said.stdout.slice(-1_500)}\n${said.stderr.slice(-1_500)}`.trim()
    throw new Error(`${file} ${why}. It last said:\n${last}`)
  }
  return said.stdout
}

/** Processes of this machine whose command names a folder, as `id command`. */
export async function processesOf(folder: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(
    ids.map(async (id) => {
      const words = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
      return `${id} ${words.replaceAll('\0', ' ').trim()}`
    }),
  )
  return commands.filter((command) => command.includes(folder))
}

/** Ends all processes whose command names a folder. */
export async function endProcessesOf(folder: string): Promise<void> {
  await waitFor(`all processes of ${folder} end`, async () => {
    const running = await processesOf(folder)
    for (const one of running) endIfThere(Number.parseInt(one, 10))
    return running.length === 0
  })
}

function endIfThere(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
