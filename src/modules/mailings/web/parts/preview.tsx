import { Card, Panel } from '#design/parts/card.tsx'
import type { MailingView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

/** The rendered message in each language. */
export function Preview({ mailing }: { mailing: MailingView }) {
  const t = useTexts()
  return (
    <Panel title={t('preview')} look="ruled">
      <div className="space-y-near">
        {mailing.preview.map(({ locale, subject, paragraphs, footer }) => (
          <Card key={locale} look="sunk" as="article" lang={locale}>
            <p className="text-note text-soft">{t(`previewIn-${locale}`)}</p>
            <h3 className="mt-1 text-lg font-bold break-words">{subject}</h3>
            {paragraphs.map((paragraph, index) => (
              <p key={`${index} ${paragraph}`} className="mt-near break-words whitespace-pre-line">
                {paragraph}
              </p>
            ))}
            <p className="mt-near text-note break-words text-soft">{footer}</p>
          </Card>
        ))}
      </div>
    </Panel>
  )
}
