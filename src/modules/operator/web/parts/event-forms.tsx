import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { FormRules } from '#contract/form-rules.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { fieldMoment, figureOf, filled, momentOf } from '#design/forms/field-values.ts'
import { LeaveGuard } from '#design/forms/leave-guard.tsx'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Panel } from '#design/parts/card.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { changeOfficeEvent, changeOfficeShow, type OfficeEventView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

/** Submits a form and reloads the page. */
function useSaving(
  call: { readonly formRules?: FormRules },
  send: (form: FormData) => Promise<unknown>,
) {
  const { revalidate } = useRevalidator()
  return useForm({
    call,
    isGuarded: true,
    async send(_, form) {
      await send(form)
      await revalidate()
    },
  })
}

interface SavingFormProps {
  readonly title: string
  readonly work: ReturnType<typeof useSaving>
  readonly children: ReactNode
}

function SavingForm({ title, work, children }: SavingFormProps) {
  const t = useTexts()
  const { form, refusal, isWaiting, isSent, isChanged } = work
  return (
    <Panel title={title} look="ruled">
      <form {...form} className="space-y-5">
        {isChanged && <LeaveGuard isOn />}
        {refusal && <Notice>{refusal}</Notice>}
        {children}
        <SubmitBar isWaiting={isWaiting} waitingText={t('saving')} done={isSent && t('saved')}>
          {t('save')}
          <span className="sr-only">: {title}</span>
        </SubmitBar>
      </form>
    </Panel>
  )
}

const statuses = ['Active', 'Inactive', 'Stopped'] as const
const statusLabels = {
  Active: 'statusActive',
  Inactive: 'statusInactive',
  Stopped: 'statusStopped',
} as const

function statusOf(form: FormData): (typeof statuses)[number] {
  return statuses.find((status) => status === form.get('status')) ?? 'Inactive'
}

const showTypes = ['Show', 'GroupShow', 'Offer', 'OfferPackage'] as const
const accesses = ['Default', 'Private', 'AccessCode'] as const

function chosen<Value extends string>(
  all: readonly Value[],
  value: FormDataEntryValue | null,
): Value | undefined {
  return all.find((one) => one === value)
}

function StatusField({ value, label }: { value: string; label: string }) {
  const t = useTexts()
  return (
    <Select label={label} name="status" defaultValue={value}>
      {statuses.map((status) => (
        <option key={status} value={status}>
          {t(statusLabels[status])}
        </option>
      ))}
    </Select>
  )
}

/** How a date is sold from now on; times are in the time zone of the venue. */
export function SaleForm({ event }: { event: OfficeEventView }) {
  const t = useTexts()
  const locale = useLocale()
  const { timeZone } = event
  const work = useSaving(changeOfficeEvent, (form) =>
    browserClient(locale).send(changeOfficeEvent, {
      params: { eventId: event.eventId },
      body: {
        status: statusOf(form),
        isOnSale: form.has('isOnSale'),
        placesPerOrderMax: figureOf(form, 'placesPerOrderMax') ?? 0,
        salesOpenAt: momentOf(form, 'salesOpenAt', timeZone),
        salesCloseAt: momentOf(form, 'salesCloseAt', timeZone),
      },
    }),
  )
  const moment = (name: 'salesOpenAt' | 'salesCloseAt', hint: string) => (
    <DateField
      kind="datetime-local"
      label={t(name)}
      hint={hint}
      name={name}
      defaultValue={fieldMoment(event[name], timeZone)}
      error={work.problemOf(name)}
    />
  )
  return (
    <SavingForm title={t('saleTitle')} work={work}>
      <StatusField value={event.status} label={t('eventStatus')} />
      <Checkbox label={t('isOnSale')} name="isOnSale" defaultChecked={event.isOnSale} />
      {moment('salesOpenAt', t('salesOpenHint'))}
      {moment('salesCloseAt', t('salesCloseHint'))}
      <TextField
        label={t('perOrderMax')}
        type="number"
        inputMode="numeric"
        name="placesPerOrderMax"
        defaultValue={event.placesPerOrderMax}
        error={work.problemOf('placesPerOrderMax')}
      />
    </SavingForm>
  )
}

/** Whether and where the show is listed. */
export function ShowForm({ event }: { event: OfficeEventView }) {
  const t = useTexts()
  const locale = useLocale()
  const work = useSaving(changeOfficeShow, (form) =>
    browserClient(locale).send(changeOfficeShow, {
      params: { showId: event.showId },
      body: {
        status: form.get('status') === 'Deleted' ? 'Deleted' : statusOf(form),
        type: chosen(showTypes, form.get('type')),
        access: chosen(accesses, form.get('access')),
        isPinned: form.has('isPinned'),
        isMainBanner: form.has('isMainBanner'),
        popularity: Number(filled(form, 'popularity') ?? 0),
      },
    }),
  )
  return (
    <SavingForm title={t('showTitle')} work={work}>
      <Select label={t('showStatus')} name="status" defaultValue={event.showStatus}>
        {[...statuses, 'Deleted' as const].map((status) => (
          <option key={status} value={status}>
            {t(status === 'Deleted' ? 'statusDeleted' : statusLabels[status])}
          </option>
        ))}
      </Select>
      <Select label={t('showType')} name="type" defaultValue={event.showType}>
        {showTypes.map((type) => (
          <option key={type} value={type}>
            {t(`showType-${type}`)}
          </option>
        ))}
      </Select>
      <Select
        label={t('showAccess')}
        hint={t('showAccessHint')}
        name="access"
        defaultValue={event.showAccess}
      >
        {accesses.map((access) => (
          <option key={access} value={access}>
            {t(`showAccess-${access}`)}
          </option>
        ))}
      </Select>
      <Checkbox label={t('isPinned')} name="isPinned" defaultChecked={event.isPinned} />
      <Checkbox label={t('isMainBanner')} name="isMainBanner" defaultChecked={event.isMainBanner} />
      <TextField
        label={t('popularity')}
        hint={t('popularityHint')}
        type="number"
        inputMode="numeric"
        name="popularity"
        defaultValue={event.popularity}
        error={work.problemOf('popularity')}
      />
    </SavingForm>
  )
}
