import { useState } from 'react'
import { Panel } from '#design/parts/card.tsx'
import { CopyField } from '#design/parts/copy-field.tsx'
import { Select } from '#design/parts/select.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import type { WidgetView } from '../../widget-contract.ts'
import { useTexts } from '../texts.ts'

/** The code to embed the widget, with a preview. */
export function WidgetCode({ shows }: Pick<WidgetView, 'shows'>) {
  const t = useTexts()
  const locale = useLocale()
  const [slug, setSlug] = useState(shows[0]?.slug ?? '')
  const [language, setLanguage] = useState<Locale | ''>('')
  const attribute = language === '' ? '' : ` data-locale="${language}"`
  const lines = `<script async src="${window.location.origin}/widget.js" data-show="${slug}"${attribute}></script>`
  const frame = localizedPath(
    language === '' ? locale : language,
    `/widget/${encodeURIComponent(slug)}`,
  )
  return (
    <>
      <Panel title={t('widgetCode')} note={t('widgetCodeNote')} look="ruled">
        <div className="grid gap-near tablet:grid-cols-2">
          <Select
            label={t('widgetShow')}
            value={slug}
            onChange={({ target }) => setSlug(target.value)}
          >
            {shows.map((show) => (
              <option key={show.slug} value={show.slug}>
                {show.name}
              </option>
            ))}
          </Select>
          <Select
            label={t('widgetLanguage')}
            value={language}
            onChange={({ target }) => setLanguage(target.value as Locale | '')}
          >
            <option value="">{t('widgetLanguagePage')}</option>
            <option value="ka">{t('widgetKa')}</option>
            <option value="en">{t('widgetEn')}</option>
          </Select>
        </div>
        <CopyField label={t('widgetLines')} value={lines} className="mt-near" />
      </Panel>
      <Panel title={t('widgetPreview')} look="ruled">
        {/* A page of our own: a sandbox would give it another origin. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- as said */}
        <iframe
          key={frame}
          src={frame}
          title={t('widgetPreview')}
          className="block h-[44rem] w-full rounded-lg border border-rule"
        />
      </Panel>
    </>
  )
}
