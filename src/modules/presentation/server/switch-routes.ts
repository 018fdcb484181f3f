import { ok } from '#kernel/result.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { readSwitchesOn } from '#platform/switches.ts'
import {
  operatorSwitches,
  operatorSwitchHistory,
  operatorSwitchSave,
  ownSwitches,
  switchKeys,
} from '../switches-contract.ts'
import { operateSwitch } from './commands/operate-switch.ts'
import { listSwitches, readSwitchHistory } from './queries/switches.ts'

export const switchRoutes: readonly Implementation[] = [
  implement(ownSwitches, async (context) => {
    const on = await readSwitchesOn(context)
    return ok({ items: switchKeys.map((key) => ({ key, isOn: on.has(key) })) })
  }),
  implement(operatorSwitches, requireOperator, async (context) => ok(await listSwitches(context))),
  implement(operatorSwitchSave, requireOperator, async (context, { params, body }) => {
    const { targeting = {}, ...rest } = body
    await operateSwitch(context, { key: params.key, ...rest, targeting })
    return ok({ key: params.key })
  }),
  implement(operatorSwitchHistory, requireOperator, async (context, { params }) =>
    ok({ items: await readSwitchHistory(context, params.key) }),
  ),
]
