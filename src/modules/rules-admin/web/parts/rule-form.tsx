import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { figureOf, filled, momentOf } from '#design/forms/field-values.ts'
import { Select } from '#design/parts/select.tsx'
import { useLocale } from '#design/texts.tsx'
import type { RuleKind } from '#modules/sale-rules/contract.ts'
import { saveRule, type RuleView } from '../../contract.ts'
import { kindKey, kinds } from '../kinds.ts'
import { draftOf, settingsOf } from '../settings-draft.ts'
import { hasSubject, noSubject, subjectOf } from '../subject.ts'
import { useTexts } from '../texts.ts'
import { useRuleForm } from '../use-rule-form.ts'
import type { TypesSubject } from '../use-ticket-types.ts'
import { FormFrame, SharedFields } from './form-frame.tsx'
import type { TicketTypeNames } from './rule-preview.tsx'
import { SettingsFields } from './settings-fields.tsx'
import { SubjectField } from './subject-field.tsx'

/** Initial settings of each kind. */
const examples: Readonly<Record<RuleKind, object>> = {
  'hidden-weekdays': { weekdays: [1] },
  'access-code': { keeps: 'everything' },
  'ticket-type-groups': { isOneEach: true, exclusive: [] },
  transit: { label: { ka: 'ყიდვა', en: 'Buy there' }, url: 'https://example.com/' },
  'buyer-checks': { phone: true, ticketsPerPersonMax: 4 },
  'rotating-codes': { isOn: true },
  'flight-promotion': {
    label: { ka: 'იფრინეთ ღონისძიებაზე', en: 'Fly to the event' },
    fromAirport: 'TBS',
    toAirport: 'IST',
  },
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
  const [draft, setDraft] = useState(() => draftOf(kind, rule?.settings ?? examples[kind]))
  const [subject, setSubject] = useState<TypesSubject>(rule?.about ?? noSubject)
  const settings = settingsOf(kind, draft)
  const work = useRuleForm({
    call: saveRule,
    check: (form) => ({
      settings: settingsProblem(t, kind, settings),
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
    setDraft(draftOf(next, examples[next]))
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
      <SubjectField
        about={rule?.about}
        problemOf={work.problemOf}
        withCategory
        onChoose={setSubject}
      />
      <SettingsFields
        kind={kind}
        draft={draft}
        onChange={(part) => setDraft({ ...draft, ...part })}
        subject={subject}
        ticketTypes={ticketTypes}
        error={work.problemOf('settings')}
      />
      <SharedFields row={rule} problemOf={work.problemOf} />
    </FormFrame>
  )
}

/** What is missing before the settings are sent; everything else is validated by the server. */
function settingsProblem(
  t: ReturnType<typeof useTexts>,
  kind: RuleKind,
  settings: ReturnType<typeof settingsOf>,
): string | null {
  if (settings === undefined) return t('notJson')
  if (kind !== 'ticket-type-groups') return null
  const groups = settings['exclusive'] as readonly (readonly number[])[]
  if (groups.some((group) => group.length < 2)) return t('typeGroupShort')
  return groups.length === 0 && settings['isOneEach'] !== true ? t('typeGroupMissing') : null
}
