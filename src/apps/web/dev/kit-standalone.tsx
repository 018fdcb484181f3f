import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import KitPage from './kit-page.tsx'
import '../app.css'

/** The gallery without the shop's layout, for component tests in a browser. */
const router = createBrowserRouter([{ path: '*', Component: KitPage }])
const place = document.querySelector('#root')
if (place) createRoot(place).render(<RouterProvider router={router} />)
