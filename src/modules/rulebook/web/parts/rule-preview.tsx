import { useLocale } from '#design/texts.tsx'
import { ruleSettings } from '#modules/rules/contract.ts'
import { useTexts } from '../texts.ts'

/** What a rule means, as a sentence for whoever reads it; nothing for settings that do not fit. */
export function RulePreview({ kind, settings }: { kind: string; settings: unknown }) {
  const sentence = useSentence(kind, settings)
  return sentence === null ? null : <p className="mt-1">{sentence}</p>
}

function useSentence(kind: string, settings: unknown): string | null {
  const t = useTexts()
  const locale = useLocale()
  const list = (values: readonly (string | number)[]) => values.join(', ')
  const days = [
    'monday',
    'tuesday',
    'wednesday',
    'thursday',
    'friday',
    'saturday',
    'sunday',
  ] as const
  if (kind === 'hidden-weekdays') {
    const { data } = ruleSettings[kind].safeParse(settings)
    const names = data?.weekdays.flatMap((day) => {
      const key = days[day - 1]
      return key ? [t(key)] : []
    })
    return names ? t('saysHidden', { days: list(names) }) : null
  }
  if (kind === 'ticket-type-groups') {
    const { data } = ruleSettings[kind].safeParse(settings)
    if (!data) return null
    const groups = data.exclusive.map((group) => t('saysExclusive', { types: list(group) }))
    return list([...(data.isOneEach ? [t('saysOneEach')] : []), ...groups])
  }
  if (kind === 'access-code') {
    const { data } = ruleSettings[kind].safeParse(settings)
    if (!data) return null
    if (data.keeps === 'everything') return t('saysEverything')
    const { ticketTypeIds = [], zones = [], sectionIds = [], placeIds = [] } = data
    const parts = { types: ticketTypeIds.length, zones: zones.length }
    return t('saysParts', { ...parts, sections: sectionIds.length, places: placeIds.length })
  }
  if (kind === 'transit') {
    const { data } = ruleSettings[kind].safeParse(settings)
    if (!data) return null
    return t('saysTransit', { label: data.label[locale], to: data.url ?? data.showSlug ?? '' })
  }
  return null
}
