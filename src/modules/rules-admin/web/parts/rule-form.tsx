import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { figureOf, filled, momentOf } from '#design/forms/field-values.ts'
import { Select } from '#design/parts/select.tsx'
import { Textarea } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import type { RuleKind } from '#modules/sale-rules/contract.ts'
import { saveRule, type RuleView } from '../../contract.ts'
import { kindKey, kinds } from '../kinds.ts'
import { hasSubject, subjectOf } from '../subject.ts'
import { useTexts } from '../texts.ts'
import { useRuleForm } from '../use-rule-form.ts'
import { FormFrame, SharedFields } from './form-frame.tsx'
import { RulePreview, type TicketTypeNames } from './rule-preview.tsx'

/** Initial settings of each kind. */
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

interface RuleFormProps {
  readonly rule?: RuleView
  readonly ticketTypes: TicketTypeNames
}

/** Form of a rule with a live preview of its settings; validation errors come from the server. */
export function RuleForm({ rule, ticketTypes }: RuleFormProps) {
  const t = useTexts()
  const locale = useLocale()
  const [kind, setKind] = useState<RuleKind>(
    () => kinds.find((one) => one === rule?.kind) ?? 'hidden-weekdays',
  )
  const [text, setText] = useState(() => written(rule?.settings ?? examples[kind]))
  const settings = parsed(text)
  const work = useRuleForm({
    call: saveRule,
    check: (form) => ({
      settings: settings === undefined ? t('notJson') : null,
      showId: hasSubject(form) ? null : t('aboutMissing'),
    }),
    send: (form) =>
      browserClient(locale).send(saveRule, {
        body: {
          ...subjectOf(form),
          categoryId: figureOf(form, 'categoryId'),
          kind,
          settings: settings ?? {},
          isActive: form.has('isActive'),
          validFrom: momentOf(form, 'validFrom'),
          validUntil: momentOf(form, 'validUntil'),
          note: filled(form, 'note'),
          ...(rule && { ruleId: rule.ruleId }),
        },
      }),
  })

  function chooseKind(value: string): void {
    const next = kinds.find((one) => one === value) ?? kind
    setKind(next)
    setText(written(examples[next]))
  }

  return (
    <FormFrame work={work}>
      <Select
        label={t('kind')}
        name="kind"
        value={kind}
        onChange={(event) => chooseKind(event.target.value)}
      >
        {kinds.map((one) => (
          <option key={one} value={one}>
            {t(kindKey(one))}
          </option>
        ))}
      </Select>
      <div>
        <Textarea
          label={t('settings')}
          name="settings"
          rows={8}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={settings === undefined ? t('notJson') : work.problemOf('settings')}
          className="font-mono text-[0.875rem]"
        />
        {settings && <RulePreview kind={kind} settings={settings} ticketTypes={ticketTypes} />}
      </div>
      <SharedFields row={rule} problemOf={work.problemOf} withCategory />
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
