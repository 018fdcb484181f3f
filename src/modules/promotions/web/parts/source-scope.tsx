import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import type { ComboboxOption } from '#design/parts/combobox.tsx'
import { PickedList } from '#design/parts/picked-field.tsx'
import { Select } from '#design/parts/select.tsx'
import { useLocale } from '#design/texts.tsx'
import {
  findPromotionGroups,
  findPromotionItems,
  type OfficeCodeView,
  type PromotedItemView,
} from '../../contract.ts'
import { useTexts } from '../texts.ts'

export interface SellingSource {
  readonly source: string
  readonly hasGroups: boolean
  readonly hasItems: boolean
}

interface SourceScopeProps {
  readonly code: OfficeCodeView | undefined
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
  const chosen = code?.source === source ? (code.items ?? []) : []
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
      {(selling?.hasItems || chosen.length > 0) && (
        <Items
          key={source}
          source={source}
          chosen={chosen}
          error={problemOf('itemIds') ?? problemOf('eventIds')}
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
  readonly chosen: NonNullable<OfficeCodeView['groups']>
  readonly error: string | null
}

/** Groups of a source that the code is limited to. */
function Groups({ source, chosen, error }: GroupsProps) {
  const t = useTexts()
  const locale = useLocale()
  const optionOf = ({ key, name }: (typeof chosen)[number]) => ({ key, label: name[locale] })
  return (
    <PickedList
      className="tablet:col-span-2"
      name="groups"
      label={t('groups')}
      hint={t('groupsHint')}
      error={error}
      initial={chosen.map(optionOf)}
      suggest={async (query, signal) => {
        const input = { query: { source, query } }
        const found = await browserClient(locale).send(findPromotionGroups, input, { signal })
        return found.groups.map(optionOf)
      }}
    />
  )
}

interface ItemsProps {
  readonly source: string
  readonly chosen: readonly PromotedItemView[]
  readonly error: string | null
}

/** Items of a source that the code is limited to: dates, screenings, passes. */
function Items({ source, chosen, error }: ItemsProps) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <PickedList
      className="tablet:col-span-2"
      name="itemIds"
      label={t('items')}
      hint={t('itemsHint')}
      error={error}
      initial={chosen.map(optionOfItem)}
      suggest={async (query, signal) => {
        const input = { query: { source, query } }
        const found = await browserClient(locale).send(findPromotionItems, input, { signal })
        return found.items.map(optionOfItem)
      }}
    />
  )
}

function optionOfItem({ itemId, name, note }: PromotedItemView): ComboboxOption {
  return { key: String(itemId), label: name, note: note ?? undefined }
}

/** An item with its venue: `Carmen, 5 December 2026, 19:00, Opera`. */
export function itemText({ name, note }: PromotedItemView): string {
  return [name, note].filter(Boolean).join(', ')
}
