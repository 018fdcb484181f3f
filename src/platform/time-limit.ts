/** The value of some work, or an error when it takes longer. The work itself goes on. */
export async function withinTime<Value>(
  work: Promise<Value>,
  millisecondsMax: number,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), millisecondsMax)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
