import { LeaveGuard } from '#design/forms/leave-guard.tsx'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import type { GalleryWords } from './words.ts'

/** As a call declared with `isForm` comes to the browser. */
const call = {
  formRules: { email: { isRequired: true, isEmail: true }, name: { maxLength: 12 } },
}

/** How often the form was sent: what the double-submit guard is tested by. */
declare global {
  interface Window {
    kitSent?: number
  }
}

export function Forms({ words }: { words: GalleryWords }) {
  const { form, field, tick, problemOf, isWaiting, isSent, isChanged, refusal } = useForm({
    initial: { email: '', terms: false },
    call,
    words: { email: words.error },
    check: (values) => ({ terms: values.terms ? null : words.hint }),
    async send() {
      window.kitSent = (window.kitSent ?? 0) + 1
      await new Promise((resolve) => setTimeout(resolve, 300))
    },
    isGuarded: true,
  })
  return (
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
  )
}
