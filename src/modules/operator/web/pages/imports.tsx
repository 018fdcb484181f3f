import { useState, type DragEvent } from 'react'
import { FileUp } from 'lucide-react'
import { useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router'
import { cachedClientLoader } from '#design/data/cached-loader.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { LeaveGuard } from '#design/forms/leave-guard.tsx'
import { filled } from '#design/forms/field-values.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Select } from '#design/parts/select.tsx'
import { Textarea, TextField } from '#design/parts/text-field.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { textOfFile } from '#kernel/decode-text.ts'
import { formatDateTime } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { readNames } from '../../contract.ts'
import { createImport, listImports, type ImportView } from '../../import-contract.ts'
import { operatorReply } from '../operator-page.ts'
import { stateLabels } from '../parts/import-state.ts'
import { useTexts } from '../texts.ts'

export async function loader(request: LoaderFunctionArgs) {
  const [{ imports }, names] = await Promise.all([
    operatorReply(request, listImports),
    operatorReply(request, readNames),
  ])
  return { imports, names }
}

export const clientLoader = cachedClientLoader

interface Chosen {
  readonly name: string
  readonly content: string
}

const filesMax = 10
const bytesMax = 12_000_000

/** Uploads files or a pasted table; planned changes are shown before anything is applied. */
export default function ImportsPage() {
  const t = useTexts()
  const { imports } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{t('importsPageTitle')}</title>
      <PageTitle look="office">{t('importsTitle')}</PageTitle>
      <p className="mt-2 max-w-[70ch] text-soft">{t('importsText')}</p>
      <div className="mt-6 grid gap-10 desk:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <UploadForm />
        <div className="space-y-8">
          <Samples />
          <Latest imports={imports} />
        </div>
      </div>
    </>
  )
}

/** The chosen files and their upload. */
function useUpload() {
  const t = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const [files, setFiles] = useState<readonly Chosen[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const work = useForm({
    call: createImport,
    isGuarded: true,
    check: (_, form) => ({
      pasted: files.length === 0 && !filled(form, 'pasted') ? t('nothingChosen') : null,
    }),
    async send(_, form) {
      const pasted = filled(form, 'pasted')
      const { importId } = await browserClient(locale).send(createImport, {
        body: {
          files: [...files, ...(pasted ? [{ name: t('pastedName'), content: pasted }] : [])],
          source: filled(form, 'source') ?? 'box-office',
          organiser: filled(form, 'organiser'),
          subcategory: filled(form, 'subcategory'),
        },
      })
      await navigate(localizedPath(locale, `/operator/import/${importId}`))
      return 'leave'
    },
  })

  async function take(list: FileList | null): Promise<void> {
    const chosen = [...(list ?? [])]
    if (chosen.length === 0) return
    setProblem(null)
    if (chosen.length > filesMax || chosen.some((file) => file.size > bytesMax)) {
      setProblem(t('filesTooMany', { count: filesMax, megabytes: bytesMax / 1_000_000 }))
      return
    }
    setFiles(
      await Promise.all(
        chosen.map(async (file) => ({
          name: file.name.slice(0, 200),
          content: await textOfFile(file),
        })),
      ),
    )
  }

  return { ...work, files, take, problem: problem ?? work.refusal }
}

function UploadForm() {
  const t = useTexts()
  const { names } = useLoaderData<typeof loader>()
  const { form, files, take, problem, problemOf, isWaiting, isChanged } = useUpload()
  const missing = problemOf('pasted')
  return (
    <form {...form} className="space-y-5">
      {isChanged && <LeaveGuard isOn />}
      {problem && <Notice key={problem}>{problem}</Notice>}
      <DropArea onFiles={(list) => void take(list)} />
      <ul aria-live="polite" className="space-y-1">
        {files.map((file) => (
          <li key={file.name} className="font-semibold wrap-anywhere">
            {file.name}
          </li>
        ))}
      </ul>
      <FoldOut title={t('pasteInstead')} isOpen={missing !== null}>
        <Textarea
          label={t('pasteInstead')}
          isLabelHidden
          name="pasted"
          rows={8}
          spellCheck={false}
          error={missing}
          className="font-mono text-[0.875rem]"
        />
      </FoldOut>
      <TextField
        label={t('source')}
        hint={t('sourceHint')}
        name="source"
        defaultValue="box-office"
        pattern="[A-Za-z0-9._\-]{1,60}"
        maxLength={60}
        required
        error={problemOf('source')}
      />
      <div className="field-grid">
        <Choice name="organiser" label={t('defaultOrganiser')} list={names.organisers} />
        <Choice name="subcategory" label={t('defaultSubcategory')} list={names.subcategories} />
      </div>
      <Button type="submit" size="large" isWaiting={isWaiting} waitingText={t('sending')}>
        {t('checkFiles')}
      </Button>
      <p className="text-note text-soft">{t('checkPromise')}</p>
    </form>
  )
}

/** File field to which files can be dropped; the whole area is clickable. */
function DropArea({ onFiles }: { onFiles: (list: FileList | null) => void }) {
  const t = useTexts()
  const [isOver, setOver] = useState(false)
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onFiles(event.dataTransfer.files)
    },
  }
  return (
    <label
      {...drop}
      className={`relative flex min-h-36 cursor-pointer flex-col items-center justify-center gap-2 rounded-lg border-2 border-dashed px-4 py-6 text-center focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-accent ${isOver ? 'border-accent bg-accent-wash' : 'border-rule-strong bg-card'}`}
    >
      <FileUp size={28} aria-hidden="true" className="text-soft" />
      <span className="font-semibold">{t('chooseFiles')}</span>
      <span className="text-note text-soft">{t('fileKinds')}</span>
      <input
        type="file"
        multiple
        accept=".csv,.json,.jsonld,text/csv,application/json,application/ld+json"
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => onFiles(event.target.files)}
      />
    </label>
  )
}

