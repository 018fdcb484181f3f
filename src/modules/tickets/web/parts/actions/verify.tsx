import { browserClient } from '#design/data/browser-calls.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { ticketVerificationDetails, verifyHolder } from '../../../details-contract.ts'
import { useDetailTexts } from '../../details-texts.ts'
import type { ActionPanelProps } from './action.ts'
import { NotYet, PanelForm } from './panel-parts.tsx'
import { useRequested } from './use-requested.ts'

/** Name of the attendee, which check-in compares with a document. */
export default function VerifyPanel({ ticket, onClose }: ActionPanelProps) {
  const t = useDetailTexts()
  const { ticketIdentifier, orderNumber } = ticket
  const asked = useRequested(async () => {
    const query = { orderNumber: orderNumber === '' ? undefined : orderNumber }
    const { tickets } = await browserClient().send(ticketVerificationDetails, { query })
    return tickets.find((one) => one.ticketIdentifier === ticketIdentifier) ?? null
  })
  const work = useForm({
    call: verifyHolder,
    words: { documentNumber: t('documentWrong') },
    async send(_, data) {
      const given = (name: string) => String(data.get(name) ?? '')
      const documentKind = given('documentKind') === 'passport' ? 'passport' : 'personalNumber'
      const person = { fullName: given('fullName'), documentNumber: given('documentNumber') }
      await browserClient().send(verifyHolder, {
        body: { ticketIdentifier, documentKind, ...person },
      })
      onClose(true)
      return 'leave'
    },
  })
  const said = asked.value
  if (!said) return <NotYet hasFailed={said === null} onAgain={asked.again} />

  return (
    <PanelForm work={work} canSave={said.isOpen} onClose={() => onClose()}>
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
            error={work.problemOf('fullName')}
            maxLength={120}
            required
          />
          <Select
            label={t('documentKind')}
            name="documentKind"
            defaultValue={said.documentKind ?? 'personalNumber'}
          >
            <option value="personalNumber">{t('personalNumber')}</option>
            <option value="passport">{t('passport')}</option>
          </Select>
          <TextField
            label={t('documentNumber')}
            name="documentNumber"
            autoComplete="off"
            error={work.problemOf('documentNumber')}
            maxLength={40}
            required
          />
        </>
      )}
    </PanelForm>
  )
}
