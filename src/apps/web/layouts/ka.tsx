import { Shell } from '../parts/shell.tsx'
import { PageError } from '../parts/page-error.tsx'
import { TextsProvider } from '#design/texts.tsx'
import { rooms } from '../messages/rooms-ka.ts'

export default function Layout() {
  return (
    <TextsProvider locale="ka" rooms={rooms}>
      <Shell />
    </TextsProvider>
  )
}

export function ErrorBoundary() {
  return (
    <TextsProvider locale="ka" rooms={rooms}>
      <Shell>
        <PageError />
      </Shell>
    </TextsProvider>
  )
}
