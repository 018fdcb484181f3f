import { TextField } from '#design/parts/text-field.tsx'
import type { Contact } from '../contact.ts'
import { useTexts } from '../texts.ts'

export interface ContactFieldsProps {
  readonly contact: Contact
  readonly onContact: (contact: Contact) => void
}

/** Optional contact details of the buyer, the same for every method of payment. */
export function ContactFields({ contact, onContact }: ContactFieldsProps) {
  const t = useTexts()
  return (
    <div className="space-y-tight">
      {/* On a tablet the panel is too narrow for two. */}
      <div className="grid items-end gap-near desk:grid-cols-2">
        <TextField
          label={t('buyerEmail')}
          type="email"
          value={contact.buyerEmail}
          onChange={({ target }) => onContact({ ...contact, buyerEmail: target.value })}
        />
        <TextField
          label={t('buyerPhone')}
          type="tel"
          value={contact.buyerPhone}
          onChange={({ target }) => onContact({ ...contact, buyerPhone: target.value })}
        />
      </div>
      <p className="text-note text-soft">{t('contactNote')}</p>
    </div>
  )
}
