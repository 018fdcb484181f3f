import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import {
  passengerTemplatesCreate,
  passengerTemplatesDelete,
  type PassengerTemplateView,
} from '../contract.ts'
import { bodyOfSaved } from './form-values.ts'
import { PassengerForm } from './passenger-form.tsx'
import { useTexts } from './texts.ts'

/** The passenger in the form: a new one or a passenger id; null if the form is closed. */
type Edited = 'new' | string | null

/** The saved passengers of the account; a deletion can be undone. */
export function SavedPassengers({ passengers }: { passengers: readonly PassengerTemplateView[] }) {
  const t = useTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const { run, refusal } = useWork()
  const [edited, setEdited] = useState<Edited>(null)
  const subject = passengers.find(({ templateId }) => templateId === edited) ?? null

  async function remove(passenger: PassengerTemplateView): Promise<void> {
    await run(async () => {
      const { templateId } = passenger
      await browserClient(locale).send(passengerTemplatesDelete, { params: { templateId } })
      await revalidate()
      const restore = async (): Promise<void> => {
        await browserClient(locale).send(passengerTemplatesCreate, { body: bodyOfSaved(passenger) })
        await revalidate()
      }
      showToast({
        text: t('deleted', { name: nameOf(passenger) }),
        action: { label: t('undo'), onPress: () => void run(restore) },
      })
    })
  }

  async function saved(): Promise<void> {
    setEdited(null)
    showToast({ text: t('saved') })
    await revalidate()
  }

  const formOf = (passenger: PassengerTemplateView | null) => (
    <PassengerForm
      passenger={passenger}
      onSaved={() => void saved()}
      onCancel={() => setEdited(null)}
    />
  )
  if (edited !== null && (edited === 'new' || subject))
    return (
      <Panel title={subject ? t('changeTitle', { name: nameOf(subject) }) : t('addTitle')}>
        {formOf(subject)}
      </Panel>
    )
  return (
    <Panel title={t('savedTitle')} note={<p>{t('savedNote')}</p>}>
      {refusal && <Notice>{refusal}</Notice>}
      {passengers.length === 0 ? (
        <p className="mb-group text-soft">{t('savedNone')}</p>
      ) : (
        <ul className="mb-group border-t border-rule">
          {passengers.map((passenger) => (
            <Row
              key={passenger.templateId}
              passenger={passenger}
              onChange={() => setEdited(passenger.templateId)}
              onRemove={() => void remove(passenger)}
            />
          ))}
        </ul>
      )}
      <Button look="quiet" onClick={() => setEdited('new')}>
        {t('add')}
      </Button>
    </Panel>
  )
}

function nameOf(one: Pick<PassengerTemplateView, 'givenName' | 'familyName'>): string {
  return `${one.givenName} ${one.familyName}`
}

function Row(props: {
  readonly passenger: PassengerTemplateView
  readonly onChange: () => void
  readonly onRemove: () => void
}) {
  const { passenger, onChange, onRemove } = props
  const t = useTexts()
  const locale = useLocale()
  const name = nameOf(passenger)
  const facts = [
    t(passenger.kind === 1 ? 'child' : 'adult'),
    passenger.birthDate
      ? formatDate(locale, `${passenger.birthDate}T12:00:00Z`, { year: true })
      : '',
    passenger.needsWheelchair ? t('wheelchairShort') : '',
    ...passenger.documents.map(
      ({ kind, number, nationality }) =>
        `${t(`document_${kind}`)} ${nationality} •••• ${number.slice(-4)}`,
    ),
  ]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-group border-b border-rule py-3">
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="figures text-note text-soft">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <div className="flex gap-near">
        <Button look="plain" aria-label={t('changeNamed', { name })} onClick={onChange}>
          {t('change')}
        </Button>
        <Button look="plain" aria-label={t('deleteNamed', { name })} onClick={onRemove}>
          {t('delete')}
        </Button>
      </div>
    </li>
  )
}
