import { Shell } from '../parts/shell.tsx'
import { PageError } from '../parts/page-error.tsx'
import { TextsProvider } from '#design/texts.tsx'
import { modules } from '../messages/modules-ka.ts'

export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={modules}>
      <Shell />
    </TextsProvider>
  )
}

export function ErrorBoundary() {
  return (
    <TextsProvider locale="ka" modules={modules}>
      <Shell>
        <PageError />
      </Shell>
    </TextsProvider>
  )
}
