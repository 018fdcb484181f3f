/** One test file of Vitest's JSON report; times in milliseconds since 1970. */
export interface ReportedFile {
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
  return fileDurations(files)
    .map(({ file, seconds }) => ({
      file: file.startsWith(options.root) ? file.slice(options.root.length) : file,
      seconds,
    }))
    .toSorted((left, right) => right.seconds - left.seconds)
    .slice(0, options.most)
}

/** The duration of each test file, by its absolute path. */
export function fileDurations(files: readonly ReportedFile[]): readonly TimedFile[] {
  return files.map(({ name, startTime, endTime }) => ({
    file: name,
    seconds: (endTime - startTime) / 1000,
  }))
}
