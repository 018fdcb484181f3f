import { readSources } from './source-files.ts'

/** Lines a file may have; tests may be longer, since one set-up serves many cases. */
export const linesMost = { source: 400, test: 500 }

/** Generated files, and data that is written as code. */
const exempt =
  /^src\/platform\/database\/types\.ts$|^src\/seatmap\/demo-|^db\/seeds\/(content|cinema|posters|presentation|timetable)\//

/** How many lines this file may have; null where it may have any number. */
export function linesAllowed(file: string): number | null {
  if (exempt.test(file)) return null
  const isTest = /^tests\/|\/tests\/|\.test\.tsx?$/.test(file)
  return isTest ? linesMost.test : linesMost.source
}

/** Files that are longer than they may be: `file: lines`. */
export function longFiles(root: string): string[] {
  return readSources(root, ['{src,tools,fakes,bench,tests,db}/**/*.{ts,tsx,css,mjs}']).flatMap(
    ({ file, text }) => {
      const lines = text.split('\n').length - 1
      const most = linesAllowed(file)
      return most !== null && lines > most ? [`${file}: ${lines}`] : []
    },
  )
}
