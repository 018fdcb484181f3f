import { CallError } from '#contract/client.ts'
import { LeaveGuard } from '#design/forms/leave-guard.tsx'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import type { GalleryWords } from './words.ts'

/** Like a call declared with `isForm`, as the browser receives it. */
const call = {
  formRules: { email: { isRequired: true, isEmail: true }, name: { maxLength: 12 } },
}

/** How often the form was sent, for the test of the double-submit guard. */
declare global {
  interface Window {
    kitSent?: number
  }
}

/**
 * Errors as the server returns them: for a field by its path, for a field by error code, and for the whole form.
 */
function refuseSome(email: string): void {
  const message = email.split('@', 1)[0] ?? ''
  const fields = [{ path: 'body.email', message: 'Invalid' }]
  const parts = [{ path: 'body.email.zone.0', message: 'Invalid' }]
  if (message === 'part') throw new CallError(400, { code: 'BadRequest', message, fields: parts })
  if (message === 'field') throw new CallError(400, { code: 'BadRequest', message, fields })
  if (message === 'code') throw new CallError(409, { code: 'PhoneMissing', message })
  if (message === 'whole') throw new CallError(409, { code: 'TooManyBankAccounts', message })
}

export function Forms({ words }: { words: GalleryWords }) {
  const { form, field, tick, problemOf, isWaiting, isSent, isChanged, refusal } = useForm({
    initial: { email: '', terms: false },
    call,
    words: { email: words.error },
    check: (values) => ({ terms: values.terms ? null : words.hint }),
    refusedField: { PhoneMissing: 'name' },
    async send({ email }) {
      refuseSome(email)
      window.kitSent = (window.kitSent ?? 0) + 1
      await new Promise((resolve) => setTimeout(resolve, 300))
    },
    isGuarded: true,
  })
  return (
    <>
      <form {...form} className="gallery-stack" aria-label={words.title}>
        <LeaveGuard isOn={isChanged} />
        {refusal && <Notice>{refusal}</Notice>}
        <TextField {...field('email')} label={words.label} />
        <TextField name="name" label={words.city} error={problemOf('name')} />
        <Checkbox {...tick('terms')} label={words.long} />
        <SubmitBar isWaiting={isWaiting} waitingText={words.working} done={isSent && words.done}>
          {words.short}
        </SubmitBar>
      </form>
      <FieldsSideBySide words={words} />
    </>
  )
}

/** Fields side by side, between other parts of a form. */
function FieldsSideBySide({ words }: { words: GalleryWords }) {
  return (
    <div className="space-y-near" data-testid="spaced-fields">
      <p>{words.hint}</p>
      <div className="field-grid">
        <TextField name="street" label={words.label} hint={words.hint} />
        <TextField name="house" label={words.city} />
        <TextField name="note" label={words.long} />
      </div>
      <p>{words.hint}</p>
    </div>
  )
}
