/** How a buyer at a counter can be reached; both are optional. */
export interface Contact {
  readonly buyerEmail: string
  readonly buyerPhone: string
}

export const noContact: Contact = { buyerEmail: '', buyerPhone: '' }
