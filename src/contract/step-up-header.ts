/** Header with the proof for calls that require one. */
export const stepUpHeader = 'step-up-proof'
