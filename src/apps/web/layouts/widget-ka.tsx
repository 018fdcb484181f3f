import { TextsProvider } from '#design/texts.tsx'
import { buyingTexts } from '../messages/buying-ka.ts'
import { modules } from '../messages/modules-ka.ts'
import { showingTexts } from '../messages/showing-ka.ts'
import { PageError } from '../parts/page-error.tsx'
import { WidgetFrame } from '../widget/frame.tsx'

export { loader, shouldRevalidate } from '../widget/frame.tsx'

const all = { ...modules, ...showingTexts, ...buyingTexts }

/** The widget has its own layout and script, without the shop's frame. */
export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={all}>
      <WidgetFrame />
    </TextsProvider>
  )
}

export function ErrorBoundary() {
  return (
    <TextsProvider locale="ka" modules={all}>
      <main id="content" tabIndex={-1} className="outline-none">
        <PageError />
      </main>
    </TextsProvider>
  )
}
