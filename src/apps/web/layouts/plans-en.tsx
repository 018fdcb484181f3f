import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { planTexts } from '../messages/plans-en.ts'

/** Plans of halls, inside the frame of a back office. */
export default function Layout() {
  return (
    <TextsProvider locale="en" modules={planTexts}>
      <Outlet />
    </TextsProvider>
  )
}
