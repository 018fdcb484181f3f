import { readSources } from './source-files.ts'

/** The beginning of a loop that does not count its rounds. */
const loop = /\bwhile \(|\bfor \(;;\)/g

/** It passes time. */
const pauses = /\b(?:pause|sleep|setTimeout)\(/

/** It ends by time, by a signal, or with an error of its own. */
const ends =
  /\bperformance\.now\(|\bDate\.now\(|\bseconds < |\baborted\b|\bthrow new\b|\bunreachable\(/

/** Where the bracket closes that opens at or after a position. */
function closeAfter(source: string, start: number): number {
  let depth = 0
  for (let at = start; at < source.length; at += 1) {
    const sign = source[at] ?? ''
    if ('([{'.includes(sign)) depth += 1
    if (')]}'.includes(sign) && --depth === 0) return at + 1
  }
  return source.length
}

/** A loop with what it repeats: a block, or one statement that ends with its line. */
function loopFrom(source: string, start: number): string {
  const head = closeAfter(source, start)
  const body = head + (/^\s*/.exec(source.slice(head))?.[0].length ?? 0)
  if (source[body] === '{') return source.slice(start, closeAfter(source, body))
  let end = body
  while (end < source.length && source[end] !== '\n')
    end = '([{'.includes(source[end] ?? '') ? closeAfter(source, end) : end + 1
  return source.slice(start, end)
}

/** The first lines of loops that wait for something and would wait for ever. */
export function unboundedWaitsIn(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...code.matchAll(loop)]
    .map(({ index }) => loopFrom(code, index))
    .filter((text) => pauses.test(text) && !ends.test(text))
    .map((text) => text.split('\n', 1)[0] ?? '')
}

/** They wait as long as they are let: a victim of the crash tests, a container for its database, simulated shoppers. */
const endless = ['tests/crash/payer.ts', 'tools/migrate.ts', 'tools/rehearsal/shopper.ts']

/** Every such loop in tests, tools and fakes: `file: loop`. */
export function unboundedWaits(root: string): string[] {
  return readSources(root, ['{tests,tools,fakes}/**/*.ts', 'src/**/tests/**/*.ts'])
    .filter(({ file }) => !endless.includes(file) && !file.startsWith('tools/conventions/'))
    .flatMap(({ file, text }) => unboundedWaitsIn(text).map((code) => `${file}: ${code}`))
}
