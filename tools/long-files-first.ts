import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Parts of paths of test files whose duration exceeds what their size suggests, the longest first. */
const long = [
  '/tools/tests/machines',
  '/tests/hostile/walk-',
  '/tests/hostile/pages',
  '/journeys/tests/vehicle-races',
  '/tests/crash/',
  '/tests/hostile/strangers',
  '/platform/postgres/tests/',
  '/tests/storm/',
  '/tests/walks/',
  '/server/tests/database-loss',
  '/tools/tests/',
  '/tests/settlements/',
  '/cinema/tests/supplier',
  '/inventory/tests/model',
  '/tests/e2e/accessibility',
  '/tests/e2e/recovery',
  '/tests/e2e/journeys',
  '/tests/e2e/buying',
  '/tests/e2e/account-area',
  '/tests/e2e/flights',
]

/**
 * Starts the longest files first, so that none of them runs alone at the end. Vitest knows durations only from an
 * earlier run in the same directory, and otherwise uses file sizes.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longFirst(await super.sort(files))
  }
}

/** The known long files in the order of their length, then the others as they were. */
export function longFirst<File extends { readonly moduleId: string }>(
  files: readonly File[],
): File[] {
  const rank = ({ moduleId }: File): number => {
    const index = long.findIndex((part) => moduleId.includes(part))
    return index < 0 ? long.length : index
  }
  return files.toSorted((left, right) => rank(left) - rank(right))
}
