import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { throwSwitch } from '#platform/switches.ts'

/** Throws a switch for all pages, and writes down who did. */
export async function operateSwitch(
  context: Context,
  options: { readonly key: string; readonly isOn: boolean },
): Promise<void> {
  await inTransaction(context, async (inside) => {
    await throwSwitch(inside, options)
    await logOperatorAction(inside, {
      action: 'presentation.throw-switch',
      subject: `switch ${options.key}`,
      detail: { isOn: options.isOn },
    })
    return ok(null)
  })
}
