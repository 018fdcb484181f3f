import { useState } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { cachedClientLoader } from '#design/data/cached-loader.ts'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { filled } from '#design/forms/field-values.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Select } from '#design/parts/select.tsx'
import { FileField } from '#design/parts/file-field.tsx'
import { Table } from '#design/parts/table.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount } from '#kernel/format.ts'
import { readNames } from '../../contract.ts'
import { importLayout, listOfficeLayouts, type LayoutHeadView } from '../../layout-contract.ts'
import { operatorReply } from '../operator-page.ts'
import { LayoutPicture } from '../parts/layout-picture.tsx'
import { useTexts } from '../texts.ts'

export async function loader(request: LoaderFunctionArgs) {
  const [{ layouts }, { venues }] = await Promise.all([
    operatorReply(request, listOfficeLayouts),
    operatorReply(request, readNames),
  ])
  return { layouts, venues }
}

export const clientLoader = cachedClientLoader

type ImportedLayout = ReplyOf<typeof importLayout>

/** Seat maps, and importing another one: previewed first, stored if it is valid. */
export default function LayoutsPage() {
  const t = useTexts()
  const { layouts } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{t('layoutsPageTitle')}</title>
      <PageTitle look="office">{t('layoutsTitle')}</PageTitle>
      <p className="mt-2 max-w-[70ch] text-soft">{t('layoutsText')}</p>
      <ImportLayoutForm />
      <h2 className="mt-10 text-lg font-bold">{t('layoutsThere')}</h2>
      {layouts.length === 0 && (
        <p className="mt-2 border-t border-rule pt-3 text-soft">{t('layoutsNone')}</p>
      )}
      <ul className="mt-2 border-t border-rule empty:hidden">
        {layouts.map((layout) => (
          <LayoutRow key={layout.layoutId} layout={layout} />
        ))}
      </ul>
    </>
  )
}

function LayoutRow({ layout }: { layout: LayoutHeadView }) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <li className="grid gap-x-6 border-b border-rule py-3 tablet:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_11rem]">
      <div>
        <p className="font-semibold">{layout.name[locale]}</p>
        <p className="text-note text-soft">{layout.venueName[locale]}</p>
      </div>
      <p className="text-note wrap-anywhere text-soft">
        <code>{layout.key === '' ? layout.digest : `${layout.key}@${layout.version}`}</code>
      </p>
      <p className="figures text-note tablet:text-right">
        {t('layoutFigures', {
          capacity: formatCount(locale, layout.capacity),
          count: layout.eventCount,
        })}
      </p>
    </li>
  )
}

/** The form and the server's preview; another file starts again. */
function useLayoutImport() {
  const t = useTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const [preview, setPreview] = useState<ImportedLayout | null>(null)
  const layoutForm = useForm({
    call: importLayout,
    check: (_, form) => ({ file: fileOf(form) === null ? t('nothingChosen') : null }),
    send: async (_, form, submitter) => {
      const answer = await browserClient(locale).send(importLayout, {
        body: {
          venue: filled(form, 'venue') ?? '',
          key: filled(form, 'key') ?? '',
          nameKa: filled(form, 'nameKa') ?? '',
          nameEn: filled(form, 'nameEn') ?? '',
          content: (await fileOf(form)?.text()) ?? '',
          isKept: submitter?.getAttribute('value') === 'keep',
        },
      })
      setPreview(answer)
      if (answer.version !== null) await revalidate()
    },
  })
  return { ...layoutForm, preview, clearPreview: () => setPreview(null) }
}

/** Without a chosen file, a file field submits an empty file without a name. */
function fileOf(form: FormData): File | null {
  const file = form.get('file')
  return file instanceof File && file.name !== '' ? file : null
}

function ImportLayoutForm() {
  const t = useTexts()
  const locale = useLocale()
  const { venues } = useLoaderData<typeof loader>()
  const { form, problemOf, refusal, isWaiting, preview, clearPreview } = useLayoutImport()
  const mayKeep = preview?.shown != null && preview.version === null
  return (
    <div className="mt-6 grid gap-8 desk:grid-cols-2">
      <form {...form} className="space-y-5">
        {refusal && <Notice>{refusal}</Notice>}
        <FileField
          label={t('layoutFile')}
          name="file"
          accept=".svg,.json,image/svg+xml,application/json"
          error={problemOf('file')}
          onChange={clearPreview}
        />
        <Select label={t('layoutVenue')} name="venue" error={problemOf('venue')}>
          {venues.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name[locale]}
            </option>
          ))}
        </Select>
        <TextField
          label={t('layoutKey')}
          hint={t('layoutKeyHint')}
          name="key"
          error={problemOf('key')}
        />
        <div className="grid gap-5 tablet:grid-cols-2">
          <TextField label={t('layoutNameKa')} name="nameKa" error={problemOf('nameKa')} />
          <TextField label={t('layoutNameEn')} name="nameEn" error={problemOf('nameEn')} />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            look="quiet"
            value="look"
            isWaiting={isWaiting}
            waitingText={t('sending')}
          >
            {t('layoutLook')}
          </Button>
          {mayKeep && (
            <Button type="submit" value="keep">
              {t('layoutKeep')}
            </Button>
          )}
        </div>
      </form>
      <output className="block">{preview && <Outcome preview={preview} />}</output>
    </div>
  )
}

function Outcome({ preview }: { preview: ImportedLayout }) {
  const t = useTexts()
  const locale = useLocale()
  const { shown, problems, version, isKnown } = preview
  if (!shown) return <Problems problems={problems} />
  return (
    <>
      <p className="mb-3 font-semibold">
        {version === null
          ? t('layoutWhole', { capacity: formatCount(locale, shown.capacity) })
          : isKnown
            ? t('layoutKnown', { version })
            : t('layoutKept', { version })}
      </p>
      {problems.length > 0 && (
        <section className="mb-near">
          <h3 className="mb-tight font-semibold">{t('layoutLeftOut')}</h3>
          <Problems problems={problems} />
        </section>
      )}
      <LayoutPicture layout={shown} />
      <Table
        caption={t('layoutSections')}
        isCaptionShown
        className="mt-near"
        columns={[
          {
            key: 'name',
            title: t('layoutSection'),
            isHeader: true,
            renderCell: ({ name }) => name[locale],
          },
          {
            key: 'rows',
            title: t('layoutRows'),
            align: 'end',
            renderCell: ({ rows }) => (rows === 0 ? '–' : formatCount(locale, rows)),
          },
          {
            key: 'places',
            title: t('layoutPlaces'),
            align: 'end',
            renderCell: ({ places }) => formatCount(locale, places),
          },
        ]}
        rows={shown.sections}
        keyOf={({ id }) => id}
      />
    </>
  )
}

/** What is wrong with a drawing, or what of it was left out. */
function Problems({ problems }: Pick<ImportedLayout, 'problems'>) {
  const t = useTexts()
  return (
    <ol className="rounded-lg border-l-4 border-accent bg-accent-wash px-4 py-3">
      {problems.map((problem) => (
        <li key={`${problem.line} ${problem.element} ${problem.message}`} className="py-1">
          {problem.line > 0 && (
            <span className="figures font-semibold">
              {t('layoutPlace', { line: problem.line, element: problem.element })}{' '}
            </span>
          )}
          {problem.message}
        </li>
      ))}
    </ol>
  )
}
