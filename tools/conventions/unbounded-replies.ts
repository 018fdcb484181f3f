import { readSources } from './source-files.ts'

/** Receives whatever an outside party sends. */
const wholeReply = /\b(?:await|return)\s+(\w+)\.(?:text|json|arrayBuffer|blob|bytes)\(\)/g
/** A request's own, or a page that we have rendered. */
const ours = new Set(['src/apps/server/page-renderer.ts'])

/** Reads of a whole reply that have no limit. */
export function unboundedRepliesIn(source: string): string[] {
  return [...source.matchAll(wholeReply)].map(([text]) => text)
}

/** Every such read in the server's code: `file: read`. */
export function unboundedReplies(root: string): string[] {
  return readSources(root, ['src/{apps,modules,flows}/**/server/**/*.ts', 'src/platform/**/*.ts'])
    .filter(({ file }) => !file.includes('/tests/') && !ours.has(file))
    .flatMap(({ file, text }) => unboundedRepliesIn(text).map((code) => `${file}: ${code}`))
}
