import type { DataRouter } from 'react-router'

/** The router of the open page, for code that is loaded after it; undefined before hydration. */
export function openRouter(): DataRouter | undefined {
  const { __reactRouterDataRouter: router } = window as unknown as {
    __reactRouterDataRouter?: DataRouter
  }
  return router
}
