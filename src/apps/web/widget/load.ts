import { redirect, type Params } from 'react-router'
import { widgetPath } from './paths.ts'

interface Loading {
  readonly params: Params
}

/** Wraps a loader of a shop page so that its redirects stay in the widget. */
export function inWidget<Args extends Loading, Loaded>(load: (args: Args) => Promise<Loaded>) {
  return async (args: Args): Promise<Loaded> => {
    try {
      return await load(args)
    } catch (thrown) {
      const address = thrown instanceof Response ? thrown.headers.get('location') : null
      const path = address && widgetPath(args.params['slug'] ?? '', address)
      throw path ? redirect(path) : thrown
    }
  }
}
