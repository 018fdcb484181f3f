import { Outlet } from 'react-router'
import { QueryProvider } from '#design/data/query-provider.tsx'
import { TextsProvider } from '#design/texts.tsx'
import { cinemaOfficeTexts } from '../messages/cinema-office-ka.ts'

/** Cinemas, inside the frame of the organisers' back office. */
export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={cinemaOfficeTexts}>
      <QueryProvider>
        <Outlet />
      </QueryProvider>
    </TextsProvider>
  )
}
