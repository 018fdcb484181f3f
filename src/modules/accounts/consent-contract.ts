/** Calls about consents: to share data with an organiser, and to be remembered at sign-in. */
import { defineCall } from '#contract/call.ts'
import { consentChange, consentView } from './shapes.ts'

const consentCall = { credential: 'customer', reply: consentView } as const

export const authDataShareConsentGet = defineCall({
  ...consentCall,
  id: 'auth-data-share-consent-get',
  area: 'auth',
  method: 'GET',
  path: '/v2/auth/data-share-consent',
  summary: 'The text on sharing data with organisers, and what the caller decided.',
})

export const authDataShareConsentSave = defineCall({
  ...consentCall,
  id: 'auth-data-share-consent-save',
  area: 'auth',
  method: 'POST',
  path: '/v2/auth/data-share-consent',
  summary: 'Decides on sharing data with organisers.',
  body: consentChange,
  required: ['body'],
})

export const authSigninConsentGet = defineCall({
  ...consentCall,
  id: 'auth-signin-consent-get',
  area: 'auth',
  method: 'GET',
  path: '/v2/auth/signin-consent',
  summary: 'The text on processing the account’s data, and what the caller decided.',
})

export const authSigninConsentSave = defineCall({
  ...consentCall,
  id: 'auth-signin-consent-save',
  area: 'auth',
  method: 'POST',
  path: '/v2/auth/signin-save-consent',
  summary: 'Decides on processing the account’s data.',
  body: consentChange,
  required: ['body'],
})

export const accountsDataShareConsentGet = defineCall({
  ...consentCall,
  id: 'accounts-data-share-consent-get',
  area: 'accounts',
  method: 'GET',
  path: '/groot/Auth/data-share-consent',
  summary: 'The text on sharing data with organisers, and what the caller decided.',
})

export const accountsDataShareConsentSave = defineCall({
  ...consentCall,
  id: 'accounts-data-share-consent-save',
  area: 'accounts',
  method: 'POST',
  path: '/groot/Auth/data-share-consent',
  summary: 'Decides on sharing data with organisers.',
  body: consentChange,
})

export const accountsSigninConsentGet = defineCall({
  ...consentCall,
  id: 'accounts-signin-consent-get',
  area: 'accounts',
  method: 'GET',
  path: '/groot/Auth/signin-consent',
  summary: 'The text on processing the account’s data, and what the caller decided.',
})

export const accountsSigninConsentSave = defineCall({
  ...consentCall,
  id: 'accounts-signin-consent-save',
  area: 'accounts',
  method: 'POST',
  path: '/groot/Auth/signin-consent',
  summary: 'Decides on processing the account’s data.',
  body: consentChange,
})
