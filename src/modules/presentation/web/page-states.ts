/** Message keys of the states of a campaign page. */
export const pageStates = {
  draft: { label: 'stateDraft', tone: undefined },
  planned: { label: 'statePlanned', tone: 'warn' },
  live: { label: 'stateLive', tone: 'good' },
  over: { label: 'stateOver', tone: undefined },
} as const
