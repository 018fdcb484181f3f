import { watch } from 'node:fs'
import path from 'node:path'
import { readChanges, summaryOf } from '../changed/changes.ts'

/** A pause in typing: the sources are read only then. */
const quietMilliseconds = 1_500
const secondsMax = 45

/** After a change of sources or tests, says once which tests `npm run test:changed` would run for all open changes. */
export function suggestTests(root: string, say: (line: string) => void): void {
  let timer: NodeJS.Timeout | undefined
  let last = ''
  const suggest = (): void => {
    const { files, select } = readChanges(root)
    if (files.length === 0) return
    const line = summaryOf(select(secondsMax))
    if (line !== last) say(line)
    last = line
  }
  for (const folder of ['src', 'db', 'tests', 'fakes', 'tools']) {
    watch(path.join(root, folder), { recursive: true }, (_event, name) => {
      if (name === null || !/\.(?:tsx?|sql|json|css)$/.test(name)) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        try {
          suggest()
        } catch {
          // In a folder without Git nothing is known about changes.
        }
      }, quietMilliseconds)
    })
  }
}
