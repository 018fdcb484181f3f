/** Every field for an address, whichever component it is part of. */
export const emailFields = 'input[type=email], input[inputmode=email]'

/** Asks about a likely slip when a field for an email address is left; what asks is loaded only then. */
export function watchEmailFields(): void {
  addEventListener('focusout', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches(emailFields)) return
    if (!target.value.includes('@')) return
    void import('./email-offer.ts').then(({ offerEmail }) => offerEmail(target))
  })
}
