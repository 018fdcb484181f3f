import { PageTitle } from '#design/parts/page-title.tsx'
import { WebhooksView } from '../parts/webhooks-view.tsx'
import { useTexts } from '../texts.ts'

export default function WebhooksPage() {
  const t = useTexts()
  return (
    <>
      <title>{t('navWebhooks')}</title>
      <PageTitle look="office">{t('navWebhooks')}</PageTitle>
      <div className="mt-group">
        <WebhooksView />
      </div>
    </>
  )
}
