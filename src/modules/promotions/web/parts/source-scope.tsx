import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Combobox, type ComboboxOption } from '#design/parts/combobox.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { findPromotionGroups, type PromoCodeView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

export interface SellingSource {
  readonly source: string
  readonly hasGroups: boolean
}

interface SourceScopeProps {
  readonly code: PromoCodeView | undefined
  readonly sources: readonly SellingSource[]
  readonly problemOf: (name: string) => string | null
}

const names = {
  event: 'source_event',
  transport: 'source_transport',
  cinema: 'source_cinema',
  flight: 'source_flights',
  multipass: 'source_multipass',
} as const

/** What a source sells, in words. */
export function sourceName(t: ReturnType<typeof useTexts>, source: string): string {
  return source in names ? t(names[source as keyof typeof names]) : source
}

/**
 * Scope of a code: everything, all of one source, some of its items, or some of its groups such as routes and towns.
 */
export function SourceScope({ code, sources, problemOf }: SourceScopeProps) {
  const t = useTexts()
  const [source, setSource] = useState(code?.source ?? '')
  const selling = sources.find((one) => one.source === source)
  return (
    <fieldset className="field-grid tablet:grid-cols-2">
      <legend className="sr-only">{t('scope')}</legend>
      <Select
        label={t('scope')}
        name="source"
        value={source}
        error={problemOf('source')}
        onChange={(event) => setSource(event.target.value)}
      >
        <option value="">{t('scopeAll')}</option>
        {sources.map(({ source: name }) => (
          <option key={name} value={name}>
            {sourceName(t, name)}
          </option>
        ))}
      </Select>
      {source !== '' && (
        <TextField
          key={source}
          name="itemIds"
          label={t('itemIds')}
          hint={t('itemIdsHint')}
          error={problemOf('itemIds') ?? problemOf('eventIds')}
          autoComplete="off"
          defaultValue={code?.source === source ? (code.itemIds?.join(', ') ?? '') : ''}
        />
      )}
      {selling?.hasGroups && (
        <Groups
          key={`groups ${source}`}
          source={source}
          chosen={code?.source === source ? (code.groups ?? []) : []}
          error={problemOf('groups')}
        />
      )}
    </fieldset>
  )
}

interface GroupsProps {
  readonly source: string
  readonly chosen: NonNullable<PromoCodeView['groups']>
  readonly error: string | null
}

/** Search for groups; each chosen group is a hidden field of the form. */
function Groups({ source, chosen, error }: GroupsProps) {
  const t = useTexts()
  const locale = useLocale()
  const [groups, setGroups] = useState<readonly ComboboxOption[]>(
    chosen.map(({ key, name }) => ({ key, label: name[locale] })),
  )
  const suggest = async (
    query: string,
    signal: AbortSignal,
  ): Promise<readonly ComboboxOption[]> => {
    const input = { query: { source, query } }
    const found = await browserClient(locale).send(findPromotionGroups, input, { signal })
    return found.groups.map(({ key, name }) => ({ key, label: name[locale] }))
  }
  const add = (group: ComboboxOption | null): void => {
    if (group) setGroups((now) => [...now.filter(({ key }) => key !== group.key), group])
  }
  return (
    <div className="tablet:col-span-2">
      <Combobox
        label={t('groups')}
        hint={t('groupsHint')}
        error={error}
        value={null}
        onChoose={add}
        suggest={suggest}
      />
      <ul className="mt-tight flex flex-wrap gap-tight empty:hidden">
        {groups.map(({ key, label }) => (
          <li key={key}>
            <input type="hidden" name="groups" value={key} />
            <button
              type="button"
              className="chip"
              aria-label={t('groupRemove', { name: label })}
              onClick={() => setGroups((now) => now.filter((one) => one.key !== key))}
            >
              {label} <span aria-hidden="true">×</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
