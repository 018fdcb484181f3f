// One installation at a time in a folder: npm removes node_modules first, also beneath another npm that is filling it. Plain
// JavaScript, because it runs on the installed Node.
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** No installation takes this long: whoever has the process id by then is somebody else. */
const longestMilliseconds = 30 * 60_000

/**
 * Waits until no other process installs packages in this folder, and keeps others waiting until this one ends.
 *
 * @param say is told once for whom it waits
 */
export async function takeTurn(root, say) {
  const folder = path.join(root, '.cache')
  const file = path.join(folder, 'installing')
  const own = path.join(folder, `installing ${process.pid}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(own, String(process.pid))
  const deadline = Date.now() + longestMilliseconds
  let isTold = false
  try {
    // Created completely in one step, or not at all if it exists.
    while (!isLinked(own, file)) {
      const holder = read(file)
      if (!isInstalling(holder, file)) removeStale(file, holder)
      else {
        if (!isTold) say(`another process (${holder}) installs packages here: waiting for it`)
        isTold = true
        if (Date.now() > deadline) throw new Error(`process ${holder} still installs packages`)
        await pause(200)
      }
    }
  } finally {
    rmSync(own, { force: true })
  }
  process.once('exit', () => {
    if (read(file) === String(process.pid)) rmSync(file, { force: true })
  })
}

function isLinked(own, file) {
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

function isInstalling(holder, file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > longestMilliseconds) return false
    process.kill(Number(holder), 0)
    return true
  } catch (error) {
    // A process of another user.
    return error.code === 'EPERM'
  }
}

/** If two processes find the stale file, the second must not remove the file of the first. */
function removeStale(file, holder) {
  const aside = `${file} ${process.pid} found`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (read(aside) === holder) rmSync(aside, { force: true })
  else renameSync(aside, file)
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
