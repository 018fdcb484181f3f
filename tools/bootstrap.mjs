// Runs before `npm start` and `npm test`, on any installed Node (20 or newer): installs the packages if they are
// missing or outdated, and makes sure that the project's own Node exists, which later scripts find first on their
// PATH. It is plain JavaScript for that reason.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { takeTurn } from './installing.mjs'
import {
  lookAtMachine,
  memoryFree,
  memoryNote,
  whyNotInstallable,
  whyNpmFailed,
} from './this-machine.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = path.join(root, 'node_modules')
const stampFile = path.join(modules, '.bootstrap-stamp')
const ownNode = path.join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
const machineNodeMajorMin = 20

function giveUp(message) {
  console.error(`bootstrap: ${message}`)
  process.exit(1)
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Identifies the lock file and kind of machine for which the packages were last checked. */
function currentStamp() {
  const lock = readFileSync(path.join(root, 'package-lock.json'))
  const digest = createHash('sha256').update(lock).digest('hex')
  return `${process.platform}-${process.arch} ${digest}`
}

/**
 * Compares npm's record of installed packages with the lock file, so that manually installed packages (`npm ci`,
 * `npm install`) are not installed again. Optional ones may be for other machines.
 */
function installedMatchesLock() {
  const locked = readJson(path.join(root, 'package-lock.json'))?.packages
  const installed = readJson(path.join(modules, '.package-lock.json'))?.packages
  if (locked === undefined || installed === undefined) return false
  return Object.entries(locked).every(([place, entry]) => {
    if (place === '') return true
    const found = installed[place]
    if (found === undefined) return entry.optional === true && !madeForThisMachine(entry)
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

function madeForThisMachine(entry) {
  // The required C library cannot be detected cheaply, so such a package may be missing.
  if (entry.libc !== undefined || entry.os === undefined) return false
  return entry.os.includes(process.platform) && (entry.cpu ?? []).includes(process.arch)
}

/**
 * npm omits from the lock file optional packages (programs for other machines) that the registry did not have when
 * it was written, and `npm ci` refuses such a lock file everywhere.
 */
function lockNamesEveryOptional() {
  const locked = readJson(path.join(root, 'package-lock.json'))?.packages ?? {}
  const names = new Set(Object.keys(locked).map((place) => place.split('node_modules/').at(-1)))
  return Object.values(locked).every((entry) =>
    Object.keys(entry.optionalDependencies ?? {}).every((name) => names.has(name)),
  )
}

function installPackages() {
  // `npm install` uses the locked versions too, and --no-save keeps the lock file unchanged.
  const command = lockNamesEveryOptional() ? ['ci'] : ['install', '--no-save']
  console.error(`bootstrap: installing packages (npm ${command.join(' ')})`)
  // Development packages build the web part and run the tests, whatever NODE_ENV is; the embedded database is an
  // optional package.
  const options = [...command, '--include=dev', '--include=optional']
  const npm = process.env.npm_execpath ?? ''
  // The Node that runs npm must not be the one inside node_modules, which npm ci removes first.
  const node = process.env.npm_node_execpath ?? process.execPath
  const result = /npm-cli\.c?js$/.test(npm)
    ? spawnSync(node, [npm, ...options], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', options, {
        cwd: root,
        stdio: 'inherit',
        shell: process.platform === 'win32',
      })
  if (result.error) giveUp(`npm could not be run: ${result.error.message}`)
  if (result.status !== 0) {
    const reason = whyNpmFailed({ root, cache: process.env.npm_config_cache })
    giveUp(
      `npm ${command[0]} failed (${result.signal ?? `exit code ${result.status}`}); ${reason ?? 'its reason is above.'}`,
    )
  }
}

/** The version of the project's own Node, or the reason why it does not run. */
function ownNodeVersion() {
  const shell = process.platform === 'win32'
  const result = spawnSync(ownNode, ['--version'], { encoding: 'utf8', shell })
  if (result.error) return { reason: result.error.message }
  const version = /^v(\d+)\./.exec(result.stdout ?? '')
  if (result.status !== 0 || version === null) {
    return { reason: (result.stderr || 'it prints no version').trim().split('\n')[0] }
  }
  return { major: Number(version[1]) }
}

/** npm may skip install scripts; the package `node` downloads its program in one. */
function fetchOwnNode() {
  const home = path.join(modules, 'node')
  if (!existsSync(home)) return
  console.error('bootstrap: fetching the Node of this project')
  const command = path.join(home, 'installArchSpecificPackage.js')
  spawnSync(process.env.npm_node_execpath ?? process.execPath, [command], {
    cwd: home,
    stdio: 'inherit',
  })
  if (process.platform !== 'win32' && !existsSync(ownNode)) {
    try {
      mkdirSync(path.dirname(ownNode), { recursive: true })
      symlinkSync(path.join('..', 'node', 'bin', 'node'), ownNode)
    } catch {
      // The following check reports the problem better than this failure.
    }
  }
}

function ensureOwnNode(majorMin) {
  let found = ownNodeVersion()
  if (found.major === undefined || found.major < majorMin) {
    fetchOwnNode()
    found = ownNodeVersion()
  }
  if (found.major === undefined) giveUp(`Node ${majorMin} does not run here: ${found.reason}`)
  if (found.major < majorMin) {
    giveUp(`Node ${majorMin} is needed and node_modules/.bin/node is ${found.major}.`)
  }
}

/** Packages that another user installed are used as they are, and looked at again the next time. */
function leaveStamp(content) {
  try {
    writeFileSync(stampFile, content)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
  }
}

const machineNodeMajor = Number(process.versions.node.split('.')[0])
if (machineNodeMajor < machineNodeMajorMin) {
  giveUp(`Node ${machineNodeMajorMin} or newer is needed; this is ${process.versions.node}.`)
}
const wantedMajor = Number(
  /\d+/.exec(readJson(path.join(root, 'package.json'))?.dependencies?.node ?? '')?.[0],
)
if (!(wantedMajor > 0)) giveUp('package.json names no version of the package "node".')
if (!existsSync(path.join(root, 'package-lock.json'))) giveUp('package-lock.json is missing.')

const stamp = currentStamp()
const stamped = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
const note = memoryNote(memoryFree())
if (note !== undefined) console.error(`bootstrap: ${note}`)
if (!stamped && !installedMatchesLock()) {
  const missing = whyNotInstallable(path.resolve(root), lookAtMachine(root))
  if (missing !== undefined) giveUp(missing)
  await takeTurn(root, (line) => console.error(`bootstrap: ${line}`)).catch((error) =>
    giveUp(error.message),
  )
  // Whoever had the turn before has installed them.
  if (!installedMatchesLock()) installPackages()
}
ensureOwnNode(wantedMajor)
if (!stamped) leaveStamp(stamp)
