import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { scanTexts } from '../messages/scan-ka.ts'

/** The scanner has its own layout and script, without the shop's. */
export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={scanTexts}>
      <Outlet />
    </TextsProvider>
  )
}
