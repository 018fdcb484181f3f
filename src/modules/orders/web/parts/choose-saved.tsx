/** Parts of forms that ask who travels: filled from the account, and saved into it. */
import { useEffect, useState } from 'react'
import type { CallInput } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { useKnownVisitor } from '#design/data/visitor.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { useLocale } from '#design/texts.tsx'
import {
  passengerTemplatesCreate,
  passengerTemplatesList,
  type PassengerTemplateView,
} from '#modules/passengers/contract.ts'
import { useQuestionTexts } from '../questions-texts.ts'

export interface SavedPassengers {
  /** Null while they are loading, and without an account. */
  readonly passengers: readonly PassengerTemplateView[] | null
  readonly add: (passenger: PassengerTemplateView) => void
}

/** The saved passengers of a signed-in visitor. Without them the form is filled by hand, so a failure says nothing. */
export function useSavedPassengers(): SavedPassengers {
  const actor = useKnownVisitor()?.actor
  const [passengers, setPassengers] = useState<readonly PassengerTemplateView[] | null>(null)
  useEffect(() => {
    if (actor !== 'customer') return undefined
    let isOpen = true
    browserClient()
      .send(passengerTemplatesList)
      .then(({ templates }) => isOpen && setPassengers(templates))
      .catch(() => undefined)
    return () => {
      isOpen = false
    }
  }, [actor])
  const add = (one: PassengerTemplateView): void =>
    setPassengers((before) => [
      ...(before ?? []).filter(({ templateId }) => templateId !== one.templateId),
      one,
    ])
  return { passengers, add }
}

interface ChooseSavedProps {
  readonly saved: SavedPassengers
  readonly onChoose: (passenger: PassengerTemplateView) => void
  /** Who may travel on the ticket; those who may not are shown and cannot be chosen. Absent: all. */
  readonly mayTravel?: (passenger: PassengerTemplateView) => boolean
}

/** A choice among the saved passengers; nothing when there are none. */
export function ChooseSaved({ saved: { passengers }, onChoose, mayTravel }: ChooseSavedProps) {
  const t = useQuestionTexts()
  const [chosen, setChosen] = useState('')
  if (!passengers || passengers.length === 0) return null
  function choose(id: string): void {
    setChosen(id)
    const passenger = passengers?.find(({ templateId }) => templateId === id)
    if (passenger) onChoose(passenger)
  }
  return (
    <Select
      label={t('chooseSaved')}
      hint={t('chooseSavedHint')}
      frameClassName="tablet:col-span-2"
      value={chosen}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{t('chooseSavedNone')}</option>
      {passengers.map((one) => {
        const name = `${one.givenName} ${one.familyName}`
        const isAllowed = mayTravel?.(one) ?? true
        return (
          <option key={one.templateId} value={one.templateId} disabled={!isAllowed}>
            {isAllowed ? name : t('savedOfOtherAge', { name })}
          </option>
        )
      })}
    </Select>
  )
}

interface RememberPassengerProps {
  /** Who was typed in; null while something is missing. */
  readonly body: CallInput<typeof passengerTemplatesCreate>['body'] | null
  readonly saved: SavedPassengers
}

/** Saves who was typed in to the account, unless they are there. */
export function RememberPassenger({ body, saved }: RememberPassengerProps) {
  const t = useQuestionTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  if (!body || !saved.passengers) return null
  const known = saved.passengers.find(
    ({ givenName, familyName, birthDate }) =>
      givenName === body.givenName.trim() &&
      familyName === body.familyName.trim() &&
      birthDate === (body.birthDate ?? null),
  )
  const name = `${body.givenName} ${body.familyName}`
  if (known)
    return (
      <output className="block text-note text-soft tablet:col-span-2">
        {t('rememberedPassenger', { name })}
      </output>
    )
  return (
    <div className="tablet:col-span-2">
      {refusal && <Notice>{refusal}</Notice>}
      <Button
        look="quiet"
        isWaiting={isWaiting}
        aria-label={`${t('rememberPassenger')}: ${name}`}
        onClick={() =>
          void run(async () =>
            saved.add(await browserClient(locale).send(passengerTemplatesCreate, { body })),
          )
        }
      >
        {t('rememberPassenger')}
      </Button>
    </div>
  )
}
