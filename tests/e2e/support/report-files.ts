/** The files that a run of the journeys leaves under `.cache/reports/journeys`. */
import type { ChildProcess } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
export const reports = path.join(root, '.cache', 'reports', 'journeys')
export const shopLog = path.join(reports, 'shop.log')

/** Removes the reports of the run before. */
export function clearFailureReports(): void {
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
}

/** Keeps what a process of the shop writes in a file; its errors are also printed. */
export function keepLog({ stdout, stderr }: ChildProcess): void {
  mkdirSync(reports, { recursive: true })
  for (const input of [stdout, stderr])
    if (input)
      createInterface({ input }).on('line', (line) => {
        if (!isAboutFile.test(line)) appendFileSync(shopLog, `${line}\n`)
        if (!isBelowError.test(line)) console.error(line)
      })
}

/** A line about a script or a style that was served; there are fifty for each page. */
const isAboutFile = /^\{"level":20,.*"path":"\/assets\//

/** A line of the log whose level is debug, info or warn. */
const isBelowError = /^\{"level":[1-4]0,/

/** A file's name as it is printed. */
export function nameOf(file: string): string {
  return path.relative(root, file)
}
