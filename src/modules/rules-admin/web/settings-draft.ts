import type { RuleKind } from '#modules/sale-rules/contract.ts'

type Settings = Readonly<Record<string, unknown>>

/** Settings of a rule in its form: numbers of ticket types, which are chosen by name, and everything else as JSON. */
export interface SettingsDraft {
  readonly text: string
  /** Groups of ticket types of which an order may hold only one. */
  readonly exclusive: readonly (readonly number[])[]
  readonly ticketTypeIds: readonly number[]
}

/** The field of a kind's settings that names ticket types. */
const typeFields: Partial<Record<RuleKind, 'exclusive' | 'ticketTypeIds'>> = {
  'ticket-type-groups': 'exclusive',
  'access-code': 'ticketTypeIds',
}

export function draftOf(kind: RuleKind, settings: unknown): SettingsDraft {
  const all: Settings = isRecord(settings) ? settings : {}
  const field = typeFields[kind]
  const rest = Object.entries(all).filter(([name]) => name !== field)
  const named = field === undefined ? [] : listOf(all[field])
  return {
    text: JSON.stringify(Object.fromEntries(rest), null, 2),
    exclusive: field === 'exclusive' ? named.map((group) => listOf(group).map(Number)) : [],
    ticketTypeIds: field === 'ticketTypeIds' ? named.map(Number) : [],
  }
}

/** The settings as they are stored; undefined while the JSON is none. */
export function settingsOf(kind: RuleKind, draft: SettingsDraft): Settings | undefined {
  const rest = parsed(draft.text)
  const field = typeFields[kind]
  if (!rest || field === undefined) return rest
  const named =
    field === 'exclusive'
      ? draft.exclusive.filter((group) => group.length > 0)
      : draft.ticketTypeIds
  return field === 'ticketTypeIds' && named.length === 0 ? rest : { ...rest, [field]: named }
}

function parsed(text: string): Settings | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
