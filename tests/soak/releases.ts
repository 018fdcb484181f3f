import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MadeEvent } from '#modules/events/tests/factories.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const releasesMax = 3

function git(...parameters: string[]): string[] {
  const done = spawnSync('git', parameters, { cwd: root, encoding: 'utf8' })
  return done.status === 0 ? done.stdout.split('\n').filter(Boolean) : []
}

/**
 * The releases from which an upgrade is tried: those named in UPGRADE_FROM, else the newest tags, else the last commits of
 * the days before the newest one. None in a copy without history.
 */
export function formerReleases(): readonly string[] {
  const named =
    process.env['UPGRADE_FROM']?.split(',') ?? git('tag', '--list', 'v*', '--sort=-v:refname')
  const wanted = named.length > 0 ? named : lastCommitsOfDays()
  const commits = wanted.flatMap((name) =>
    git('rev-parse', '--verify', '--quiet', `${name}^{commit}`),
  )
  const [newest = ''] = git('rev-parse', 'HEAD')
  return [...new Set(commits)].filter((commit) => commit !== newest).slice(0, releasesMax)
}

function lastCommitsOfDays(): string[] {
  const last = new Map<string, string>()
  for (const line of git('log', '--format=%cs %H')) {
    const [day = '', commit = ''] = line.split(' ')
    if (!last.has(day)) last.set(day, commit)
  }
  return [...last.values()].slice(1)
}

export interface Release {
  /** A folder with its files, and the packages of this one. */
  readonly home: string
  /** Whether it prepares statements anew that a migration has outdated (decision 136). */
  readonly prepares: boolean
}

export async function unpack(commit: string, home: string): Promise<Release> {
  await mkdir(home)
  run('sh', ['-c', `git archive ${commit} | tar -x -C '${home}'`], root)
  await symlink(path.join(root, 'node_modules'), path.join(home, 'node_modules'))
  return { home, prepares: existsSync(path.join(home, 'src/platform/database/outdated-plans.ts')) }
}

/** Applies the migrations of a release, by its own command. */
export function migrateTo({ home }: Release, databaseUrl: string): void {
  run(process.execPath, ['tools/migrate.ts'], home, { DATABASE_URL: databaseUrl })
}

const eventScript = `
import { makeEvent } from '../src/modules/events/tests/factories.ts'
import { openTestContext, testClock } from './support/context.ts'
const context = await openTestContext(process.env.DATABASE_URL, testClock(new Date()))
const events = []
for (let index = 0; index < 10; index += 1) events.push(await makeEvent(context))
console.log(JSON.stringify(events))
await context.close()
`

/** Events as the release itself makes them, on its own schema. */
export async function makeEvents({ home }: Release, databaseUrl: string): Promise<MadeEvent[]> {
  const file = path.join(home, 'tests', 'made-events.ts')
  await writeFile(file, eventScript)
  const said = run(process.execPath, [file], home, { DATABASE_URL: databaseUrl })
  return JSON.parse(said.trim().split('\n').at(-1) ?? '[]') as MadeEvent[]
}

function run(
  program: string,
  parameters: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): string {
  const done = spawnSync(program, parameters, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...environment },
  })
  if (done.status !== 0)
    throw new Error(`${program} ${parameters.join(' ')}: ${done.stderr.slice(-2_000)}`)
  return done.stdout
}
