import type { z } from 'zod'
import { readCustomerNames } from '#modules/accounts/server/public-api.ts'
import { readDirectory } from '#modules/catalogue/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { readOperatorLog } from '#platform/operator-log.ts'
import type { SwitchTargeting } from '#platform/switch-targeting.ts'
import { readSwitches } from '#platform/switches.ts'
import type { operatorSwitches, SwitchChange, SwitchView } from '../../switches-contract.ts'

const changesMax = 50

export async function listSwitches(
  context: Context,
): Promise<z.output<typeof operatorSwitches.reply>> {
  const [rows, { merchants }] = [await readSwitches(context), await readDirectory(context)]
  return {
    items: rows.map(({ key, isOn, note, targeting, changedAt }) => ({
      key,
      isOn,
      note,
      targeting: presentTargeting(targeting),
      changedAt: changedAt.toISOString(),
    })),
    merchants: merchants.map(({ id, name }) => ({ merchantId: id, name: name[context.locale] })),
  }
}

/** The log entry of `operateSwitch`. */
interface SwitchLogEntry {
  readonly isOn: boolean
  readonly targeting?: SwitchTargeting
}

/** Changes of a switch in the operators' log. */
export async function readSwitchHistory(context: Context, key: string): Promise<SwitchChange[]> {
  const rows = await readOperatorLog(context, { most: changesMax, subject: `switch ${key}` })
  const names = await readCustomerNames(
    context,
    rows.flatMap((row) => row.operator_id ?? []),
  )
  return rows.map((row) => {
    const { isOn, targeting } = row.detail as unknown as SwitchLogEntry
    return {
      changeId: row.id,
      at: row.at.toISOString(),
      operatorName: names.get(row.operator_id ?? '') ?? '',
      isOn,
      targeting: targeting ? presentTargeting(targeting) : null,
    }
  })
}

function presentTargeting(targeting: SwitchTargeting): SwitchView['targeting'] {
  const { percentage = 100, languages = [], audience = 'everyone', merchantIds = [] } = targeting
  return { percentage, languages: [...languages], audience, merchantIds: [...merchantIds] }
}
