import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import type { SwitchTargeting } from '#platform/switch-targeting.ts'
import { throwSwitch } from '#platform/switches.ts'

/** Changes a switch for all processes and logs the change. Absent fields keep their value. */
export async function operateSwitch(
  context: Context,
  options: {
    readonly key: string
    readonly isOn: boolean
    readonly note?: string
    readonly targeting?: SwitchTargeting
  },
): Promise<void> {
  const { key, isOn, note, targeting } = options
  await inTransaction(context, async (inside) => {
    await throwSwitch(inside, options)
    await logOperatorAction(inside, {
      action: 'presentation.throw-switch',
      subject: `switch ${key}`,
      detail: { isOn, ...(targeting && { targeting }), ...(note && { note }) },
    })
    return ok(null)
  })
}
