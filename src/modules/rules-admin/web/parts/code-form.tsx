import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { figureOf, filled, momentOf } from '#design/forms/field-values.ts'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { saveAccessCode, type CodeView } from '../../contract.ts'
import { hasSubject, noSubject, subjectOf } from '../subject.ts'
import { useTexts } from '../texts.ts'
import { useRuleForm } from '../use-rule-form.ts'
import type { TypesSubject } from '../use-ticket-types.ts'
import { FormFrame, SharedFields } from './form-frame.tsx'
import type { TicketTypeNames } from './rule-preview.tsx'
import { SubjectField } from './subject-field.tsx'
import { TypeChoice } from './type-fields.tsx'

interface CodeFormProps {
  readonly code?: CodeView
  readonly ticketTypes: TicketTypeNames
}

/** Form of an access code; fields that it does not show are sent unchanged. */
export function CodeForm({ code, ticketTypes }: CodeFormProps) {
  const t = useTexts()
  const locale = useLocale()
  const [subject, setSubject] = useState<TypesSubject>(code?.about ?? noSubject)
  const [ticketTypeIds, setTicketTypeIds] = useState<readonly number[]>(code?.ticketTypeIds ?? [])
  const work = useRuleForm({
    call: saveAccessCode,
    check: (form) => ({ showId: hasSubject(form) ? null : t('aboutMissing') }),
    send: (form) =>
      browserClient(locale).send(saveAccessCode, {
        body: {
          ...subjectOf(form),
          code: filled(form, 'code'),
          isActive: form.has('isActive'),
          validFrom: momentOf(form, 'validFrom'),
          validUntil: momentOf(form, 'validUntil'),
          quantity: figureOf(form, 'quantity'),
          perOrderMax: figureOf(form, 'perOrderMax'),
          note: filled(form, 'note'),
          ...(ticketTypeIds.length > 0 && { ticketTypeIds: [...ticketTypeIds] }),
          zones: code?.zones ?? undefined,
          sectionIds: code?.sectionIds ?? undefined,
          placeIds: code?.placeIds ?? undefined,
          ...(code && { codeId: code.codeId }),
        },
      }),
    refusedField: { AccessCodeTaken: 'code', UsedAccessCode: 'quantity' },
  })
  const number = (name: 'quantity' | 'perOrderMax') => (
    <TextField
      label={t(name)}
      hint={t('quantityHint')}
      name={name}
      inputMode="numeric"
      autoComplete="off"
      defaultValue={code?.[name] ?? ''}
      error={work.problemOf(name)}
    />
  )
  return (
    <FormFrame work={work}>
      <div className="field-grid tablet:grid-cols-3">
        <TextField
          label={t('code')}
          hint={t('codeHint')}
          name="code"
          maxLength={64}
          autoComplete="off"
          defaultValue={code?.code ?? ''}
          error={work.problemOf('code')}
        />
        {number('quantity')}
        {number('perOrderMax')}
      </div>
      <SubjectField about={code?.about} problemOf={work.problemOf} onChoose={setSubject} />
      <TypeChoice
        legend={t('typesOpened')}
        subject={subject}
        names={ticketTypes}
        chosen={ticketTypeIds}
        onChange={setTicketTypeIds}
      />
      <SharedFields row={code} problemOf={work.problemOf} />
    </FormFrame>
  )
}
