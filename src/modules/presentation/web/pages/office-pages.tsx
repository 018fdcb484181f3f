import { useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Badge } from '#design/parts/badge.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { Table, type Column } from '#design/parts/table.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { operatorPageMake, operatorPages, type PageRow } from '../../pages-contract.ts'
import { pageStates } from '../page-states.ts'
import { useOfficeTexts } from '../texts.ts'

export function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  return signInFirst(calls, url, calls.send(operatorPages))
}

/** List of campaign pages, and a form for a new one. */
export default function OfficePages() {
  const t = useOfficeTexts()
  const locale = useLocale()
  const { items } = useLoaderData<typeof loader>()
  const columns: readonly Column<PageRow>[] = [
    {
      key: 'path',
      title: t('pageAddress'),
      isHeader: true,
      compare: (left, right) => left.path.localeCompare(right.path),
      renderCell: ({ pageId, path, title }) => (
        <>
          <LocalLink to={`/operator/pages/${pageId}`} className="link">
            {path}
          </LocalLink>
          <span className="block font-normal text-soft">{title[locale]}</span>
        </>
      ),
    },
    {
      key: 'state',
      title: t('pageState'),
      renderCell: ({ state, hasDraft }) => (
        <>
          <Badge tone={pageStates[state].tone}>{t(pageStates[state].label)}</Badge>
          {hasDraft && <span className="block text-note text-soft">{t('hasDraft')}</span>}
        </>
      ),
    },
    ...(['views', 'clicks'] as const).map((key) => ({
      key,
      title: t(`${key}30`),
      align: 'end' as const,
      compare: (left: PageRow, right: PageRow) => left[key] - right[key],
      renderCell: (row: PageRow) => formatCount(locale, row[key]),
    })),
  ]
  return (
    <>
      <title>{t('pagesTitle')}</title>
      <PageTitle look="office">{t('pagesTitle')}</PageTitle>
      <p className="mt-2 max-w-2xl text-soft">{t('pagesNote')}</p>
      <Table
        className="mt-6"
        isStacked
        caption={t('pagesTitle')}
        columns={columns}
        rows={items}
        keyOf={({ pageId }) => pageId}
        empty={<EmptyState title={t('pagesEmpty')} />}
      />
      <FoldOut title={<span className="link">{t('pageNew')}</span>} className="mt-4">
        <div className="max-w-3xl">
          <NewPage />
        </div>
      </FoldOut>
    </>
  )
}

function NewPage() {
  const t = useOfficeTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const { form, field, isWaiting, refusal } = useForm({
    initial: { path: '', titleKa: '', titleEn: '' },
    call: operatorPageMake,
    async send(body) {
      const { pageId } = await browserClient(locale).send(operatorPageMake, { body })
      await navigate(localizedPath(locale, `/operator/pages/${pageId}`))
      return 'leave'
    },
    words: { path: t('pageAddressWrong') },
    refusedField: { PageAddressTaken: 'path' },
  })
  return (
    <form {...form} className="card card-sunk mt-2 space-y-group">
      {refusal && <Notice>{refusal}</Notice>}
      <div className="field-grid tablet:grid-cols-3">
        <TextField {...field('path')} label={t('pageAddress')} hint={t('pageAddressHint')} />
        <TextField {...field('titleKa')} label={t('pageTitleKa')} lang="ka" />
        <TextField {...field('titleEn')} label={t('pageTitleEn')} lang="en" />
      </div>
      <SubmitBar isWaiting={isWaiting} waitingText={t('saving')}>
        {t('pageMake')}
      </SubmitBar>
    </form>
  )
}
