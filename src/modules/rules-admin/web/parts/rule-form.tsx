import { useId, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { FieldError } from '#design/parts/field-frame.tsx'
import type { RuleKind } from '#modules/sale-rules/contract.ts'
import { saveRule, type RuleView } from '../../contract.ts'
import { kindKey, kinds } from '../kinds.ts'
import { useTexts } from '../texts.ts'
import { filled, momentOf, numberOf, useSave } from '../use-save.ts'
import { FormFrame, SharedFields } from './form-frame.tsx'
import { RulePreview } from './rule-preview.tsx'

/** What settings of a kind look like, to begin with. */
const examples: Readonly<Record<RuleKind, object>> = {
  'hidden-weekdays': { weekdays: [1] },
  'access-code': { keeps: 'everything' },
  'ticket-type-groups': { isOneEach: true, exclusive: [] },
  transit: { label: { ka: 'ყიდვა', en: 'Buy there' }, url: 'https://example.com/' },
  'buyer-checks': { phone: true, ticketsPerPersonMax: 4 },
  'rotating-codes': { isOn: true },
  'extra-fields': {
    fields: [
      {
        key: 'personalNumber',
        per: 'ticket',
        kind: 'personalNumber',
        label: { ka: 'პირადი ნომერი', en: 'Personal number' },
        isRequired: true,
        isOnTicket: true,
      },
    ],
  },
  'given-tickets': { areSoldAgain: false },
  'custom-ticket-naming': {
    row: { ka: 'ლოჟა', en: 'Box' },
    seat: { ka: 'სკამი', en: 'chair' },
    place: { ka: '{section}, ლოჟა {row}, სკამი {seat}', en: '{section}, box {row}, chair {seat}' },
  },
}

/** Writes a rule; what the settings come to is shown as they are typed; the server names what does not fit. */
export function RuleForm({ rule }: { rule?: RuleView }) {
  const t = useTexts()
  const id = useId()
  const saving = useSave()
  const [kind, setKind] = useState<RuleKind>(
    () => kinds.find((one) => one === rule?.kind) ?? 'hidden-weekdays',
  )
  const [text, setText] = useState(() => written(rule?.settings ?? examples[kind]))
  const settings = parsed(text)
  const problem = settings === undefined ? t('notJson') : saving.problemOf('settings')

  function send(form: FormData): void {
    const body = {
      kind,
      settings: settings ?? {},
      isActive: form.has('isActive'),
      showId: numberOf(form, 'showId'),
      eventId: numberOf(form, 'eventId'),
      source: filled(form, 'source'),
      groupId: numberOf(form, 'groupId'),
      itemId: numberOf(form, 'itemId'),
      categoryId: numberOf(form, 'categoryId'),
      validFrom: momentOf(form, 'validFrom'),
      validUntil: momentOf(form, 'validUntil'),
      note: filled(form, 'note'),
      ...(rule && { ruleId: rule.ruleId }),
    }
    void saving.save(() => browserClient().send(saveRule, { body }))
  }

  return (
    <FormFrame saving={saving} onSend={send}>
      <div>
        <label htmlFor={`${id}-kind`} className="font-semibold">
          {t('kind')}
        </label>
        <select
          id={`${id}-kind`}
          className="field mt-1.5"
          value={kind}
          onChange={(event) => {
            const next = kinds.find((one) => one === event.target.value) ?? kind
            setKind(next)
            setText(written(examples[next]))
          }}
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {t(kindKey(one))}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor={`${id}-settings`} className="font-semibold">
          {t('settings')}
        </label>
        <textarea
          id={`${id}-settings`}
          rows={8}
          spellCheck={false}
          value={text}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => setText(event.target.value)}
          className="field mt-1.5 font-mono text-[0.875rem]"
        />
        {problem && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
        {settings && <RulePreview kind={kind} settings={settings} />}
      </div>
      <SharedFields row={rule} saving={saving} withCategory />
    </FormFrame>
  )
}

function written(settings: unknown): string {
  return JSON.stringify(settings, null, 2)
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? Object.fromEntries(Object.entries(value)) : undefined
  } catch {
    return undefined
  }
}
