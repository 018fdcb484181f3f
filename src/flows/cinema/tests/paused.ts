/** Stops a command between two of its statements, so that another one runs in between. */
import type { KyselyPlugin } from 'kysely'
import type { Context } from '#platform/context.ts'

/** A context whose transaction waits after its first statement that contains `text`, until `resume` is called. */
export function pausedAfter<Some extends Context>(context: Some, text: string) {
  let resume = () => {}
  let reach = () => {}
  const resumed = new Promise<void>((resolve) => (resume = resolve))
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const waiting = new WeakSet<object>()
  let isFound = false
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const fragments = 'sqlFragments' in node ? node.sqlFragments.join('?') : ''
      if (!isFound && fragments.includes(text)) {
        isFound = true
        waiting.add(queryId)
      }
      return node
    },
    async transformResult({ result, queryId }) {
      if (waiting.has(queryId)) {
        reach()
        await resumed
      }
      return result
    },
  }
  return {
    context: { ...context, db: context.db.withPlugin(plugin) },
    reached,
    resume: () => resume(),
  }
}
