/**
 * A moved clock for all processes of a run: Node, PostgreSQL and whatever they start load libfaketime, which adds one
 * number of seconds to the time of the machine. Monotonic clocks, and with them timers and timeouts, stay as they are.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Where Debian's and Ubuntu's packages put it, and builds from source. */
const libraries = [
  ...['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
    (machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`,
  ),
  '/usr/lib64/faketime/libfaketime.so.1',
  '/usr/local/lib/faketime/libfaketime.so.1',
]

/** Programs that hang when their clock is moved. */
const skippedPrograms = ['chromium', 'chromium-headless-shell', 'chrome', 'headless_shell']

/**
 * The path of libfaketime: from `FAKETIME_LIBRARY`, else one on this machine, else Debian's package (installing
 * requires root). Throws a one-line error if none is available.
 */
export function findOrInstallFaketime(): string {
  const named = process.env.FAKETIME_LIBRARY
  const found = named ? [named].find(existsSync) : (findLibrary() ?? installWithApt())
  if (found !== undefined) return found
  throw new Error(
    'The clock cannot be moved here: install the package libfaketime (Debian, Ubuntu), or name libfaketime.so.1 in FAKETIME_LIBRARY.',
  )
}

const findLibrary = (): string | undefined => libraries.find(existsSync)

function installWithApt(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return undefined
  if (!/^ID(?:_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))) return undefined
  console.error('Installing libfaketime with apt-get (once).')
  for (const command of [
    ['update'],
    ['install', '--yes', '--no-install-recommends', 'libfaketime'],
  ]) {
    const { status } = spawnSync('apt-get', ['-q', ...command], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 2, 2],
    })
    if (status !== 0) return undefined
  }
  return findLibrary()
}

export interface MovedClock {
  readonly library: string
  /** What the clock shows at the start. */
  readonly moment: Date
  /** Time zone of the processes; that of this one if absent. */
  readonly zone?: string | undefined
  readonly now?: Date
}

/**
 * Variables of a process whose clock shows the moment now and goes on from there. The difference is the same for all
 * its children, whenever they start; a fixed start would restart the clock in each.
 */
export function clockEnvironment({
  library,
  moment,
  zone,
  now = new Date(),
}: MovedClock): Record<string, string> {
  const seconds = Math.round((moment.getTime() - now.getTime()) / 1000)
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_SKIP_CMDS: skippedPrograms.join(','),
    ...(zone !== undefined && { TZ: zone }),
  }
}
