import { useImperativeHandle, useState, type Ref } from 'react'
import { LeaveGuard } from '#design/forms/leave-guard.tsx'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Checkbox, ChoiceGroup, Radio } from '#design/parts/checkbox.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Textarea, TextField } from '#design/parts/text-field.tsx'
import { When } from '#design/parts/when.tsx'
import { useLocale } from '#design/texts.tsx'
import { merchantAccessibleItems } from '#modules/staff/contract.ts'
import { mailingKinds, saveMailing, type MailingView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { OtherItems, type ChosenItem } from './other-items.tsx'

interface MailingFormProps {
  /** Null for a new mailing. */
  readonly mailing: MailingView | null
  readonly onSaved: (mailing: MailingView) => void
  /** Receives a function that saves changes before sending; it returns whether everything is saved. */
  readonly saveFirst?: Ref<SaveFirst>
}

export type SaveFirst = () => Promise<boolean>

/** Form of a mailing: texts in both languages, and the dates, runs and screenings whose ticket holders receive it. */
export function MailingForm({ mailing, onSaved, saveFirst }: MailingFormProps) {
  const t = useTexts()
  const locale = useLocale()
  const [kind, setKind] = useState(mailing?.kind ?? 'service')
  const [items, setItems] = useState<readonly ChosenItem[]>(mailing?.items ?? [])
  const missing = (value: string) => (value.trim() === '' ? t('missing') : null)
  const initial = {
    subjectKa: mailing?.subject.ka ?? '',
    bodyKa: mailing?.body.ka ?? '',
    subjectEn: mailing?.subject.en ?? '',
    bodyEn: mailing?.body.en ?? '',
  }
  const save = async (given: typeof initial) => {
    const body = {
      ...given,
      kind,
      items: items.map(({ source, itemId, legFrom, legTo }) => ({
        source,
        itemId,
        legFrom,
        legTo,
      })),
      ...(mailing && { mailingId: mailing.mailingId }),
    }
    onSaved(await browserClient(locale).send(saveMailing, { body }))
  }
  const { form, field, problemOf, values, reset, refusal, isWaiting, isSent, isChanged } = useForm({
    initial,
    call: saveMailing,
    check: ({ subjectKa, bodyKa }) => ({
      items: items.length === 0 ? t('dateMissing') : null,
      subjectKa: missing(subjectKa),
      bodyKa: missing(bodyKa),
    }),
    send: save,
    isGuarded: true,
  })
  const before = JSON.stringify(mailing?.items ?? [])
  useImperativeHandle<SaveFirst, SaveFirst>(saveFirst, () => async () => {
    if (!isChanged && JSON.stringify(items) === before) return true
    if (items.length === 0 || missing(values.subjectKa) || missing(values.bodyKa)) {
      // Shows validation errors next to their fields.
      form.ref.current?.requestSubmit()
      return false
    }
    await save(values)
    reset(values)
    return true
  })
  return (
    <form {...form} className="min-w-0 max-w-3xl space-y-group">
      {isChanged && <LeaveGuard isOn />}
      {refusal && <Notice>{refusal}</Notice>}
      <Dates
        chosen={items}
        problem={items.length === 0 ? problemOf('items') : null}
        onChosen={setItems}
      />
      <Kinds kind={kind} onKind={setKind} />
      <TextField {...field('subjectKa')} label={t('subjectKa')} maxLength={120} />
      <Textarea
        {...field('bodyKa')}
        label={t('bodyKa')}
        hint={t('bodyHint')}
        rows={8}
        maxLength={4_000}
      />
      <TextField
        {...field('subjectEn')}
        label={t('subjectEn')}
        hint={t('englishHint')}
        maxLength={120}
      />
      <Textarea {...field('bodyEn')} label={t('bodyEn')} rows={8} maxLength={4_000} />
      <SubmitBar
        look={mailing ? 'quiet' : 'main'}
        isWaiting={isWaiting}
        waitingText={t('waiting')}
        done={isSent && t('saved')}
      >
        {t('save')}
      </SubmitBar>
    </form>
  )
}

interface KindsProps {
  readonly kind: MailingView['kind']
  readonly onKind: (kind: MailingView['kind']) => void
}

function Kinds({ kind, onKind }: KindsProps) {
  const t = useTexts()
  return (
    <ChoiceGroup legend={t('kind')}>
      {mailingKinds.map((one) => (
        <Radio
          key={one}
          name="kind"
          value={one}
          label={t(`kind-${one}`)}
          checked={kind === one}
          onChange={() => onKind(one)}
        />
      ))}
    </ChoiceGroup>
  )
}

interface DatesProps {
  readonly chosen: readonly ChosenItem[]
  readonly problem: string | null
  readonly onChosen: (items: readonly ChosenItem[]) => void
}

/** Dates of the last month and upcoming ones, plus chosen dates outside this range. */
function Dates({ chosen, problem, onChosen }: DatesProps) {
  const t = useTexts()
  /** The initial choice, which may include dates that are no longer listed. */
  const [known] = useState(chosen)
  const [since] = useState(() => new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10))
  const part = useLoaded(merchantAccessibleItems, { query: { dateFrom: since, source: 'event' } })
  const { value } = part.loaded
  if (!value)
    return (
      <LoadedPart of={part} height="h-32">
        {() => null}
      </LoadedPart>
    )
  const recent = value.items.flatMap(({ name, events }) =>
    events.map((event) => ({ ...event, name })),
  )
  const listed = new Set(recent.map(({ eventId }) => eventId))
  const older = known.filter((one) => one.source === ofEvents.source && !listed.has(one.itemId))
  const isKnown = (eventId: number) => known.some((one) => isDate(one, eventId))
  // The list is scrolled: what was chosen before is in sight.
  const dates = [
    ...older.map((one) => ({ ...one, eventId: one.itemId })),
    ...recent.filter(({ eventId }) => isKnown(eventId)),
    ...recent.filter(({ eventId }) => !isKnown(eventId)),
  ]
  return (
    <ChoiceGroup legend={t('dates')} error={problem}>
      {dates.length === 0 && chosen.length === 0 && <p className="text-soft">{t('datesNone')}</p>}
      <div className="mt-tight max-h-72 overflow-y-auto rounded-md border border-rule px-near">
        {dates.map(({ eventId, name, startsAt, timeZone }) => (
          <Checkbox
            key={eventId}
            name="items"
            label={
              <>
                {name}, <When at={startsAt} timeZone={timeZone} className="whitespace-nowrap" />
              </>
            }
            checked={chosen.some((one) => isDate(one, eventId))}
            onChange={({ target }) => {
              const others = chosen.filter((one) => !isDate(one, eventId))
              const date = { ...ofEvents, itemId: eventId, name, startsAt, timeZone }
              onChosen(target.checked ? [...others, date] : others)
            }}
          />
        ))}
      </div>
      <OtherItems chosen={chosen} onChosen={onChosen} />
    </ChoiceGroup>
  )
}

const ofEvents = { source: 'event', legFrom: 0, legTo: 1 }

function isDate({ source, itemId }: ChosenItem, eventId: number): boolean {
  return source === ofEvents.source && itemId === eventId
}
