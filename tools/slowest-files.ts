/** One test file of Vitest's JSON report; times in milliseconds since 1970. */
interface ReportedFile {
  readonly name: string
  readonly startTime: number
  readonly endTime: number
}

export interface TimedFile {
  readonly file: string
  readonly seconds: number
}

/** The slowest test files, slowest first; paths relative to `root`. */
export function slowestFiles(
  files: readonly ReportedFile[],
  options: { readonly root: string; readonly most: number },
): readonly TimedFile[] {
  return files
    .map(({ name, startTime, endTime }) => ({
      file: name.startsWith(options.root) ? name.slice(options.root.length) : name,
      seconds: (endTime - startTime) / 1000,
    }))
    .toSorted((left, right) => right.seconds - left.seconds)
    .slice(0, options.most)
}
