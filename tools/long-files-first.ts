import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Parts of the paths of files that take much longer than their size says. */
const long = [
  '/tests/hostile/walk-',
  '/tests/crash/',
  '/tests/hostile/strangers',
  '/platform/postgres/tests/',
  '/tests/e2e/recovery',
  '/tests/e2e/buying',
  '/tests/e2e/flights',
]

/**
 * Starts the longest files first, so that none of them runs alone at the end. Vitest knows durations only from
 * an earlier run in the same place, and goes by file size without one.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.some((part) => moduleId.includes(part))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
