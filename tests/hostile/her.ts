/** Who she is whose belongings strangers reach for. */
export const person = 'Salome Tsereteli-Nobodyelse'
export const herEmail = 'salome@private.example'
/** Where her browser takes notifications. */
export const herEndpoint = 'https://updates.push.services.mozilla.com/wpush/v2/salome'
