import { Checkbox } from '#design/parts/checkbox.tsx'
import { Textarea } from '#design/parts/text-field.tsx'
import type { RuleKind } from '#modules/sale-rules/contract.ts'
import { settingsOf, type SettingsDraft } from '../settings-draft.ts'
import { useTexts } from '../texts.ts'
import { namesById, useTicketTypes, type TypesSubject } from '../use-ticket-types.ts'
import { RulePreview, type TicketTypeNames } from './rule-preview.tsx'
import { TypeChoice, TypeGroups } from './type-fields.tsx'

interface SettingsFieldsProps {
  readonly kind: RuleKind
  readonly draft: SettingsDraft
  readonly onChange: (part: Partial<SettingsDraft>) => void
  readonly subject: TypesSubject
  readonly ticketTypes: TicketTypeNames
  readonly error: string | null
}

/** Settings of a rule: ticket types by name, the rest as JSON, and what they come to in words. */
export function SettingsFields(props: SettingsFieldsProps) {
  const { kind, draft, onChange, subject, ticketTypes, error } = props
  const t = useTexts()
  const settings = settingsOf(kind, draft)
  const names = new Map([...ticketTypes, ...namesById(useTicketTypes(subject))])
  const isGroups = kind === 'ticket-type-groups'
  return (
    <div className="space-y-4">
      {isGroups ? (
        <>
          <Checkbox
            label={t('saysOneEach')}
            checked={settings?.['isOneEach'] === true}
            onChange={({ target }) =>
              onChange({ text: JSON.stringify({ isOneEach: target.checked }) })
            }
          />
          <TypeGroups
            subject={subject}
            names={ticketTypes}
            error={error}
            groups={draft.exclusive}
            onChange={(exclusive) => onChange({ exclusive })}
          />
        </>
      ) : (
        <Textarea
          label={t('settings')}
          name="settings"
          rows={8}
          spellCheck={false}
          value={draft.text}
          onChange={(event) => onChange({ text: event.target.value })}
          error={settings === undefined ? t('notJson') : error}
          className="font-mono text-[0.875rem]"
        />
      )}
      {kind === 'access-code' && settings?.['keeps'] === 'parts' && (
        <TypeChoice
          legend={t('typesKept')}
          subject={subject}
          names={ticketTypes}
          chosen={draft.ticketTypeIds}
          onChange={(ticketTypeIds) => onChange({ ticketTypeIds })}
        />
      )}
      {settings && <RulePreview kind={kind} settings={settings} ticketTypes={names} />}
    </div>
  )
}
