/** Simulates a process that crashes between two statements: everything uncommitted is lost. */
import type { KyselyPlugin } from 'kysely'
import type { CallContext } from '#platform/http/implement.ts'
import { sizeOf } from '../../../../tests/support/tier.ts'

/** At night a process crashes before every statement in turn, otherwise before every third. */
export const crashStride = sizeOf({ usual: 3, nightly: 1 })

class Death extends Error {}

/** The same context, whose process crashes before its `statements`-th statement. */
function dying(context: CallContext, statements: number): CallContext {
  let left = statements
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      left -= 1
      if (left < 0) throw new Death('the process died here')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { ...context, db: context.db.withPlugin(plugin) }
}

/** Runs the work until the process crashes; returns whether it did. */
export async function crashesDuring(
  context: CallContext,
  statements: number,
  work: (context: CallContext) => Promise<unknown>,
): Promise<boolean> {
  try {
    await work(dying(context, statements))
    return false
  } catch (error) {
    if (error instanceof Death) return true
    throw error
  }
}
