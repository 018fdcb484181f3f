/** Moves the focus to a form's first invalid control, once its messages are shown; `useForm` cannot reach comboboxes. */
export function focusInvalid(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
}
