import { accessSync, constants, globSync } from 'node:fs'
import path from 'node:path'
import { installPackages } from './browser.ts'

/** Programs that drive WebKitGTK, and the display that it draws on. */
export interface WebKitPrograms {
  readonly driver: string
  readonly browser: string
  readonly display: string
}

/** Firefox from `FIREFOX_PATH`, this machine, or Debian's package; throws one line if none is available. */
export function findOrInstallFirefox(): string {
  const named = process.env['FIREFOX_PATH']
  if (named) return named
  const find = (): string | undefined => onPath('firefox-esr') ?? onPath('firefox')
  const found = find() ?? (installPackages('firefox-esr') ? find() : undefined)
  if (found !== undefined) return found
  throw new Error(
    'Not run: no Firefox could be found or installed: install one, or name it in FIREFOX_PATH.',
  )
}

/** WebKitGTK with its driver from this machine or Debian's packages; throws one line if it is not available. */
export function findOrInstallWebKit(): WebKitPrograms {
  const found = findWebKit() ?? (installPackages('webkit2gtk-driver', 'xvfb') ? findWebKit() : null)
  if (found) return found
  throw new Error(
    'Not run: WebKitGTK could not be found or installed: install webkit2gtk-driver and xvfb.',
  )
}

function findWebKit(): WebKitPrograms | null {
  const [driver, display] = [onPath('WebKitWebDriver'), onPath('Xvfb')]
  const browser = globSync('/usr/lib/*/webkit{2gtk-4.*,gtk-6.*}/MiniBrowser').find(isExecutable)
  return driver && display && browser ? { driver, browser, display } : null
}

function onPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean)
  return folders.map((folder) => path.join(folder, name)).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
