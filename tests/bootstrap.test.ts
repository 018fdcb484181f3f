/**
 * Goal: packages are installed exactly when they are missing or out of date, development packages
 * included, and every failure is one clear line. Method: the real script in a project of its own,
 * with an npm of ours that writes down how it was called and lays out the little that is needed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const tools = fileURLToPath(new URL('../tools', import.meta.url))

/** Lays out node_modules as npm does; NODE_HELD_BACK leaves the install script of `node` undone. */
const npm = `
const fs = require('node:fs')
fs.appendFileSync('calls.txt', process.argv.slice(2).join(' ') + '\\n')
while (process.env.NPM_WAITS_FOR && !fs.existsSync(process.env.NPM_WAITS_FOR)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
if (process.env.NPM_FAILS) process.exit(7)
fs.rmSync('node_modules', { recursive: true, force: true })
fs.mkdirSync('node_modules/.bin', { recursive: true })
fs.mkdirSync('node_modules/node/bin', { recursive: true })
fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json')
const link = "require('node:fs').symlinkSync(process.execPath, 'bin/node')"
fs.writeFileSync('node_modules/node/installArchSpecificPackage.js', link)
if (process.env.NODE_HELD_BACK) return
fs.symlinkSync(process.execPath, 'node_modules/node/bin/node')
fs.symlinkSync('../node/bin/node', 'node_modules/.bin/node')
`

let project: string

beforeEach(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'bileti-bootstrap-'))
  await mkdir(path.join(project, 'tools'))
  for (const name of ['bootstrap.mjs', 'installing.mjs', 'this-machine.mjs'])
    await copyFile(path.join(tools, name), path.join(project, 'tools', name))
  await writeFile(path.join(project, 'npm-cli.js'), npm)
  await writeManifest('26.10.0')
  await writeLock('1.0.0')
})

afterEach(() => rm(project, { recursive: true, force: true }))

function writeManifest(node: string): Promise<void> {
  const manifest = JSON.stringify({ dependencies: { node } })
  return writeFile(path.join(project, 'package.json'), manifest)
}

function writeLock(version: string, optional = 'elsewhere'): Promise<void> {
  const otherMachine = { version: '1.0.0', optional: true, os: ['aix'], cpu: ['ppc64'] }
  const packages = {
    '': {},
    'node_modules/left': { version, optionalDependencies: { [optional]: '1.0.0' } },
    'node_modules/elsewhere': otherMachine,
  }
  return writeFile(path.join(project, 'package-lock.json'), JSON.stringify({ packages }))
}

function environment(): Record<string, string | undefined> {
  return {
    PATH: process.env.PATH,
    npm_execpath: path.join(project, 'npm-cli.js'),
    npm_node_execpath: process.execPath,
  }
}

function bootstrap(extra: Record<string, string> = {}): { status: number | null; said: string } {
  const result = spawnSync(process.execPath, [path.join('tools', 'bootstrap.mjs')], {
    cwd: project,
    encoding: 'utf8',
    env: { ...environment(), ...extra },
  })
  return { status: result.status, said: result.stderr.trim() }
}

async function installs(): Promise<string[]> {
  const calls = await readFile(path.join(project, 'calls.txt'), 'utf8').catch(() => '')
  return calls.split('\n').filter(Boolean)
}

test('installs once, development packages too, and again when the lock file changes', async () => {
  expect(bootstrap({ NODE_ENV: 'production' }).status).toBe(0)
  expect(await installs()).toEqual(['ci --include=dev --include=optional'])
  expect(bootstrap()).toEqual({ status: 0, said: '' })
  expect(await installs()).toHaveLength(1)
  await writeLock('1.0.1')
  expect(bootstrap().status).toBe(0)
  expect(await installs()).toHaveLength(2)
})

test('installs from a lock file that lacks optional packages, which npm ci would refuse', async () => {
  await writeLock('1.0.0', 'left-out')
  expect(bootstrap().status).toBe(0)
  expect(await installs()).toEqual(['install --no-save --include=dev --include=optional'])
})

