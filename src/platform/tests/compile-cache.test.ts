/**
 * Goal: a killed process leaves its compile cache to the next one. Method: a program in a separate process with a
 * temporary cache folder, killed once it has written.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const module = fileURLToPath(new URL('../compile-cache.ts', import.meta.url))

test('the compile cache is on disk although the process was killed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bileti-compiled-'))
  const program = path.join(folder, 'program.mjs')
  await writeFile(
    program,
    `import { flushCompileCacheLater } from ${JSON.stringify(module)}
     flushCompileCacheLater()
     setInterval(() => {}, 1_000)`,
  )
  const cache = path.join(folder, 'cache')
  const child = spawn(process.execPath, [program], { env: { NODE_COMPILE_CACHE: cache } })
  const gone = once(child, 'exit')
  try {
    const written = async () => {
      const entries = await readdir(cache, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).length
    }
    await expect.poll(() => written().catch(() => 0), { timeout: 25_000 }).toBeGreaterThan(0)
  } finally {
    child.kill('SIGKILL')
    await gone
    await rm(folder, { recursive: true, force: true })
  }
})
