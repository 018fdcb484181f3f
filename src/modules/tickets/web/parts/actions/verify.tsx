import { useId, useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { TextField } from '#design/parts/text-field.tsx'
import { ticketVerificationDetails, verifyHolder } from '../../../details-contract.ts'
import { useDetailTexts } from '../../details-texts.ts'
import type { ActionPanelProps } from './action.ts'
import { NotYet, PanelForm } from './panel-parts.tsx'
import { useAsked } from './use-asked.ts'
import { useWork } from '#design/data/use-work.ts'

/** Who will come with the ticket: the door compares it with a document. */
export default function VerifyPanel({ ticket, onClose }: ActionPanelProps) {
  const t = useDetailTexts()
  const id = useId()
  const { run, isWaiting, refusal } = useWork()
  const [isNumberWrong, setNumberWrong] = useState(false)
  const { ticketIdentifier, orderNumber } = ticket
  const asked = useAsked(async () => {
    const query = { orderNumber: orderNumber === '' ? undefined : orderNumber }
    const { tickets } = await browserClient().send(ticketVerificationDetails, { query })
    return tickets.find((one) => one.ticketIdentifier === ticketIdentifier) ?? null
  })
  const said = asked.value
  if (!said) return <NotYet hasFailed={said === null} onAgain={asked.again} />

  const save = (form: FormData) =>
    run(async () => {
      const given = (name: string) => String(form.get(name) ?? '')
      const documentKind = given('documentKind') === 'passport' ? 'passport' : 'personalNumber'
      const person = { fullName: given('fullName'), documentNumber: given('documentNumber') }
      setNumberWrong(false)
      try {
        await browserClient().send(verifyHolder, {
          body: { ticketIdentifier, documentKind, ...person },
        })
        onClose(true)
      } catch (error) {
        if (error instanceof CallError)
          setNumberWrong(error.fields.some(({ path }) => path === 'body.documentNumber'))
        throw error
      }
    })

  return (
    <PanelForm
      refusal={refusal}
      isWaiting={isWaiting}
      canSave={said.isOpen}
      onSave={(form) => void save(form)}
      onClose={() => onClose()}
    >
      <p className="text-soft">{said.isOpen ? t('verifyText') : t('verifyClosed')}</p>
      {said.isVerified && (
        <p className="font-semibold">
          {t('verified', { name: said.fullName ?? '', ending: said.documentEnding ?? '' })}
        </p>
      )}
      {said.isOpen && (
        <>
          <TextField
            label={t('fullName')}
            name="fullName"
            autoComplete="name"
            defaultValue={said.fullName ?? ''}
            maxLength={120}
            required
          />
          <div>
            <label htmlFor={id} className="font-semibold">
              {t('documentKind')}
            </label>
            <select
              id={id}
              name="documentKind"
              defaultValue={said.documentKind ?? 'personalNumber'}
              className="field mt-1.5 block"
            >
              <option value="personalNumber">{t('personalNumber')}</option>
              <option value="passport">{t('passport')}</option>
            </select>
          </div>
          <TextField
            label={t('documentNumber')}
            name="documentNumber"
            autoComplete="off"
            error={isNumberWrong ? t('documentWrong') : null}
            maxLength={40}
            required
          />
        </>
      )}
    </PanelForm>
  )
}
