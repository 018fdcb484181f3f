import { useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useLoaded } from '#design/data/use-loaded.ts'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { readMailing, type MailingView } from '../../contract.ts'
import { Deliveries } from '../parts/deliveries.tsx'
import { MailingForm, type SaveFirst } from '../parts/mailing-form.tsx'
import { Preview } from '../parts/preview.tsx'
import { Sending } from '../parts/sending.tsx'
import { useTexts } from '../texts.ts'

/** A mailing: edited, previewed, sent or scheduled; then its deliveries. */
export default function MessagePage() {
  const t = useTexts()
  const { mailingId = '' } = useParams()
  return (
    <>
      <p className="text-note">
        <LocalLink to="/merchant/messages" className="link">
          {t('title')}
        </LocalLink>
      </p>
      {mailingId === 'new' ? <NewMailing /> : <Known key={mailingId} mailingId={mailingId} />}
    </>
  )
}

function NewMailing() {
  const t = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  return (
    <>
      <title>{t('new')}</title>
      <PageTitle look="office" className="mt-1">
        {t('new')}
      </PageTitle>
      <div className="mt-group">
        <MailingForm
          mailing={null}
          onSaved={({ mailingId }) =>
            void navigate(localizedPath(locale, `/merchant/messages/${mailingId}`))
          }
        />
      </div>
    </>
  )
}

function Known({ mailingId }: { mailingId: string }) {
  const mailing = useLoaded(readMailing, { query: { mailingId } })
  return (
    <LoadedPart of={mailing} className="mt-group">
      {(value) => <Letter read={value} />}
    </LoadedPart>
  )
}

function Letter({ read }: { read: MailingView }) {
  const locale = useLocale()
  const [mailing, setMailing] = useState(read)
  const saveFirst = useRef<SaveFirst | null>(null)
  const { subject, state } = mailing
  const title = subject[locale] || subject.ka
  return (
    <>
      <title>{title}</title>
      <PageTitle look="office" className="mt-1 break-words">
        {title}
      </PageTitle>
      <div className="mt-group grid gap-group desk:grid-cols-2">
        {state === 'draft' && (
          <MailingForm mailing={mailing} onSaved={setMailing} saveFirst={saveFirst} />
        )}
        <div className="min-w-0 space-y-group">
          <Sending
            mailing={mailing}
            onChanged={setMailing}
            saveFirst={async () => (await saveFirst.current?.()) ?? true}
          />
          <Preview mailing={mailing} />
        </div>
        {(state === 'sending' || state === 'sent') && <Deliveries mailing={mailing} />}
      </div>
    </>
  )
}
