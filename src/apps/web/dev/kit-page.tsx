import { TextsProvider } from '#design/texts.tsx'
import { splitLocale } from '#kernel/locale.ts'
import { useLocation } from 'react-router'
import { Gallery } from './gallery.tsx'

/** `/dev/kit` and `/en/dev/kit`, in development only. */
export default function KitPage() {
  const { locale } = splitLocale(useLocation().pathname)
  return (
    <TextsProvider locale={locale} modules={{}}>
      <title>Kit</title>
      <Gallery />
    </TextsProvider>
  )
}
