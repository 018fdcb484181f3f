import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { planTexts } from '../messages/plans-ka.ts'

/** Plans of halls, inside the frame of a back office. */
export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={planTexts}>
      <Outlet />
    </TextsProvider>
  )
}