test('of several first starts at once one installs and the others wait', async () => {
  const mayEnd = path.join(project, 'may end')
  const starts = [1, 2, 3].map(() => {
    const start = spawn(process.execPath, [path.join('tools', 'bootstrap.mjs')], {
      cwd: project,
      env: { ...environment(), NPM_WAITS_FOR: mayEnd },
    })
    let said = ''
    start.stderr.on('data', (part: Buffer) => (said += part.toString()))
    return { ended: once(start, 'exit'), said: () => said }
  })
  const waiting = /another process \(\d+\) installs packages here: waiting for it/
  await expect
    .poll(() => starts.filter(({ said }) => waiting.test(said())).length, {
      message: 'two starts wait',
      timeout: 20_000,
    })
    .toBe(2)
  await writeFile(mayEnd, '')
  for (const { ended } of starts) expect(await ended).toEqual([0, null])
  expect(await installs()).toHaveLength(1)
}, 60_000)

test('waits for nobody who was killed while installing', async () => {
  await mkdir(path.join(project, '.cache'))
  const killed = spawnSync(process.execPath, ['--version']).pid
  await writeFile(path.join(project, '.cache', 'installing'), String(killed))
  expect(bootstrap().said).toBe('bootstrap: installing packages (npm ci)')
  expect(await readdir(path.join(project, '.cache'))).toEqual([])
})

test('npm prints no warnings of packages that need the project’s own Node', () => {
  const level = spawnSync('npm', ['config', 'get', 'loglevel'], {
    cwd: path.join(tools, '..'),
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  expect(level.stdout.trim()).toBe('error')
})

test('leaves packages alone that were installed by hand from the same lock file', async () => {
  bootstrap()
  await rm(path.join(project, 'node_modules', '.bootstrap-stamp'))
  expect(bootstrap()).toEqual({ status: 0, said: '' })
  expect(await installs()).toHaveLength(1)
})

test('runs the install script of node that npm held back', async () => {
  expect(bootstrap({ NODE_HELD_BACK: '1' }).status).toBe(0)
  const node = path.join(project, 'node_modules', '.bin', 'node')
  expect(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()).toBe(process.version)
})

test('says in one line that npm failed, and tries again the next time', async () => {
  const failed = bootstrap({ NPM_FAILS: '1' })
  expect(failed.status).toBe(1)
  expect(failed.said.split('\n').at(-1)).toBe(
    'bootstrap: npm ci failed (exit code 7); its reason is above.',
  )
  expect(bootstrap().status).toBe(0)
})

test('says in one line that Node is too old', async () => {
  await writeManifest('99.0.0')
  const failed = bootstrap({ NODE_HELD_BACK: '1' })
  expect(failed.status).toBe(1)
  expect(failed.said.split('\n').at(-1)).toMatch(
    /^bootstrap: Node 99 is needed and node_modules\/\.bin\/node is \d+\.$/,
  )
})

// Root may write anywhere.
test.skipIf(process.getuid?.() === 0)('says in one line where it may not write', async () => {
  await chmod(project, 0o555)
  const failed = bootstrap()
  expect(failed.status).toBe(1)
  expect(failed.said).toMatch(
    /^bootstrap: \/\S+\/bileti-bootstrap-\w+ may not be written by this user, and the packages are installed there\.$/,
  )
  expect(await installs()).toEqual([])
  await chmod(project, 0o755)
})

test('names the setting when the cache of npm cannot be written', async () => {
  const file = path.join(project, 'a file')
  await writeFile(file, '')
  const failed = bootstrap({ NPM_FAILS: '1', npm_config_cache: path.join(file, 'cache') })
  expect(failed.said.split('\n').at(-1)).toBe(
    `bootstrap: npm ci failed (exit code 7); npm's cache ${file}/cache may not be written: ` +
      'set npm_config_cache to a folder that may.',
  )
})
