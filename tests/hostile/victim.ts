/** The name of the customer whose data other callers try to read. */
export const person = 'Salome Tsereteli-Nobodyelse'
export const victimEmail = 'salome@private.example'
/** The push endpoint of the victim's browser. */
export const victimEndpoint = 'https://updates.push.services.mozilla.com/wpush/v2/salome'
