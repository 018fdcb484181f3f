import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Parts of paths of test files whose duration exceeds what their size suggests. */
const long = [
  '/tests/hostile/walk-',
  '/tests/crash/',
  '/tests/hostile/strangers',
  '/platform/postgres/tests/',
  '/tests/e2e/accessibility',
  '/tests/e2e/recovery',
  '/tests/e2e/buying',
  '/tests/e2e/flights',
]

/**
 * Starts the longest files first, so that none of them runs alone at the end. Vitest knows durations only from an
 * earlier run in the same directory, and otherwise uses file sizes.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.some((part) => moduleId.includes(part))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
