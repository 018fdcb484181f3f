/**
 * The suggestion under a field for an email address. It stands beside what React renders, so that no field, and no first
 * script of a page, has to know of it.
 */
import georgian from '#design/messages/email-ka.json'
import english from '#design/messages/email-en.json'
import { likelyEmail } from '#kernel/email-slip.ts'

const offers = new WeakMap<HTMLInputElement, HTMLElement>()

/** Shows the address that was probably meant, or nothing. It never keeps a form from being sent. */
export function offerEmail(field: HTMLInputElement): void {
  offers.get(field)?.remove()
  const meant = likelyEmail(field.value)
  if (meant === null || field.disabled || field.readOnly || !field.isConnected) return
  const texts = document.documentElement.lang === 'ka' ? georgian : english
  const offer = document.createElement('p')
  offer.className = 'email-offer'
  offer.setAttribute('role', 'status')
  const take = document.createElement('button')
  take.type = 'button'
  take.className = 'link'
  take.textContent = meant
  take.addEventListener('click', () => {
    write(field, meant)
    field.focus()
  })
  const typed = field.value
  const forget = (): void => {
    if (field.value === typed) return
    offer.remove()
    field.removeEventListener('input', forget)
  }
  field.addEventListener('input', forget)
  const frame = field.closest('.field-frame') ?? field.parentElement
  frame?.append(offer)
  offers.set(field, offer)
  // Screen readers say what is put into a region that is already there.
  requestAnimationFrame(() => offer.append(`${texts.meant} `, take))
}

/** Writes like somebody who types: React notices only what comes through the property of the element itself. */
function write(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }))
}
