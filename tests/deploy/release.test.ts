/**
 * Goal: a release is installed beside the running one, and what runs is replaced one by one and never beneath itself. Method:
 * the script of `deploy/systemd` in a folder of this test, with programs of ours in place of systemd, curl and npm, which
 * write down what they were asked for; the units are compared with it.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const units = fileURLToPath(new URL('../../deploy/systemd', import.meta.url))

let folder: string
let home: string

const programs: Readonly<Record<string, string>> = {
  systemctl: `
echo "systemctl $*, current is $(readlink "$BILETI_HOME/current" || echo none)" >> "$BILETI_HOME/said"
case "$*" in
  "start bileti-migrate@$MIGRATION_FAILS") exit 1 ;;
esac`,
  curl: `
case "$*" in *:$NEVER_READY/*) exit 22 ;; esac
echo "curl $(echo "$*" | grep -o 'http:.*')" >> "$BILETI_HOME/said"`,
  runuser: 'shift 3; exec "$@"',
  install: 'mkdir -p "$6"',
  node: `
echo "node $* in $(basename "$PWD")" >> "$BILETI_HOME/said"
[ "$1" != "$BUILD_FAILS" ]`,
  sleep: '',
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bileti-release-'))
  home = path.join(folder, 'srv')
  await mkdir(path.join(home, 'releases'), { recursive: true })
  await mkdir(path.join(folder, 'enabled'))
  for (const port of [3000, 3001])
    await symlink('/dev/null', path.join(folder, 'enabled', `bileti-server@${port}.service`))
  await mkdir(path.join(folder, 'bin'))
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(path.join(folder, 'bin', name), `#!/bin/sh\n${text}\n`)
    await chmod(path.join(folder, 'bin', name), 0o755)
  }
  await writeFile(path.join(folder, 'main.ts'), 'release')
  spawnSync('tar', ['-cf', 'bileti.tar', 'main.ts'], { cwd: folder })
})

afterEach(() => rm(folder, { recursive: true }))

function release(name: string, options: { archive?: boolean; env?: Record<string, string> } = {}) {
  const archive = (options.archive ?? true) ? [path.join(folder, 'bileti.tar')] : []
  const done = spawnSync('sh', [path.join(units, 'release.sh'), name, ...archive], {
    encoding: 'utf8',
    env: {
      PATH: `${path.join(folder, 'bin')}:${process.env['PATH']}`,
      BILETI_HOME: home,
      BILETI_ENABLED: path.join(folder, 'enabled'),
      BILETI_USER: userInfo().username,
      BILETI_READY_SECONDS: '2',
      MIGRATION_FAILS: 'none',
      NEVER_READY: 'none',
      BUILD_FAILS: 'none',
      ...options.env,
    },
  })
  return { status: done.status, said: done.stdout + done.stderr }
}

const said = async () => {
  const lines = (await readFile(path.join(home, 'said'), 'utf8')).trim().split('\n')
  await rm(path.join(home, 'said'))
  return lines
}

const releases = () => readdirSync(path.join(home, 'releases')).toSorted()
const current = () => readlinkSync(path.join(home, 'current'))

const replaced = (name: string) =>
  [3000, 3001].flatMap((port) => [
    `systemctl restart bileti-server@${port}.service, current is releases/${name}`,
    `curl http://127.0.0.1:${port}/readyz`,
  ])

test('builds, migrates, switches, and replaces one server after the other', async () => {
  expect(release('first')).toMatchObject({ status: 0 })
  await said()
  expect(release('second')).toMatchObject({ status: 0 })
  expect(await said()).toEqual([
    'node tools/bootstrap.mjs in second',
    'node tools/build-web.ts in second',
    'systemctl start bileti-migrate@second, current is releases/first',
    ...replaced('second'),
    'systemctl restart bileti-worker, current is releases/second',
  ])
  expect(releases()).toEqual(['first', 'second'])
})

test('goes back to a release that is there, without building it', async () => {
  release('first')
  release('second')
  await said()
  expect(release('first', { archive: false })).toMatchObject({ status: 0 })
  expect((await said())[0]).toBe('systemctl start bileti-migrate@first, current is releases/second')
  expect(current()).toBe('releases/first')
})

test('changes nothing that runs when it cannot be built or migrated', async () => {
  release('first')
  await said()
  expect(release('broken', { env: { BUILD_FAILS: 'tools/build-web.ts' } }).status).not.toBe(0)
  expect(releases()).toEqual(['first'])
  expect(release('broken', { env: { MIGRATION_FAILS: 'broken' } }).status).not.toBe(0)
  expect((await said()).filter((line) => line.includes('restart'))).toEqual([])
  expect(current()).toBe('releases/first')
})

test('leaves the other servers alone when the first is not ready', async () => {
  release('first')
  await said()
  const stopped = release('second', { env: { NEVER_READY: '3000' } })
  expect(stopped.status).not.toBe(0)
  expect(stopped.said).toContain('server 3000 is not ready after 2 s')
  expect((await said()).filter((line) => line.includes('restart'))).toEqual([
    'systemctl restart bileti-server@3000.service, current is releases/second',
  ])
})

test('keeps the last releases, and refuses names that lead elsewhere', async () => {
  for (const [age, name] of ['a', 'b', 'c', 'd'].entries()) {
    release(name)
    const time = new Date(Date.now() - 86_400_000 + age * 60_000)
    await utimes(path.join(home, 'releases', name), time, time)
  }
  release('e')
  expect(releases()).toEqual(['c', 'd', 'e'])
  expect(release('a', { archive: false }).said).toContain('there is no ')
  expect(release('../a').status).not.toBe(0)
  expect(release('e').said).toContain('is there already')
})

test('the units run what the script lays out', () => {
  const unitOf = (name: string) => readFileSync(path.join(units, name), 'utf8')
  const valueOf = (text: string, key: string) =>
    [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value)
  const migrations = unitOf('bileti-migrate@.service')
  expect(valueOf(migrations, 'WorkingDirectory')).toEqual(['/srv/bileti/releases/%i'])
  expect(valueOf(migrations, 'RemainAfterExit')).toEqual([])
  for (const name of ['bileti-server@.service', 'bileti-worker.service']) {
    const unit = unitOf(name)
    expect(valueOf(unit, 'WorkingDirectory')).toEqual(['/srv/bileti/current'])
    expect(valueOf(unit, 'ExecStartPre')[0]).toMatch(/^\/srv\/bileti\/current\/.* --wait$/)
    // A failed dependency would keep systemd from starting a killed server again.
    expect(valueOf(unit, 'Requires')).toEqual([])
  }
  expect(existsSync(path.join(units, 'bileti-migrate.service'))).toBe(false)
})
