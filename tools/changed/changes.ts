import path from 'node:path'
import { testWorkers } from '../test-workers.ts'
import { affectedBy } from './affected.ts'
import { changedFiles, testsOfMigrations } from './changed-files.ts'
import { readDurations } from './durations.ts'
import { readImportGraph } from './import-graph.ts'
import { pageFiles } from './page-files.ts'
import { selectTests, type Selection } from './select.ts'

/** The changed files of a project, and the tests that they can break. */
export interface Changes {
  readonly files: readonly string[]
  /** The nearest tests that run in about so many seconds. */
  select(secondsMax: number): Selection
}

/** Reads the project below `root`; takes most of a second. */
export function readChanges(root: string, since?: string): Changes {
  const graph = readImportGraph(root)
  const files = changedFiles(root, since).filter((file) => graph.files.has(file))
  return {
    files,
    select: (secondsMax) =>
      selectTests(
        affectedBy(files, graph, {
          pages: pageFiles(),
          tests: testsOfMigrations(root, files, graph),
        }),
        {
          secondsMax,
          workers: Math.min(2, testWorkers()),
          secondsOf: readDurations(path.join(root, '.cache', 'reports')),
        },
      ),
  }
}

/** What is run, for people. */
export function linesOf(files: readonly string[], selection: Selection): readonly string[] {
  const { units, calls, journeys, leftOut, seconds } = selection
  const others = leftOut === 0 ? '' : `; ${leftOut} more test files are affected: npm test`
  return [
    `Changed: ${files.length < 6 ? files.join(', ') : `${files.length} files`}`,
    ...units.map((file) => `  ${file}`),
    ...(calls.length > 0 ? [`  hostile input to ${calls.length} calls`] : []),
    ...journeys.map((file) => `  ${file}`),
    `About ${seconds} s${others}`,
  ]
}

/** One line for the development loop. */
export function summaryOf({ units, calls, journeys, seconds }: Selection): string {
  const parts = [
    `${units.length + journeys.length} test files`,
    ...(calls.length > 0 ? [`hostile input to ${calls.length} calls`] : []),
  ]
  return `npm run test:changed tests this change: ${parts.join(', ')}, about ${seconds} s`
}
