import type { SpanOptions } from './tracing.ts'

const textMax = 500

/** The span of a statement: its verb and first table, and its text, which holds no values. */
export function statementSpan(text: string): SpanOptions {
  const [, verb = 'statement'] = /^\s*(\w+)/.exec(text) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]\w*)/i.exec(text) ?? []
  return {
    name: [verb.toLowerCase(), table].filter(Boolean).join(' '),
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, textMax) },
  }
}
