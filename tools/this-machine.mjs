// What a machine lacks for the shop, each as one line. Plain JavaScript, because it runs on the installed Node.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const mebibyte = 2 ** 20
/** The packages take 850 MB, the demo's data and pages 400. */
const diskNeeded = 1_500 * mebibyte
const memoryNeeded = 1_500 * mebibyte
/** Of the project's Node; the embedded PostgreSQL needs 2.27. */
const glibcNeeded = [2, 28]

/** What decides whether packages can be installed in a folder. */
export function lookAtMachine(root) {
  return {
    isWritable: isWritable(root),
    diskFree: diskFree(root),
    glibc: process.platform === 'linux' ? glibcVersion() : undefined,
  }
}

/** The memory that this process may still take, as far as Node knows. */
export function memoryFree() {
  return process.availableMemory?.() ?? freemem()
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Undefined where the disk cannot be asked. */
function diskFree(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}

/** Null for another C library, such as musl. */
function glibcVersion() {
  if (process.report === undefined) return undefined
  // Looking up the names of network interfaces takes seconds on some machines.
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime ?? null
}

/** Why nothing can be installed, or undefined. */
export function whyNotInstallable(root, { isWritable: mayWrite, diskFree: free, glibc }) {
  if (!mayWrite)
    return `${root} may not be written by this user, and the packages are installed there.`
  if (free !== undefined && free < diskNeeded)
    return `${megabytes(free)} MB of disk are free at ${root}; ${megabytes(diskNeeded)} MB are needed.`
  if (glibc === null)
    return `this system has no glibc (it uses musl or another C library): use one with glibc ${glibcNeeded.join('.')} or newer, or the image of deploy/.`
  if (glibc !== undefined && isOlder(glibc, glibcNeeded))
    return `this system has glibc ${glibc}; ${glibcNeeded.join('.')} or newer is needed.`
  return undefined
}

function isOlder(version, [major = 0, minor = 0]) {
  const [foundMajor = 0, foundMinor = 0] = version.split('.').map(Number)
  return foundMajor < major || (foundMajor === major && foundMinor < minor)
}

/** A warning, or undefined. */
export function memoryNote(free) {
  if (free >= memoryNeeded) return undefined
  return (
    `${megabytes(free)} MB of memory are free; with less than ${megabytes(memoryNeeded)} MB ` +
    'the shop is slow, or the system may end it.'
  )
}

/** What may have made npm fail beside what it says itself, or undefined. */
export function whyNpmFailed({ root, cache, now = Date.now() }) {
  if (cache && !mayBeMade(cache))
    return `npm's cache ${cache} may not be written: set npm_config_cache to a folder that may.`
  const git = spawnSync('git', ['-C', root, 'log', '-1', '--format=%ct'], { encoding: 'utf8' })
  const committed = Number(git.stdout) * 1_000
  const days = Math.floor((committed - now) / 86_400_000)
  if (days > 0)
    return `the clock is ${days} days before the newest commit; certificates are refused until it is set.`
  return undefined
}

/** Whether a folder may be written, or made in its nearest existing parent. */
function mayBeMade(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch (error) {
    const parent = folder.replace(/[/\\]+[^/\\]*[/\\]*$/, '')
    return error.code === 'ENOENT' && parent !== folder && mayBeMade(parent || '/')
  }
}

function megabytes(bytes) {
  return Math.floor(bytes / mebibyte)
}
