import { LeaveGuard } from '#design/forms/leave-guard.tsx'
import { browserClient } from '#design/data/browser-calls.ts'
import { fieldMoment, figureOf, filled, momentOf } from '#design/forms/field-values.ts'
import { fieldsOf } from '#design/forms/fields-of.tsx'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import {
  saveOwnAccessCode,
  type OwnAccessCode,
  type PromotionsView,
} from '../../promotions-contract.ts'
import { useTexts } from '../texts.ts'
import { CodeLine } from './code-line.tsx'

type Shows = PromotionsView['shows']

interface AccessCodeRowProps {
  readonly code: OwnAccessCode
  readonly shows: Shows
  readonly onSaved: (office: PromotionsView) => void
}

/** An access code with its uses. */
export function AccessCodeRow({ code, shows, onSaved }: AccessCodeRowProps) {
  const t = useTexts()
  const { quantity, usedCount, isActive, name, note } = code
  return (
    <CodeLine
      code={code.code}
      isActive={isActive}
      note={[name, note].filter(Boolean).join(' · ')}
      facts={[
        quantity === null
          ? t('accessUsed', { used: usedCount })
          : t('accessUsedOf', { used: usedCount, quantity }),
      ]}
    >
      {(close) => (
        <AccessCodeForm
          code={code}
          shows={shows}
          onSaved={(office) => {
            close()
            onSaved(office)
          }}
        />
      )}
    </CodeLine>
  )
}

interface AccessCodeFormProps {
  /** Absent for a new code. */
  readonly code?: OwnAccessCode
  readonly shows: Shows
  readonly onSaved: (office: PromotionsView) => void
}

/** Form of an access code for a show or a date. */
export function AccessCodeForm({ code, shows, onSaved }: AccessCodeFormProps) {
  const t = useTexts()
  const locale = useLocale()
  const { form, problemOf, isWaiting, refusal, isChanged } = useForm({
    call: saveOwnAccessCode,
    async send(_, data) {
      const [kind, id] = (filled(data, 'about') ?? '').split(' ')
      const body = {
        ...(code && { accessCodeId: code.accessCodeId }),
        ...(kind === 'show' ? { showId: Number(id) } : { eventId: Number(id) }),
        code: filled(data, 'code'),
        quantity: figureOf(data, 'quantity'),
        perOrderMax: figureOf(data, 'perOrderMax'),
        validFrom: momentOf(data, 'validFrom'),
        validUntil: momentOf(data, 'validUntil'),
        isActive: data.has('isActive'),
        note: filled(data, 'note'),
      }
      onSaved(await browserClient(locale).send(saveOwnAccessCode, { body }))
    },
    refusedField: { AccessCodeTaken: 'code', UsedAccessCode: 'quantity' },
    isGuarded: true,
  })
  const field = fieldsOf(problemOf)
  const about = code ? (code.showId === null ? `event ${code.eventId}` : `show ${code.showId}`) : ''
  const isListed = shows.some(
    ({ showId, dates }) =>
      about === `show ${showId}` || dates.some(({ eventId }) => about === `event ${eventId}`),
  )
  return (
    <form {...form} className="card card-sunk mt-near space-y-near">
      {isChanged && <LeaveGuard isOn />}
      {refusal && <Notice>{refusal}</Notice>}
      <Select label={t('accessFor')} name="about" defaultValue={about}>
        {code && !isListed && <option value={about}>{code.name}</option>}
        {shows.flatMap(({ showId, name, dates }) => [
          <option key={`show ${showId}`} value={`show ${showId}`}>
            {t('accessWholeShow', { name })}
          </option>,
          ...dates.map(({ eventId, startsAt, timeZone }) => (
            <option key={`event ${eventId}`} value={`event ${eventId}`}>
              {`${name}, ${formatDateTime(locale, startsAt, timeZone)}`}
            </option>
          )),
        ])}
      </Select>
      <div className="field-grid tablet:grid-cols-2">
        {field('code', {
          label: t('accessCode'),
          hint: t('promoCodeHint'),
          maxLength: 64,
          defaultValue: code?.code ?? '',
        })}
        {field('note', { label: t('promoForYou'), maxLength: 200, defaultValue: code?.note ?? '' })}
        {field('quantity', {
          inputMode: 'numeric',
          label: t('accessQuantity'),
          hint: t('promoQuantityHint'),
          defaultValue: code?.quantity ?? '',
        })}
        {field('perOrderMax', {
          inputMode: 'numeric',
          label: t('accessPerOrder'),
          defaultValue: code?.perOrderMax ?? '',
        })}
        {field('validFrom', {
          type: 'datetime-local',
          label: t('promoValidFrom'),
          defaultValue: fieldMoment(code?.validFrom),
        })}
        {field('validUntil', {
          type: 'datetime-local',
          label: t('promoValidUntil'),
          defaultValue: fieldMoment(code?.validUntil),
        })}
      </div>
      <Checkbox label={t('isOn')} name="isActive" defaultChecked={code?.isActive ?? true} />
      <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')}>
        {t('promoSave')}
      </SubmitBar>
    </form>
  )
}
