import type { DataRouter } from 'react-router'

/** The router of the open page, for what comes after it and is no part of it; undefined before it has taken over. */
export function openRouter(): DataRouter | undefined {
  const { __reactRouterDataRouter: router } = window as unknown as {
    __reactRouterDataRouter?: DataRouter
  }
  return router
}
