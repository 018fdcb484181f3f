import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileDurations, type ReportedFile } from '../slowest-files.ts'

/** Durations of test files in the last runs here, by their paths relative to the project. */
export function readDurations(reports: string): (file: string) => number | undefined {
  const durations = new Map<string, number>()
  for (const name of globSync('vitest*.json', { cwd: reports })) {
    const { testResults = [] } = JSON.parse(readFileSync(path.join(reports, name), 'utf8')) as {
      testResults?: readonly ReportedFile[]
    }
    for (const { file, seconds } of fileDurations(testResults)) durations.set(file, seconds)
  }
  // Reports name files absolutely, and the folder may have moved since.
  return (file) => [...durations].find(([name]) => name.endsWith(`/${file}`))?.[1]
}
