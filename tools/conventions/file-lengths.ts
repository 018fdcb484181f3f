import { readSources } from './source-files.ts'

/** Maximum number of lines; tests may be longer, since one set-up serves many cases. */
export const linesMax = { source: 400, test: 500 }

/** Generated files, and data written as code. */
const exempt =
  /^src\/platform\/database\/types\.ts$|^src\/seatmap\/demo-|^db\/seeds\/(content|cinema|posters|presentation|timetable)\//

/** The maximum for this file; null for unlimited. */
export function linesAllowed(file: string): number | null {
  if (exempt.test(file)) return null
  const isTest = /^tests\/|\/tests\/|\.(test|nightly)\.tsx?$/.test(file)
  return isTest ? linesMax.test : linesMax.source
}

/** Files above their limit: `file: lines`. */
export function longFiles(root: string): string[] {
  return readSources(root, ['{src,tools,fakes,bench,tests,db}/**/*.{ts,tsx,css,mjs}']).flatMap(
    ({ file, text }) => {
      const lines = text.split('\n').length - 1
      const most = linesAllowed(file)
      return most !== null && lines > most ? [`${file}: ${lines}`] : []
    },
  )
}
