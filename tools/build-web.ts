import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import { compileCacheEnvironment } from './compile-cache.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const stampFile = path.join(root, 'build', '.stamp')

/** Builds the web part unless its inputs are unchanged since the last build. */
export async function buildWeb(options: { readonly log: (line: string) => void }): Promise<void> {
  const digest = await sourceDigest()
  const built = await readFile(stampFile, 'utf8').catch(() => '')
  if (built === digest) return
  options.log('Building the pages (only after a change)')
  await run([...buildFlags, path.join('node_modules', '@react-router', 'dev', 'bin.cjs'), 'build'])
  for (const step of ['slim-manifest.ts', 'compress-assets.ts'])
    await run([path.join(root, 'tools', step)])
  await writeFile(stampFile, digest)
}

/** A bundler makes much garbage: a larger nursery saves a seventh of the processor time. */
const buildFlags = ['--max-semi-space-size=64']

/** Files outside `src` that affect the build. */
export const buildSettings: readonly string[] = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'react-router.config.ts',
  'tools/browser-contracts.ts',
  'tools/browser-range.ts',
  'tools/build-web.ts',
  'tools/compress-assets.ts',
  'tools/persistent-loading.ts',
  'tools/router-features.ts',
  'tools/slim-manifest.ts',
]

/**
 * Whether a file of `src` affects a page's script or rendering. Pages never import server code (checked by the
 * boundary rules), so its changes do not affect built pages.
 *
 * @param file path relative to the project, with `/`
 */
export function decidesBuild(file: string): boolean {
  return !/(^|\/)(server|tests)\/|^src\/(platform|apps\/(server|worker))\//.test(file)
}

/** Digest of all inputs of the build. */
async function sourceDigest(): Promise<string> {
  const hash = createHash('sha256')
  const files = [...buildSettings]
  for (const entry of await readdir(path.join(root, 'src'), {
    recursive: true,
    withFileTypes: true,
  })) {
    const file = path.relative(root, path.join(entry.parentPath, entry.name))
    if (entry.isFile() && decidesBuild(file.replaceAll(path.sep, '/'))) files.push(file)
  }
  for (const file of files.toSorted())
    hash.update(file).update(await readFile(path.join(root, file)))
  return hash.digest('hex')
}

/** Runs Node in the project's directory; rejects with its output unless it ends normally. */
function run(parameters: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, parameters, {
      cwd: root,
      env: { ...process.env, ...compileCacheEnvironment, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)))
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${parameters.join(' ')} failed:\n${output}`)),
    )
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildWeb({ log: (line) => console.log(line) })
}
