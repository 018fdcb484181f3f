import { Shell } from '../parts/shell.tsx'
import { PageError } from '../parts/page-error.tsx'
import { TextsProvider } from '#design/texts.tsx'
import { rooms } from '../messages/rooms-en.ts'

export default function Layout() {
  return (
    <TextsProvider locale="en" rooms={rooms}>
      <Shell />
    </TextsProvider>
  )
}

export function ErrorBoundary() {
  return (
    <TextsProvider locale="en" rooms={rooms}>
      <Shell>
        <PageError />
      </Shell>
    </TextsProvider>
  )
}
