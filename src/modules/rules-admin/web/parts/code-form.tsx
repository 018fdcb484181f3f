import { browserClient } from '#design/data/browser-calls.ts'
import { TextField } from '#design/parts/text-field.tsx'
import { saveAccessCode, type CodeView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { filled, momentOf, numberOf, useSave } from '../use-save.ts'
import { FormFrame, SharedFields } from './form-frame.tsx'

/** Writes an access code; what it opens besides everything is kept as it was. */
export function CodeForm({ code }: { code?: CodeView }) {
  const t = useTexts()
  const saving = useSave()
  function send(form: FormData): void {
    const body = {
      code: filled(form, 'code'),
      isActive: form.has('isActive'),
      showId: numberOf(form, 'showId'),
      eventId: numberOf(form, 'eventId'),
      source: filled(form, 'source'),
      groupId: numberOf(form, 'groupId'),
      itemId: numberOf(form, 'itemId'),
      validFrom: momentOf(form, 'validFrom'),
      validUntil: momentOf(form, 'validUntil'),
      quantity: numberOf(form, 'quantity'),
      perOrderMax: numberOf(form, 'perOrderMax'),
      note: filled(form, 'note'),
      ticketTypeIds: code?.ticketTypeIds ?? undefined,
      zones: code?.zones ?? undefined,
      sectionIds: code?.sectionIds ?? undefined,
      placeIds: code?.placeIds ?? undefined,
      ...(code && { codeId: code.codeId }),
    }
    void saving.save(() => browserClient().send(saveAccessCode, { body }))
  }
  return (
    <FormFrame saving={saving} onSend={send}>
      <div className="grid gap-4 tablet:grid-cols-3">
        <TextField
          label={t('code')}
          hint={t('codeHint')}
          name="code"
          maxLength={64}
          defaultValue={code?.code ?? ''}
          error={saving.problemOf('code')}
        />
        <TextField
          label={t('quantity')}
          hint={t('quantityHint')}
          name="quantity"
          inputMode="numeric"
          defaultValue={code?.quantity ?? ''}
          error={saving.problemOf('quantity')}
        />
        <TextField
          label={t('perOrderMax')}
          hint={t('quantityHint')}
          name="perOrderMax"
          inputMode="numeric"
          defaultValue={code?.perOrderMax ?? ''}
          error={saving.problemOf('perOrderMax')}
        />
      </div>
      <SharedFields row={code} saving={saving} />
    </FormFrame>
  )
}
