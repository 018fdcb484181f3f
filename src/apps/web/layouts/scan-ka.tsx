import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { scanTexts } from '../messages/scan-ka.ts'

/** The scanner stands alone: nothing of the shop is around it, nor in its script. */
export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={scanTexts}>
      <Outlet />
    </TextsProvider>
  )
}
