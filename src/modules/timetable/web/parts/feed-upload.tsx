import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { FileField } from '#design/parts/file-field.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Progress } from '#design/parts/progress.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import {
  checkFeedImport,
  createFeedImport,
  feedBytesMax,
  partBytesMax,
  sendFeedPart,
} from '../../feed-contract.ts'
import { brands, type Brand } from '../../shapes.ts'
import { useTexts } from '../texts.ts'

interface FeedUploadProps {
  readonly organisers: readonly { slug: string; name: { ka: string; en: string } }[]
  /** Names of imported feeds. */
  readonly known: readonly string[]
}

/** Uploads a ZIP archive in parts and starts its validation. */
export function FeedUpload({ organisers, known }: FeedUploadProps) {
  const t = useTexts()
  const locale = useLocale()
  const { isSending, sent, refusal, send } = useUpload()
  return (
    <form onSubmit={(event) => void send(event)} className="space-y-5">
      {refusal !== null && <Notice key={refusal}>{refusal}</Notice>}
      <FileField label={t('file')} name="file" accept=".zip,application/zip" required />
      <TextField
        label={t('feedName')}
        hint={t('feedNameHint')}
        name="name"
        list="known-feeds"
        maxLength={60}
        required
      />
      <datalist id="known-feeds">
        {known.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <div className="grid gap-5 tablet:grid-cols-2">
        <Select label={t('brand')} name="brand" required>
          {brands.map((brand) => (
            <option key={brand} value={brand}>
              {t(`brand-${brand}`)}
            </option>
          ))}
        </Select>
        <Select label={t('organiser')} name="organiser" required>
          {organisers.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name[locale]}
            </option>
          ))}
        </Select>
      </div>
      {isSending && <Progress label={t('sending')} value={sent} className="w-full" />}
      <Button type="submit" size="large" isWaiting={isSending} waitingText={t('sending')}>
        {t('check')}
      </Button>
      <p className="text-note text-soft">{t('checkPromise')}</p>
    </form>
  )
}

function useUpload() {
  const t = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const [isSending, setSending] = useState(false)
  /** Uploaded share, from 0 to 1. */
  const [sent, setSent] = useState(0)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isSending) return
    const form = new FormData(event.currentTarget)
    const file = form.get('file')
    if (!(file instanceof File) || file.size === 0) return setRefusal(t('noFile'))
    if (file.size > feedBytesMax)
      return setRefusal(t('fileTooLarge', { megabytes: feedBytesMax / 1_000_000 }))
    setSending(true)
    setSent(0)
    setRefusal(null)
    try {
      const importId = await sendFeed(locale, file, {
        name: textOf(form, 'name'),
        brand: textOf(form, 'brand') as Brand,
        organiser: textOf(form, 'organiser'),
        onSent: setSent,
      })
      await navigate(localizedPath(locale, `/operator/feeds/${importId}`))
    } catch (error) {
      setSending(false)
      setRefusal(error instanceof CallError ? error.message : t('sendFailed'))
    }
  }

  return { isSending, sent, refusal, send }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

async function sendFeed(
  locale: Locale,
  file: File,
  asked: {
    readonly name: string
    readonly brand: Brand
    readonly organiser: string
    readonly onSent: (share: number) => void
  },
): Promise<string> {
  const client = browserClient(locale)
  const { name, brand, organiser, onSent } = asked
  const { importId } = await client.send(createFeedImport, {
    body: { name, brand, organiser, fileName: file.name.slice(0, 200), bytes: file.size },
  })
  const parts = Math.ceil(file.size / partBytesMax)
  for (let number = 0; number < parts; number += 1) {
    const piece = file.slice(number * partBytesMax, (number + 1) * partBytesMax)
    const content = base64Of(new Uint8Array(await piece.arrayBuffer()))
    await client.send(sendFeedPart, { params: { importId }, body: { number, content } })
    onSent((number + 1) / parts)
  }
  await client.send(checkFeedImport, { params: { importId } })
  return importId
}

/** Bytes converted at a time; functions accept a limited number of arguments. */
const bytesAtOnce = 8_192

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += bytesAtOnce)
    text += String.fromCharCode(...bytes.subarray(at, at + bytesAtOnce))
  return btoa(text)
}
