import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

/** Names of Chromium on the PATH, in order of preference. */
const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Names of Chromium without windows, menus and extensions: pages take a fifth less processor time. */
const windowlessNames = ['chromium-headless-shell', 'chrome-headless-shell']

/** Application paths on macOS, which are not on the PATH. */
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Arguments for Chromium in tests: no background network requests, which would flood a closed network with
 * attempts; no emulated graphics processor, which takes a tenth more processor time than drawing without one; and no
 * sandbox for root, for whom it refuses to start otherwise. Use a new profile for each start.
 */
export const chromiumArguments: readonly string[] = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

export interface BrowserWanted {
  /** Nobody looks at it, so that one without windows is preferred. */
  readonly isWindowless?: boolean
}

/**
 * The path of a Chromium for tests: from `CHROMIUM_PATH`, else one on this machine, else Debian's package
 * (installing requires root), else Playwright's download. Throws a one-line error if none is available.
 */
export async function findOrInstallBrowser({
  isWindowless = false,
}: BrowserWanted = {}): Promise<string> {
  const named = process.env.CHROMIUM_PATH
  if (named !== undefined && named !== '') {
    if (isProgram(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which is not a program that can be run.`)
  }
  return findBrowser(isWindowless) ?? installWithApt(isWindowless) ?? installWithPlaywright()
}

function findBrowser(isWindowless: boolean): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const names = [...(isWindowless ? windowlessNames : []), ...programNames]
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [...onPath, ...applications, chromium.executablePath()].find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
  } catch {
    return false
  }
  // Ubuntu's script of this name only asks for a snap and prints no version.
  return spawnSync(file, ['--version'], { timeout: 30_000 }).status === 0
}

/** On Debian only: Ubuntu's chromium is a snap, which containers cannot run. */
function installWithApt(isWindowless: boolean): string | undefined {
  const name = isWindowless ? 'chromium-headless-shell' : 'chromium'
  if (installPackages(name)) return findBrowser(isWindowless)
  // Debian releases before 12 have only the complete browser.
  return isWindowless ? installWithApt(false) : undefined
}

/** Installs packages of Debian, as root; false where that is not possible. */
export function installPackages(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return false
  if (!/^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))) return false
  console.error(`Installing ${names.join(', ')} with apt-get (once).`)
  return [['update'], ['install', '--yes', '--no-install-recommends', ...names]].every(
    (command) =>
      spawnSync('apt-get', ['-q', ...command], {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        stdio: ['ignore', 2, 2],
      }).status === 0,
  )
}

function installWithPlaywright(): string {
  console.error('Downloading the Chromium of Playwright (once).')
  const cli = path.join(
    path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')),
    'cli.js',
  )
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 2, 2] })
  const browser = findBrowser(false)
  if (browser !== undefined) return browser
  throw new Error(
    'No Chromium could be found or installed: install one, or name it in CHROMIUM_PATH.',
  )
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(await findOrInstallBrowser())
}