function Choice(props: {
  name: string
  label: string
  list: readonly { slug: string; name: { ka: string; en: string } }[]
}) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <Select label={props.label} name={props.name}>
      <option value="">{t('asFileSays')}</option>
      {props.list.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name[locale]}
        </option>
      ))}
    </Select>
  )
}

const samples = [
  ['/samples/programme.csv', 'sampleTable'],
  ['/samples/prices.csv', 'samplePrices'],
  ['/samples/programme.json', 'sampleJson'],
  ['/samples/events.jsonld', 'sampleSchemaOrg'],
] as const

function Samples() {
  const t = useTexts()
  return (
    <section aria-labelledby="samples">
      <h2 id="samples" className="text-lg font-bold">
        {t('samplesTitle')}
      </h2>
      <ul className="mt-2 border-t border-rule">
        {samples.map(([address, label]) => (
          <li key={address} className="border-b border-rule">
            <a href={address} download className="link flex min-h-11 items-center">
              {t(label)}
            </a>
          </li>
        ))}
        <li className="border-b border-rule">
          <a href="/v2/operator/catalogue-schema" className="link flex min-h-11 items-center">
            {t('jsonSchema')}
          </a>
        </li>
      </ul>
    </section>
  )
}

function Latest({ imports }: { imports: readonly ImportView[] }) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <section aria-labelledby="latest">
      <h2 id="latest" className="text-lg font-bold">
        {t('latestTitle')}
      </h2>
      {imports.length === 0 ? (
        <p className="mt-2 border-t border-rule pt-3 text-soft">{t('latestEmpty')}</p>
      ) : (
        <ol className="mt-2 border-t border-rule">
          {imports.map((run) => (
            <li key={run.importId} className="border-b border-rule py-2">
              <LocalLink
                to={`/operator/import/${run.importId}`}
                className="link inline-flex min-h-6 wrap-anywhere"
              >
                {run.name}
              </LocalLink>
              <Dotted
                className="text-note text-soft"
                facts={[formatDateTime(locale, run.createdAt), t(stateLabels[run.state])]}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
